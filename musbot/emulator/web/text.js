// Telegram's formatted text as DOM. Offsets of entities are UTF-16 code units, which is what JavaScript counts too.

import { el } from '/web/dom.js';
import { WORDS } from '/web/words.js';

const PLAIN_TAGS = {
  bold: 'b', italic: 'i', underline: 'u', strikethrough: 's', code: 'code', pre: 'pre',
  blockquote: 'blockquote', expandable_blockquote: 'blockquote',
};
const BLOCKS = new Set(['pre', 'blockquote', 'expandable_blockquote']);

/**
 * Make the nodes of a text.
 *
 * @param {string} text
 * @param {object[]} entities as the Bot API gives them, outer ones first
 * @param {{onLink: (url: string) => void, onCommand: (command: string) => void, onReveal: () => void,
 *   revealed: boolean}} hooks what a tap does, and whether spoilers have been opened
 * @returns {DocumentFragment}
 */
export function textNodes(text, entities, hooks) {
  const into = document.createDocumentFragment();
  const sorted = [...entities].sort((one, other) => one.offset - other.offset || other.length - one.length);
  fill(into, text, 0, text.length, sorted, hooks);
  return into;
}

function fill(into, text, start, end, entities, hooks) {
  let at = start;
  let index = 0;
  while (index < entities.length) {
    const entity = entities[index];
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    index += 1;
    if (to <= from) continue;
    const inside = [];
    while (index < entities.length && entities[index].offset < to) {
      inside.push(entities[index]);
      index += 1;
    }
    into.append(text.slice(at, from));
    const node = nodeOf(entity, text.slice(from, to), hooks);
    fill(node, text, from, to, inside, hooks);
    into.append(node);
    at = to;
    // A block ends its line by itself.
    if (BLOCKS.has(entity.type) && text[at] === '\n') at += 1;
  }
  into.append(text.slice(at, end));
}

function nodeOf(entity, inner, hooks) {
  switch (entity.type) {
    case 'spoiler':
      return spoiler(hooks);
    case 'text_link':
      return tappable(() => hooks.onLink(entity.url), entity.url);
    case 'url':
      return tappable(() => hooks.onLink(inner), inner);
    case 'bot_command':
      return tappable(() => hooks.onCommand(inner));
    case 'mention':
    case 'text_mention':
    case 'hashtag':
      return el('span', 'mention');
    default:
      return el(PLAIN_TAGS[entity.type] ?? 'span');
  }
}

function tappable(onTap, title = '') {
  const button = el('button', 'tap');
  button.type = 'button';
  if (title) button.title = title;
  button.addEventListener('click', onTap);
  return button;
}

function spoiler(hooks) {
  if (hooks.revealed) return el('span', 'spoiler open');
  const button = el('button', 'spoiler');
  button.type = 'button';
  button.setAttribute('aria-label', WORDS.spoiler);
  button.addEventListener('click', hooks.onReveal);
  return button;
}

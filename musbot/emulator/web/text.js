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

// Not buttons: these flow with the text over several lines, which a button cannot.
function pressable(className, onTap) {
  const node = el('span', className);
  node.tabIndex = 0;
  node.setAttribute('role', 'button');
  node.addEventListener('click', onTap);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onTap();
  });
  return node;
}

function tappable(onTap, title = '') {
  const node = pressable('tap', onTap);
  if (title) node.title = title;
  return node;
}

function spoiler(hooks) {
  if (hooks.revealed) return el('span', 'spoiler open');
  const node = pressable('spoiler', hooks.onReveal);
  node.setAttribute('aria-label', WORDS.spoiler);
  return node;
}

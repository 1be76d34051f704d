// One message: its bubble, its buttons, and how an edit changes what is shown without disturbing the rest.

import { fileAddress } from '/web/api.js';
import { avatar, el, hueOf, iconButton, iconOf, sign } from '/web/dom.js';
import { textNodes } from '/web/text.js';
import { clock, WORDS } from '/web/words.js';

/** Give a message's name within its chat; ephemeral ones have numbers of their own. */
export function keyOf(message) {
  return message.ephemeral_id ? `e${message.ephemeral_id}` : String(message.message_id);
}

/** Give the first line of a message, for quoting; what is behind a spoiler stays there. */
export function firstLine(message) {
  let { text } = message.now;
  for (const { type, offset, length } of message.now.entities) {
    if (type !== 'spoiler') continue;
    text = text.slice(0, offset) + text.slice(offset, offset + length).replace(/\S/g, '▒') + text.slice(offset + length);
  }
  return text.split('\n').find((line) => line.trim()) ?? WORDS.picture;
}

/** A message in a column. */
export class Bubble {
  /**
   * @param {object} hooks of its column: press, openLink, command, reply, jump, find, isBusy
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.revealed = false;
    this.shown = { body: '', keys: '' };
    this.framed = '';
    this.article = el('article', 'message');
    this.article.tabIndex = -1;
    this.bubble = el('div', 'bubble');
    this.keys = el('div', 'keys');
    this.body = el('div', 'body', this.bubble, this.keys);
  }

  /**
   * Show a message, or its new version.
   *
   * @param {object} message a `MessageView`
   * @param {{mine: boolean, follows: boolean, named: boolean}} place whether the person himself wrote it, whether
   *   the message before is by the same, and whether names are shown in this chat
   */
  show(message, place) {
    const look = { ...message, now: { ...message.now, keyboard: null, seen_by: null } };
    const quoted = message.reply_to === null ? undefined : this.hooks.find(message.reply_to);
    const body = JSON.stringify([look, place, this.revealed, quoted?.now.text ?? null]);
    const keys = JSON.stringify(message.now.keyboard);
    const first = this.shown.body === '';
    this.message = message;
    this.place = place;
    if (body !== this.shown.body) this.draw(quoted);
    if (keys !== this.shown.keys) this.drawKeys(!first);
    this.shown = { body, keys };
  }

  draw(quoted) {
    const { message, place } = this;
    const service = Object.keys(message.service).length > 0;
    const kinds = [
      'message', place.mine ? 'mine' : 'theirs', message.from_bot ? 'bot' : 'person', place.follows ? 'follows' : '',
      service ? 'service' : '', message.ephemeral_id ? 'ephemeral' : '', message.now.keyboard.length ? 'keyed' : '',
    ];
    this.article.className = kinds.filter(Boolean).join(' ');
    this.frame(service);
    this.bubble.replaceChildren(...this.content(quoted));
  }

  // What stands around the bubble. An edit leaves it alone: moving the buttons would take the focus from them.
  frame(service) {
    const { message, place } = this;
    const framed = JSON.stringify([message.service, message.sender_id, message.sender_name, place]);
    if (framed === this.framed) return;
    this.framed = framed;
    if (service) {
      this.article.replaceChildren(el('p', '', serviceText(message)));
      return;
    }
    const parts = [this.body, this.replyButton()];
    if (place.named && !place.mine) {
      const face = avatar(message.sender_id ?? message.chat_id, message.sender_name);
      parts.unshift(place.follows ? el('span', 'avatar blank') : face);
    }
    this.article.replaceChildren(...parts);
  }

  content(quoted) {
    const { message, place } = this;
    const parts = [];
    if (place.named && !place.mine && !place.follows) {
      parts.push(el('div', `name ${hueOf(message.sender_id ?? message.chat_id)}`, message.sender_name));
    }
    if (message.ephemeral_id) parts.push(el('div', 'only', WORDS.onlyYou));
    if (message.reply_to !== null) parts.push(this.quote(quoted));
    if (message.now.file_id) parts.push(this.picture());
    if (message.now.text) {
      const text = el('div', 'text');
      text.dir = 'auto';
      text.append(textNodes(message.now.text, message.now.entities, {
        revealed: this.revealed,
        onReveal: () => this.reveal(),
        onLink: (url) => this.hooks.openLink(url),
        onCommand: (command) => this.hooks.command(command),
      }));
      parts.push(text);
    }
    parts.push(this.meta());
    return parts;
  }

  meta() {
    const { message } = this;
    const meta = el('div', 'meta');
    if (message.from_bot && !message.silent && !message.ephemeral_id) meta.append(sign('bell', WORDS.loud));
    if (message.protected) meta.append(sign('lock', WORDS.locked));
    if (message.edited) meta.append(el('span', 'edited', WORDS.edited));
    const time = el('time', '', clock(message.at));
    time.dateTime = new Date(message.at * 1000).toISOString();
    meta.append(time);
    return meta;
  }

  quote(quoted) {
    const name = quoted ? quoted.sender_name : '';
    const button = el('button', `quote ${quoted ? hueOf(quoted.sender_id ?? quoted.chat_id) : ''}`);
    button.type = 'button';
    button.append(el('b', '', name), el('span', '', quoted ? firstLine(quoted) : WORDS.gone));
    button.addEventListener('click', () => this.hooks.jump(this.message.reply_to));
    return button;
  }

  picture() {
    const image = el('img', 'picture');
    image.alt = WORDS.picture;
    image.src = fileAddress(this.message.now.file_id);
    if (!this.message.now.spoiler || this.revealed) return image;
    const cover = el('button', 'cover', image);
    cover.type = 'button';
    cover.setAttribute('aria-label', WORDS.spoiler);
    cover.addEventListener('click', () => this.reveal());
    return cover;
  }

  reveal() {
    this.revealed = true;
    this.show(this.message, this.place);
  }

  replyButton() {
    const button = iconButton('reply', WORDS.reply, 'act');
    button.addEventListener('click', () => this.hooks.reply(this.message));
    return button;
  }

  drawKeys(keepFocus) {
    const focused = keepFocus && this.keys.contains(document.activeElement) ? document.activeElement : null;
    const at = focused ? { data: focused.dataset.data, label: focused.textContent } : null;
    const rows = this.message.now.keyboard.map((row) => el('div', 'row', ...row.map((key) => this.key(key))));
    this.keys.replaceChildren(...rows);
    this.article.classList.toggle('keyed', rows.length > 0);
    if (at) this.focusAgain(at);
  }

  // Someone who plays by keyboard must not lose his place when the bot edits the buttons under him.
  focusAgain(at) {
    const buttons = [...this.keys.querySelectorAll('button')];
    const same = buttons.find((button) => at.data && button.dataset.data === at.data)
      ?? buttons.find((button) => button.textContent === at.label);
    (same ?? buttons[0] ?? this.article).focus({ preventScroll: true });
  }

  key(key) {
    const button = el('button', `key ${key.style}`.trim(), el('span', '', key.text));
    button.type = 'button';
    button.title = key.text;
    if (key.data) button.dataset.data = key.data;
    if (key.url) button.append(iconOf('link'));
    button.classList.toggle('busy', this.hooks.isBusy(this.message, key.data));
    button.addEventListener('click', () => this.hooks.press(this.message, key));
    return button;
  }

  /** Look again which of the buttons wait for an answer. */
  refreshBusy() {
    for (const button of this.keys.querySelectorAll('button')) {
      const busy = this.hooks.isBusy(this.message, button.dataset.data);
      button.classList.toggle('busy', busy);
      button.setAttribute('aria-busy', String(busy));
    }
  }
}

function serviceText(message) {
  const { service, sender_name: sender } = message;
  const words = WORDS.service;
  if (service.new_chat_members) return words.joined(service.new_chat_members.map((who) => who.first_name).join(', '));
  if (service.left_chat_member) return words.left(service.left_chat_member.first_name);
  if (service.pinned_message) return words.pinned(sender);
  if (service.forum_topic_created) return words.topic(service.forum_topic_created.name);
  if (service.forum_topic_closed) return words.topicClosed;
  if (service.forum_topic_reopened) return words.topicReopened;
  if (service.migrate_to_chat_id || service.migrate_from_chat_id) return words.migrated;
  return words.other(Object.keys(service).join(', '));
}

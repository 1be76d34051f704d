// One chat as a column: its head, its messages in order, and where one writes. What changed is changed in place.

import { Bubble, keyOf } from '/web/bubble.js';
import { Composer } from '/web/composer.js';
import { avatar, el, iconButton } from '/web/dom.js';
import { WORDS } from '/web/words.js';

const NEAR_END = 48;
const TOAST_MS = { least: 3500, perLetter: 60, most: 9000 };

/** A chat beside the other one. */
export class Column {
  /**
   * @param {HTMLElement} root
   * @param {'group' | 'private'} side
   * @param {object} hooks press(chat, message, key), openLink(url), say(chat, text, replyTo, threadId), start(),
   *   isBusy(chat, message, data), chooseChat(place)
   */
  constructor(root, side, hooks) {
    this.side = side;
    this.hooks = hooks;
    this.chat = null;
    this.bubbles = new Map();
    this.below = 0;
    this.head = el('header', 'head');
    this.list = el('div', 'list');
    this.list.tabIndex = 0;
    this.list.setAttribute('role', 'log');
    this.list.setAttribute('aria-live', 'off');
    this.toasts = el('div', 'toasts');
    this.toasts.setAttribute('role', 'status');
    this.toasts.setAttribute('aria-live', 'polite');
    this.down = iconButton('down', WORDS.bottom, 'down');
    this.down.hidden = true;
    this.count = el('span', 'count');
    this.down.append(this.count);
    this.composer = new Composer(side, {
      say: (text, replyTo) => hooks.say(this.chat, text, replyTo),
      start: () => hooks.start(),
    });
    const scene = el('div', 'scene', this.list, this.down, this.toasts);
    root.append(this.head, scene, this.composer.root);
    this.down.addEventListener('click', () => this.toEnd('smooth'));
    this.list.addEventListener('scroll', () => this.scrolled());
    new ResizeObserver(() => this.keepEnd()).observe(this.list);
    this.atEnd = true;
  }

  /**
   * Show a chat as somebody sees it now.
   *
   * @param {object | undefined} chat of `Reading.state`; none when he is in no such chat
   * @param {object} user
   * @param {object} bot
   * @param {object[]} places other chats that this column can show, with `id` and `title`
   */
  show(chat, user, bot, places = []) {
    const entered = this.chat?.id !== chat?.id || this.user?.id !== user.id;
    this.chat = chat ?? null;
    this.user = user;
    if (entered) this.clear();
    this.composer.root.hidden = !chat;
    if (!chat) {
      this.head.replaceChildren();
      this.list.replaceChildren(el('p', 'nothing', WORDS.noGroup(user.name)));
      return;
    }
    this.drawHead(chat, bot, places);
    this.drawMessages(chat.messages, entered);
    this.composer.show(chat, user, bot);
  }

  clear() {
    this.bubbles.clear();
    this.list.replaceChildren();
    this.toasts.replaceChildren();
    this.below = 0;
    this.atEnd = true;
    this.headShown = '';
  }

  drawHead(chat, bot, places) {
    const shown = JSON.stringify([chat.title, chat.members, places]);
    if (shown === this.headShown) return;
    this.headShown = shown;
    const group = chat.type !== 'private';
    const title = group ? chat.title : bot.name;
    const names = chat.members.map((member) => member.name).join(', ');
    const note = el('p', '', group ? `${WORDS.members(chat.members.length)} · ${names}` : WORDS.bot);
    const words = el('div', '', places.length > 1 ? this.chooser(chat, places) : el('h2', '', title), note);
    this.head.replaceChildren(avatar(group ? chat.id : bot.id, title), words);
    this.list.setAttribute('aria-label', title);
  }

  chooser(chat, places) {
    const select = el('select', 'chooser');
    select.setAttribute('aria-label', WORDS.group);
    for (const place of places) {
      const option = el('option', '', place.title);
      option.value = place.key;
      option.selected = place.key === chat.key;
      select.append(option);
    }
    select.addEventListener('change', () => this.hooks.chooseChat(select.value));
    return select;
  }

  drawMessages(messages, entered) {
    const stay = this.atEnd;
    this.byId = new Map(messages.map((message) => [message.message_id, message]));
    const wanted = new Set(messages.map(keyOf));
    for (const [key, bubble] of this.bubbles) {
      if (wanted.has(key)) continue;
      bubble.article.remove();
      this.bubbles.delete(key);
    }
    this.list.querySelector('.nothing')?.remove();
    let before = null;
    messages.forEach((message, number) => {
      if (!this.bubbles.has(keyOf(message)) && !entered) this.below += 1;
      this.drawMessage(message, before, number);
      before = message;
    });
    if (!messages.length) this.list.append(el('p', 'nothing', WORDS.empty));
    if (stay) this.toEnd('instant');
    else this.scrolled();
  }

  drawMessage(message, before, number) {
    const key = keyOf(message);
    const bubble = this.bubbles.get(key) ?? new Bubble(this.bubbleHooks());
    this.bubbles.set(key, bubble);
    const follows = before !== null && before.sender_id === message.sender_id && !Object.keys(before.service).length
      && message.at - before.at < 600;
    const mine = message.sender_id === this.user.id;
    bubble.show(message, { mine, follows, named: this.chat.type !== 'private' });
    const there = this.list.children[number];
    if (there !== bubble.article) this.list.insertBefore(bubble.article, there ?? null);
  }

  bubbleHooks() {
    return {
      press: (message, key) => this.hooks.press(this, message, key),
      openLink: (url) => this.hooks.openLink(url),
      command: (command) => this.hooks.say(this.chat, command, null),
      reply: (message) => this.composer.reply(message),
      jump: (messageId) => this.jump(messageId),
      find: (messageId) => this.byId.get(messageId),
      isBusy: (message, data) => this.hooks.isBusy(this.chat, message, data),
    };
  }

  /** Bring a message into sight. */
  jump(messageId) {
    const bubble = this.bubbles.get(String(messageId));
    if (!bubble) return;
    bubble.article.scrollIntoView({ block: 'center', behavior: 'smooth' });
    bubble.article.classList.add('found');
    setTimeout(() => bubble.article.classList.remove('found'), 1500);
  }

  /** Look again which buttons wait for an answer. */
  refreshBusy() {
    for (const bubble of this.bubbles.values()) bubble.refreshBusy();
  }

  toEnd(behavior) {
    this.list.scrollTo({ top: this.list.scrollHeight, behavior });
    this.atEnd = true;
    this.scrolled();
  }

  keepEnd() {
    if (this.atEnd) this.toEnd('instant');
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    // A hidden column has no height: it keeps its place.
    if (clientHeight === 0) return;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (this.atEnd) this.below = 0;
    this.down.hidden = this.atEnd;
    this.count.hidden = this.below === 0;
    this.count.textContent = String(this.below);
  }

  /** Show a short text over the messages for a moment; the one before goes. */
  toast(text, kind = '') {
    const toast = el('button', `toast ${kind}`.trim(), text);
    toast.type = 'button';
    toast.addEventListener('click', () => toast.remove());
    this.toasts.replaceChildren(toast);
    const stay = Math.min(TOAST_MS.least + TOAST_MS.perLetter * text.length, TOAST_MS.most);
    setTimeout(() => toast.remove(), stay);
  }
}

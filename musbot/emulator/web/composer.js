// Where one writes: the text box with its reply and draft, the menu of commands, and Start for an unopened chat.

import { el, iconButton } from '/web/dom.js';
import { firstLine } from '/web/bubble.js';
import { WORDS } from '/web/words.js';

/** The lower edge of a column. */
export class Composer {
  /**
   * @param {string} side
   * @param {{say: (text: string, replyTo: number | null) => Promise<boolean>, start: () => void}} hooks `say` tells
   *   whether it was sent
   */
  constructor(side, hooks) {
    this.hooks = hooks;
    this.drafts = new Map();
    this.place = '';
    this.commands = [];
    this.chosen = -1;
    this.replyTo = null;
    this.build(side);
  }

  build(side) {
    this.menu = el('ul', 'menu');
    this.menu.hidden = true;
    this.menu.id = `menu-${side}`;
    this.menu.setAttribute('role', 'listbox');
    this.menu.setAttribute('aria-label', WORDS.commands);

    this.replyName = el('b');
    this.replyText = el('span');
    const drop = iconButton('close', WORDS.cancelReply);
    drop.addEventListener('click', () => this.reply(null));
    this.replyBar = el('div', 'replying', el('div', '', this.replyName, this.replyText), drop);
    this.replyBar.hidden = true;

    this.slash = el('button', 'icon slash', '/');
    this.slash.type = 'button';
    this.slash.title = WORDS.commands;
    this.slash.setAttribute('aria-label', WORDS.commands);
    this.slash.setAttribute('aria-expanded', 'false');
    this.slash.setAttribute('aria-controls', this.menu.id);
    this.slash.addEventListener('click', () => this.toggleMenu());

    this.box = el('textarea');
    this.box.rows = 1;
    this.box.maxLength = 4096;
    this.box.addEventListener('input', () => this.typed());
    this.box.addEventListener('keydown', (event) => this.key(event));
    this.box.addEventListener('blur', () => setTimeout(() => this.leaveMenu(), 0));

    const send = iconButton('send', WORDS.send, 'send');
    send.addEventListener('click', () => this.send());
    this.line = el('div', 'line', this.slash, this.box, send);

    this.startText = el('p');
    this.startButton = el('button', 'plain');
    this.startButton.type = 'button';
    this.startButton.addEventListener('click', () => this.hooks.start());
    this.startBar = el('div', 'start', this.startText, this.startButton);
    this.root = el('footer', 'composer', this.menu, this.replyBar, this.line, this.startBar);
  }

  /**
   * Stand below a chat.
   *
   * @param {object} chat
   * @param {object} user
   * @param {object} bot
   */
  show(chat, user, bot) {
    const place = `${user.id}/${chat.id}`;
    if (place !== this.place) this.enter(place);
    this.commands = chat.commands;
    const label = this.replyTo === null ? WORDS.write : WORDS.writeReply;
    this.box.placeholder = label;
    this.box.setAttribute('aria-label', label);
    const closed = chat.type === 'private' && (!chat.started || chat.blocked);
    this.line.hidden = closed;
    this.startBar.hidden = !closed;
    this.startText.textContent = chat.blocked ? '' : WORDS.startText(bot.name, user.name);
    this.startButton.textContent = chat.blocked ? WORDS.restart : WORDS.start;
    this.grow();
  }

  enter(place) {
    this.drafts.set(this.place, this.box.value);
    this.place = place;
    this.box.value = this.drafts.get(place) ?? '';
    this.grow();
    this.reply(null, false);
    this.closeMenu();
  }

  /** Answer a message, or none. */
  reply(message, focus = true) {
    this.replyTo = message === null ? null : message.message_id;
    this.replyBar.hidden = message === null;
    if (message !== null) {
      this.replyName.textContent = WORDS.replyTo(message.sender_name);
      this.replyText.textContent = firstLine(message);
    }
    this.box.placeholder = message === null ? WORDS.write : WORDS.writeReply;
    if (focus) this.box.focus();
  }

  async send() {
    const text = this.box.value.trim();
    if (!text) return;
    this.closeMenu();
    const place = this.place;
    const sent = await this.hooks.say(text, this.replyTo);
    if (!sent) return;
    if (this.place !== place) {
      this.drafts.delete(place);
      return;
    }
    this.box.value = '';
    this.grow();
    this.reply(null);
  }

  typed() {
    this.grow();
    if (/^\/\w*$/u.test(this.box.value)) this.openMenu(this.box.value.slice(1));
    else this.closeMenu();
  }

  grow() {
    this.box.style.height = '';
    // A hidden box has no height to measure.
    if (this.box.scrollHeight) this.box.style.height = `${Math.min(this.box.scrollHeight + 2, 140)}px`;
  }

  key(event) {
    if (!this.menu.hidden && this.menuKey(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    } else if (event.key === 'Escape' && this.replyTo !== null) {
      this.reply(null);
    }
  }

  menuKey(event) {
    const items = [...this.menu.querySelectorAll('[role=option]')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length) {
      this.choose(items, (this.chosen + step + items.length) % items.length);
    } else if (event.key === 'Escape') {
      this.closeMenu();
    } else if (event.key === 'Tab' && this.chosen >= 0) {
      this.box.value = `${items[this.chosen].dataset.command} `;
      this.closeMenu();
    } else if (event.key === 'Enter' && this.chosen >= 0) {
      this.pick(items[this.chosen].dataset.command);
    } else {
      return false;
    }
    return true;
  }

  choose(items, number) {
    this.chosen = number;
    items.forEach((item, place) => item.setAttribute('aria-selected', String(place === number)));
    items[number]?.scrollIntoView({ block: 'nearest' });
    if (items[number]) this.box.setAttribute('aria-activedescendant', items[number].id);
  }

  toggleMenu() {
    if (this.menu.hidden) this.openMenu('');
    else this.closeMenu();
    this.box.focus();
  }

  openMenu(beginning) {
    const fitting = this.commands.filter((command) => command.command.startsWith(beginning));
    if (beginning && !fitting.length) {
      this.closeMenu();
      return;
    }
    const items = fitting.map((command, number) => this.item(command, number));
    this.menu.replaceChildren(...(items.length ? items : [el('li', 'none', WORDS.noCommands)]));
    this.menu.hidden = false;
    this.slash.setAttribute('aria-expanded', 'true');
    this.chosen = -1;
    if (beginning) this.choose(items, 0);
  }

  item(command, number) {
    const name = `/${command.command}`;
    const item = el('li', '', el('b', '', name), el('span', '', command.description));
    item.id = `${this.menu.id}-${number}`;
    item.dataset.command = name;
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', 'false');
    // Before the box loses its focus, which would close the menu.
    item.addEventListener('pointerdown', (event) => event.preventDefault());
    item.addEventListener('click', () => this.pick(name));
    return item;
  }

  pick(command) {
    this.box.value = command;
    this.send();
  }

  leaveMenu() {
    const inside = document.activeElement === this.slash || document.activeElement === this.box;
    if (!inside) this.closeMenu();
  }

  closeMenu() {
    this.menu.hidden = true;
    this.chosen = -1;
    this.box.removeAttribute('aria-activedescendant');
    this.slash.setAttribute('aria-expanded', 'false');
  }
}

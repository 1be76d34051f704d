// The page of the emulated Telegram. It shows one person's view at a time: everything comes from `state` for him,
// so what he cannot see is not in the page. Changes of the emulator say when to look again.

import { act, Changes, look } from '/web/api.js';
import { Column } from '/web/column.js';
import { readLink } from '/web/links.js';
import { Newcomer, People, rememberedPerson, rememberPerson } from '/web/people.js';
import { Presses } from '/web/presses.js';
import { LANGUAGE, WORDS } from '/web/words.js';

const SHOWS_SOMETHING = new Set(['message', 'edit', 'delete', 'member', 'chat', 'topic', 'pin', 'commands']);
const GATHER_MS = 40;
const ASK_FOR_BOT_MS = 2500;
const DEAF = 2; // the first time it may be starting still
const HINT_SEEN = 'musbot.hint';

const $ = (id) => document.getElementById(id);

class App {
  constructor() {
    this.users = [];
    this.me = rememberedPerson();
    this.state = null;
    this.place = null; // the group, or the topic of one, that was chosen
    this.timer = null;
    this.online = true;
    this.deaf = 0; // so many times in a row the bot was not there
    this.people = new People($('people'), (id) => this.become(id));
    this.newcomer = new Newcomer($('newcomer'), (name, language) => this.add(name, language));
    this.presses = new Presses({
      changed: () => this.columns.forEach((column) => column.refreshBusy()),
      answered: (press, column) => this.answered(press, column),
      failed: (text, column, userId) => {
        if (userId === this.me) column.toast(text, 'wrong');
      },
    });
    const hooks = {
      press: (column, message, key) => this.press(column, message, key),
      openLink: (url) => this.openLink(url),
      say: (chat, text, replyTo) => this.say(chat, text, replyTo),
      start: () => this.start(),
      isBusy: (chat, message, data) => Boolean(data) && this.presses.isBusy(this.me, message, data),
      chooseChat: (key) => this.chooseGroup(key),
    };
    this.group = new Column($('group'), 'group', hooks);
    this.private = new Column($('private'), 'private', hooks);
    this.columns = [this.group, this.private];
    this.changes = new Changes(() => this.load(), (change) => this.changed(change), (online) => this.line(online));
  }

  run() {
    document.documentElement.lang = LANGUAGE;
    document.title = WORDS.title;
    $('add').title = WORDS.addPerson;
    $('add').setAttribute('aria-label', WORDS.addPerson);
    $('add').addEventListener('click', () => this.newcomer.ask());
    for (const button of $('sides').querySelectorAll('button')) {
      button.textContent = WORDS[button.dataset.side];
      button.addEventListener('click', () => this.turnTo(button.dataset.side));
    }
    $('hint-do').addEventListener('click', () => this.say(this.group.chat, '/mus', null));
    $('hint-close').addEventListener('click', () => this.closeHint());
    $('hint-close').title = WORDS.dismiss;
    $('hint-close').setAttribute('aria-label', WORDS.dismiss);
    this.turnTo('group');
    this.changes.open();
    setInterval(() => this.askForBot(), ASK_FOR_BOT_MS);
  }

  // Loading and showing

  async load() {
    this.users = (await look('users')).users;
    if (!this.users.some((user) => user.id === this.me)) this.me = this.users[0]?.id ?? null;
    this.people.show(this.users, this.me);
    await this.askForBot();
    if (this.me === null) return 0;
    await this.refresh();
    return this.state.seq;
  }

  async refresh() {
    const me = this.me;
    const state = await look('state', { user: me });
    // Meanwhile one may have become somebody else, or a newer look may have come first.
    if (me !== this.me || (this.state?.user.id === me && this.online && state.seq < this.state.seq)) return;
    this.state = state;
    this.draw();
  }

  draw() {
    const { chats, user, bot } = this.state;
    const places = chats.filter((chat) => chat.type.endsWith('group')).flatMap(placesOf);
    const chosen = places.find((place) => place.key === this.place) ?? places[0];
    this.group.show(chosen, user, bot, places.map(({ key, title }) => ({ key, title })));
    this.private.show(chats.find((chat) => chat.type === 'private'), user, bot);
    this.drawHint(chosen);
  }

  chooseGroup(key) {
    this.place = key;
    this.draw();
  }

  changed(change) {
    const { kind, data } = change;
    if (kind === 'answer') this.presses.heard(data.query_id);
    if (kind === 'user') this.reloadUsers();
    if (kind === 'message') this.news(data);
    const others = this.users.some((user) => user.id === data.chat_id && user.id !== this.me);
    if (SHOWS_SOMETHING.has(kind) && !others) this.refreshSoon();
  }

  refreshSoon() {
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.refresh().catch(() => this.line(false));
    }, GATHER_MS);
  }

  async reloadUsers() {
    this.users = (await look('users')).users;
    this.people.show(this.users, this.me);
  }

  /** Mark people and sides that have something new, and are not looked at. */
  news({ chat_id: chatId, sender_id: senderId, silent }) {
    if (senderId !== this.state?.bot.id) return;
    if (this.users.some((user) => user.id === chatId)) {
      this.people.mark(chatId, !silent);
      if (chatId === this.me) this.markSide('private', !silent);
    } else {
      const members = this.state.chats.find((chat) => chat.id === chatId)?.members ?? [];
      if (!silent) members.forEach((member) => this.people.mark(member.id, true));
      this.markSide('group', !silent);
    }
  }

  markSide(side, loud) {
    if ($('main').dataset.side === side) return;
    const button = $('sides').querySelector(`[data-side=${side}]`);
    button.classList.add('news');
    button.classList.toggle('loud', loud || button.classList.contains('loud'));
  }

  turnTo(side) {
    $('main').dataset.side = side;
    for (const button of $('sides').querySelectorAll('button')) {
      const chosen = button.dataset.side === side;
      button.setAttribute('aria-pressed', String(chosen));
      if (chosen) button.classList.remove('news', 'loud');
    }
    this[side].keepEnd();
  }

  // Who one is

  become(id) {
    if (id === this.me) return;
    this.me = id;
    rememberPerson(id);
    // What the one before was told is not for the next one's eyes.
    $('alert').close();
    this.columns.forEach((column) => column.toasts.replaceChildren());
    for (const button of $('sides').querySelectorAll('button')) button.classList.remove('news', 'loud');
    this.people.show(this.users, id);
    if (this.hint === 'people') this.closeHint();
    this.refresh().catch(() => this.line(false));
  }

  async add(name, language) {
    const group = this.group.chat;
    await this.attempt(async () => {
      const id = await act('add_user', { first_name: name, language });
      if (group) await act('join', { user: id, chat: group.id });
      await this.reloadUsers();
      this.become(id);
    }, this.group);
  }

  // What one does

  async attempt(action, column) {
    try {
      await action();
      return true;
    } catch (error) {
      column.toast(WORDS.failed(error.message), 'wrong');
      return false;
    }
  }

  say(chat, text, replyTo) {
    if (!chat) return Promise.resolve(false);
    const column = chat.type === 'private' ? this.private : this.group;
    column.atEnd = true;
    return this.attempt(() => act('say', {
      user: this.me, chat: chat.id, text, reply_to: replyTo, thread_id: chat.thread_id ?? null,
    }), column);
  }

  start() {
    this.attempt(() => act('start', { user: this.me }), this.private);
  }

  press(column, message, key) {
    if (key.data) {
      this.presses.press(this.me, message, key.data, column);
    } else if (key.url) {
      this.openLink(key.url);
    } else if (key.copy) {
      this.attempt(async () => {
        await navigator.clipboard.writeText(key.copy);
        column.toast(WORDS.copied);
      }, column);
    }
  }

  openLink(url) {
    const link = readLink(url, this.state.bot.username);
    switch (link.kind) {
      case 'bot':
        this.turnTo('private');
        if (link.start) this.attempt(() => act('open_link', { user: this.me, url }), this.private);
        break;
      case 'message':
        this.turnTo('group');
        this.chooseGroup(String(link.chatId));
        this.group.jump(link.messageId);
        break;
      case 'outside':
        window.open(link.url, '_blank', 'noopener,noreferrer');
        break;
      default:
    }
  }

  answered(press, column) {
    if (press.user_id !== this.me || press.answer === null) return;
    const { text, alert, url } = press.answer;
    if (url) this.openLink(url);
    if (!text) return;
    if (!alert) {
      column.toast(text);
      return;
    }
    $('alert-title').textContent = this.state.bot.name;
    $('alert-text').textContent = text;
    if (!$('alert').open) $('alert').showModal();
  }

  // The page's own lines

  drawHint(group) {
    const spoken = group?.messages.some((message) => message.from_bot) ?? true;
    this.hint = spoken ? 'people' : 'mus';
    const hidden = spoken && hintSeen();
    $('hint').hidden = hidden;
    $('hint').querySelector('span').textContent = spoken ? WORDS.hintPeople : WORDS.hintMus;
    $('hint-do').hidden = spoken;
    $('hint-do').textContent = WORDS.hintMusDo;
    $('hint-close').hidden = !spoken;
  }

  closeHint() {
    try {
      localStorage.setItem(HINT_SEEN, '1');
    } catch {
      // storage is forbidden: the hint comes back after a reload
    }
    $('hint').hidden = true;
  }

  line(online) {
    this.online = online;
    this.drawStatus();
    if (!online) this.deaf = 0;
  }

  async askForBot() {
    if (document.hidden) return;
    try {
      this.deaf = (await look('bot')).listening ? 0 : this.deaf + 1;
    } catch {
      return; // the stream tells that there is no connection
    }
    this.drawStatus();
  }

  drawStatus() {
    const text = this.online ? (this.deaf < DEAF ? '' : WORDS.noBot) : WORDS.offline;
    if ($('status').textContent !== text) $('status').textContent = text;
    $('status').hidden = !text;
  }
}

// A forum is as many places as it has topics; what is in no topic is in General.
function placesOf(chat) {
  const whole = { ...chat, key: String(chat.id) };
  if (!chat.forum) return [whole];
  const within = (threadId) => chat.messages.filter((message) => message.thread_id === threadId);
  return [
    { ...whole, messages: within(null) },
    ...chat.topics.map((topic) => ({
      ...chat, key: `${chat.id}:${topic.thread_id}`, title: `${chat.title} · ${topic.name}`,
      thread_id: topic.thread_id, messages: within(topic.thread_id),
    })),
  ];
}

function hintSeen() {
  try {
    return localStorage.getItem(HINT_SEEN) !== null;
  } catch {
    return false;
  }
}

new App().run();

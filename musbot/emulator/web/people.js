// The row of people: who one is, who else there is, and who has something new. Also how somebody new is added.

import { avatar, el } from '/web/dom.js';
import { LANGUAGE, WORDS } from '/web/words.js';

const REMEMBERED = 'musbot.person';

/** Give the person chosen last in this tab, or in any. */
export function rememberedPerson() {
  try {
    return Number(sessionStorage.getItem(REMEMBERED) ?? localStorage.getItem(REMEMBERED)) || null;
  } catch {
    return null; // storage is forbidden
  }
}

/** Remember who one is, over reloads. */
export function rememberPerson(id) {
  try {
    sessionStorage.setItem(REMEMBERED, String(id));
    localStorage.setItem(REMEMBERED, String(id));
  } catch {
    // storage is forbidden: then a reload begins with the first person
  }
}

/** The row of people as tabs. */
export class People {
  /**
   * @param {HTMLElement} root
   * @param {(id: number) => void} onChoose
   */
  constructor(root, onChoose) {
    this.root = root;
    this.onChoose = onChoose;
    this.news = new Map();
    this.users = [];
    this.me = null;
    root.setAttribute('aria-label', WORDS.people);
    root.addEventListener('keydown', (event) => this.key(event));
  }

  /** Show these people, and who of them one is. */
  show(users, me) {
    this.users = users;
    this.me = me;
    this.news.delete(me);
    const held = this.root.contains(document.activeElement);
    this.root.replaceChildren(...users.map((user) => this.tab(user)));
    if (held) this.root.querySelector('[aria-selected=true]')?.focus();
    this.root.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Mark that somebody else has something new. */
  mark(userId, loud) {
    if (userId === this.me || !this.users.some((user) => user.id === userId)) return;
    this.news.set(userId, loud || this.news.get(userId) === true);
    this.show(this.users, this.me);
  }

  tab(user) {
    const chosen = user.id === this.me;
    const tab = el('button', 'tab', avatar(user.id, user.name), el('span', 'who', user.name));
    tab.type = 'button';
    tab.id = `person-${user.id}`;
    tab.tabIndex = chosen ? 0 : -1;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', String(chosen));
    tab.setAttribute('aria-controls', 'main');
    if (this.news.has(user.id)) {
      const dot = el('span', this.news.get(user.id) ? 'dot loud' : 'dot');
      dot.setAttribute('role', 'img');
      dot.setAttribute('aria-label', WORDS.unread);
      tab.append(dot);
    }
    tab.addEventListener('click', () => this.onChoose(user.id));
    return tab;
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !this.users.length) return;
    event.preventDefault();
    const at = this.users.findIndex((user) => user.id === this.me);
    this.onChoose(this.users[(at + step + this.users.length) % this.users.length].id);
  }
}

/** Ask for somebody new. */
export class Newcomer {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(name: string, language: string) => void} onAdd
   */
  constructor(dialog, onAdd) {
    this.dialog = dialog;
    this.form = dialog.querySelector('form');
    const [name, language] = dialog.querySelectorAll('label span');
    const [cancel, add] = dialog.querySelectorAll('button');
    dialog.querySelector('h2').textContent = WORDS.addPerson;
    name.textContent = WORDS.name;
    language.textContent = WORDS.language;
    cancel.textContent = WORDS.cancel;
    add.textContent = WORDS.add;
    // Enter takes the first button of a form, which is the one that cancels.
    this.form.elements.name.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.form.requestSubmit(add);
    });
    dialog.addEventListener('close', () => {
      const written = this.form.elements.name.value.trim();
      if (dialog.returnValue === 'add' && written) onAdd(written, this.form.elements.language.value);
    });
  }

  /** Open the question. */
  ask() {
    this.form.reset();
    this.form.elements.language.value = LANGUAGE;
    this.dialog.returnValue = '';
    this.dialog.showModal();
  }
}

// Presses that wait for their answer. The answer is shown to the person who pressed, and to nobody else.

import { act, look } from '/web/api.js';
import { keyOf } from '/web/bubble.js';
import { WORDS } from '/web/words.js';

const PATIENCE_MS = 20000;
const ANSWERS_KEPT = 500;

/** Presses of all people that were made in this page. */
export class Presses {
  /**
   * @param {{changed: () => void, answered: (press: object, column: object) => void,
   *   failed: (text: string, column: object, userId: number) => void}} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.busy = new Set();
    this.waiting = new Map();
    this.answers = new Set();
  }

  /** Say whether a button waits. */
  isBusy(userId, message, data) {
    return this.busy.has(nameOf(userId, message, data));
  }

  /** Press a button as somebody; a button that waits already is left alone. */
  async press(userId, message, data, column) {
    const name = nameOf(userId, message, data);
    if (this.busy.has(name)) return;
    this.mark(name, true);
    try {
      const place = message.ephemeral_id ? { ephemeral_id: message.ephemeral_id } : { message_id: message.message_id };
      // The buttons may just have been edited: then it is the one he saw that he pressed, as with a real client.
      const press = await act('press', { user: userId, chat: message.chat_id, data, stale: true, ...place });
      const timer = setTimeout(() => this.giveUp(press.id), PATIENCE_MS);
      this.waiting.set(press.id, { name, column, userId, timer });
      if (press.answer !== null || this.answers.has(press.id)) await this.settle(press.id);
    } catch (error) {
      this.mark(name, false);
      this.hooks.failed(WORDS.failed(error.message), column, userId);
    }
  }

  /** Hear that a press was answered; it may be one that is still on its way back to this page. */
  async heard(queryId) {
    this.answers.add(queryId);
    if (this.answers.size > ANSWERS_KEPT) this.answers.delete(this.answers.values().next().value);
    await this.settle(queryId);
  }

  async settle(queryId) {
    const wait = this.take(queryId);
    if (wait === undefined) return;
    try {
      this.hooks.answered(await look('press', { id: queryId }), wait.column);
    } catch (error) {
      this.hooks.failed(WORDS.failed(error.message), wait.column, wait.userId);
    }
  }

  giveUp(queryId) {
    const wait = this.take(queryId);
    if (wait !== undefined) this.hooks.failed(WORDS.noAnswer, wait.column, wait.userId);
  }

  take(queryId) {
    const wait = this.waiting.get(queryId);
    if (wait === undefined) return undefined;
    this.waiting.delete(queryId);
    clearTimeout(wait.timer);
    this.mark(wait.name, false);
    return wait;
  }

  mark(name, busy) {
    if (busy) this.busy.add(name);
    else this.busy.delete(name);
    this.hooks.changed();
  }
}

function nameOf(userId, message, data) {
  return `${userId} ${message.chat_id} ${keyOf(message)} ${data}`;
}

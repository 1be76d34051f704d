// Talking to the emulator: its controls, its views, and the stream of its changes.

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? `${response.status} ${response.statusText}`);
  return body;
}

/** Fetch a view, such as `state` or `press`. */
export async function look(view, parameters = {}) {
  const query = new URLSearchParams(parameters);
  return answerOf(await fetch(`/control/${view}?${query}`, { cache: 'no-store' }));
}

/** Let somebody do something; gives the control's result. */
export async function act(control, parameters) {
  const response = await fetch(`/control/${control}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  return (await answerOf(response)).result;
}

/** Give the address of a file that the bot has sent. */
export function fileAddress(fileId) {
  return `/control/file?${new URLSearchParams({ id: fileId })}`;
}

const RETRY_MS = [500, 1000, 2000, 4000];

/**
 * Follows the emulator's changes, for ever.
 *
 * A lost stream is opened again by hand: the emulator may have been started anew, and then its numbers begin at 1
 * again, so each time `begin` is asked where to go on.
 */
export class Changes {
  /**
   * @param {() => Promise<number>} begin loads everything and gives the number of the last change in it
   * @param {(change: object) => void} onChange
   * @param {(online: boolean) => void} onLine
   */
  constructor(begin, onChange, onLine) {
    this.begin = begin;
    this.onChange = onChange;
    this.onLine = onLine;
    this.failures = 0;
    this.source = null;
  }

  async open() {
    try {
      const since = await this.begin();
      this.follow(since);
    } catch {
      this.again();
    }
  }

  follow(since) {
    const source = new EventSource(`/control/events?since=${since}`);
    this.source = source;
    source.onopen = () => {
      this.failures = 0;
      this.onLine(true);
    };
    source.onmessage = (event) => this.onChange(JSON.parse(event.data));
    source.onerror = () => {
      source.close();
      if (this.source === source) this.again();
    };
  }

  again() {
    this.source = null;
    this.onLine(false);
    const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
    this.failures += 1;
    setTimeout(() => this.open(), pause);
  }
}

// Where a link of the bot leads: within the emulated Telegram, or out of it.

/**
 * Read a link.
 *
 * @param {string} url
 * @param {string} botName the bot's username
 * @returns {{kind: 'bot', start: boolean} | {kind: 'message', chatId: number, messageId: number} |
 *   {kind: 'outside', url: string} | {kind: 'none'}}
 */
export function readLink(url, botName) {
  const address = parsed(url);
  if (address === null) return { kind: 'none' };
  if (address.hostname !== 't.me') return { kind: 'outside', url: address.href };
  const [first = '', second = '', third = ''] = address.pathname.split('/').filter(Boolean);
  if (first.toLowerCase() === botName.toLowerCase()) return { kind: 'bot', start: address.searchParams.has('start') };
  if (first === 'c' && /^\d+$/u.test(second)) {
    return { kind: 'message', chatId: Number(`-100${second}`), messageId: Number(third) || 0 };
  }
  return { kind: 'outside', url: address.href };
}

function parsed(url) {
  try {
    const address = new URL(/^[a-z]+:/iu.test(url) ? url : `https://${url}`);
    return address.protocol === 'http:' || address.protocol === 'https:' ? address : null;
  } catch {
    return null;
  }
}

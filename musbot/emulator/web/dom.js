// Making elements. Text enters the page through text nodes alone, so nothing anybody writes is ever read as HTML.

/**
 * Make an element.
 *
 * @param {string} tag
 * @param {string} [className]
 * @param {...(Node|string)} children strings become text nodes
 */
export function el(tag, className = '', ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** Make a button with a name for those who cannot see its picture. */
export function iconButton(icon, label, className = '') {
  const button = el('button', `icon ${className}`.trim(), iconOf(icon));
  button.type = 'button';
  button.title = label;
  button.setAttribute('aria-label', label);
  return button;
}

/** Give one of the pictures that index.html holds. */
export function iconOf(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
}

/** Give a small picture with a meaning of its own. */
export function sign(icon, label) {
  const node = el('span', `sign ${icon}`, iconOf(icon));
  node.title = label;
  node.setAttribute('role', 'img');
  node.setAttribute('aria-label', label);
  return node;
}

const HUES = 7;

/** Give the class of somebody's colour: always the same for the same id. */
export function hueOf(id) {
  return `hue-${Math.abs(Number(id)) % HUES}`;
}

/** Give somebody's round picture with his initials. */
export function avatar(id, name) {
  const words = name.trim().split(/\s+/u);
  const initials = words.slice(0, 2).map((word) => [...word][0] ?? '').join('');
  const node = el('span', `avatar ${hueOf(id)}`, initials.toUpperCase() || '?');
  node.setAttribute('aria-hidden', 'true');
  return node;
}

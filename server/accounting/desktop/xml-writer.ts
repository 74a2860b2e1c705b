const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** What may stand between two tags or in an attribute; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** `content` is XML already. */
export function tag(
  name: string,
  content: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

export function textTag(name: string, text: string): string {
  return tag(name, escapeXml(text));
}

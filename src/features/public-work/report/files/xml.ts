import { escapeXml } from '@/lib/files/escape-xml';

/** An element; what is in it is a text, or elements. Line breaks in a text become spaces. */
export function element(
  name: string,
  content: string | readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const open = `<${name}${written.join('')}`;
  if (content.length === 0) return `${open}/>`;
  if (typeof content === 'string')
    return `${open}>${escapeXml(content.replace(/\s+/g, ' '))}</${name}>`;
  return `${open}>\n${content.join('\n').replace(/^/gm, ' ')}\n</${name}>`;
}

/** Elements that are there only with a text. */
export const optional = (name: string, text: string | null | undefined): string[] =>
  text ? [element(name, text)] : [];

export const xmlDocument = (root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

export const XML_TYPE = 'application/xml';

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'steps'; lines: string[] }
  | { kind: 'picture'; text: string; name: string };

export interface GuidePage {
  title: string;
  blocks: Block[];
}

const PICTURE = /^!\[(.+)\]\(\S*?([\w-]+)\.webp\)$/;

/** The little Markdown of docs/guide: a title, headings, paragraphs, numbered steps, pictures. */
export function parseGuide(markdown: string): GuidePage {
  const [title = '', ...parts] = markdown.trim().split(/\n{2,}/);
  return { title: title.replace(/^# /, ''), blocks: parts.map(toBlock) };
}

function toBlock(part: string): Block {
  const [, text, name] = PICTURE.exec(part) ?? [];
  if (text && name) return { kind: 'picture', text, name };
  if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) };
  if (part.startsWith('1. ')) {
    return { kind: 'steps', lines: part.split('\n').map((line) => line.replace(/^\d+\. /, '')) };
  }
  return { kind: 'text', text: part };
}

import type { LineRole, ReadLine } from '@/entities/determination/reading';

/** A line as the readers see it. */
export interface SourceLine {
  /** From 0, in the pasted text. */
  index: number;
  /** From 0, among the lines that mean something. */
  at: number;
  /** As it was pasted. */
  raw: string;
  /** Plain spaces, dashes and quotes, no spaces at either end. */
  text: string;
  /** Columns before the text. */
  indent: number;
}

const TAB_COLUMNS = 4;

const PLAIN: [RegExp, string][] = [
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u200b-\u200f\u2060\ufeff\u00ad\f\v\0]/g, ''],
  [/\u2026/g, '...'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018\u2019\u201a]/g, "'"],
  [/[\u201c\u201d\u201e]/g, '"'],
  [/\uff04/g, '$'],
];

/** At least two columns, since two spaces separate cells. */
const spread = (text: string): string => {
  let line = '';
  for (const character of text)
    line +=
      character === '\t'
        ? ' '.repeat(Math.max(2, TAB_COLUMNS - (line.length % TAB_COLUMNS)))
        : character;
  return line;
};

export function sourceLines(text: string): SourceLine[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((raw, index) => {
    const plain = spread(PLAIN.reduce((line, [from, to]) => line.replace(from, to), raw));
    const trimmed = plain.trim();
    return {
      index,
      at: index,
      raw,
      text: trimmed,
      indent: plain.length - plain.trimStart().length,
    };
  });
}

const PAGE_MARKS = [
  /^(?:page\s*)?\d{1,3}\s*(?:of|\/)\s*\d{1,3}$/i,
  /^page\s*:?\s*\d{1,3}$/i,
  /^-?\s*\d{1,3}\s*-?$/,
  /^(?:https?:\/\/|www\.)\S+(?:\s+\d+\/\d+)?$/i,
  /^\d{1,2}\/\d{1,2}\/\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[AP]\.?M\.?)?(?:\s+\S.*)?$/i,
  /^(?:beta\.)?sam\.gov(?:\s.*)?$/i,
  /^about:blank(?:\s+\d+\/\d+)?$/i,
];

const isPageMark = (text: string): boolean => PAGE_MARKS.some((mark) => mark.test(text));

export const isRule = (text: string): boolean => /^[-=_*~]{4,}$/.test(text);

/** A leader of dots to an amount: such a line is a rate, or it is unread. Never plain text. */
const looksLikeRate = (text: string): boolean => /\.{2,}\s*\$?\s*\d*\.\d|\.\$\s*\d*\.\d/.test(text);

/** What each line was read as. A role is given once; what has none in the end is unread. */
export class LineRoles {
  readonly #lines: SourceLine[];
  readonly #roles: (LineRole | undefined)[];

  constructor(lines: SourceLine[]) {
    this.#lines = lines;
    this.#roles = lines.map(({ text }) =>
      text === '' ? 'blank' : isPageMark(text) ? 'page' : isRule(text) ? 'rule' : undefined,
    );
  }

  set(line: SourceLine, role: LineRole): void {
    this.#roles[line.index] ??= role;
  }

  /** For text that is known as such: a rate in its middle stays unread. */
  setText(line: SourceLine, role: LineRole): void {
    this.set(line, looksLikeRate(line.text) ? 'unread' : role);
  }

  /**
   * The lines that mean something, in order. Marks of pages are left out, as if they were not there,
   * and so are the blank lines of a text that has one after every line.
   */
  content(): SourceLine[] {
    const lines = this.#lines.filter(({ index }) => this.#roles[index] !== 'page');
    const content = isDoubleSpaced(lines)
      ? lines.filter((line, at) => line.text !== '' || lines[at + 1]?.text === '')
      : lines;
    return content.map((line, at) => ({ ...line, at }));
  }

  read(): ReadLine[] {
    return this.#lines.map(({ index, raw }) => ({
      number: index + 1,
      text: raw,
      role: this.#roles[index] ?? 'unread',
    }));
  }
}

function isDoubleSpaced(lines: SourceLine[]): boolean {
  let texts = 0;
  let followed = 0;
  for (const [at, { text }] of lines.entries()) {
    if (text === '') continue;
    texts += 1;
    if (lines[at + 1] && lines[at + 1]?.text !== '') followed += 1;
  }
  return texts > 10 && followed <= texts * 0.15;
}

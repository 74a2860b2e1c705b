/** What copying from a browser or a PDF does to a text. */

const everyNth = (text: string, n: number, added: (at: number) => string[]): string =>
  text
    .split('\n')
    .flatMap((line, at) => (at > 0 && at % n === 0 ? [...added(at), line] : [line]))
    .join('\n');

export const MESSES: Record<string, (text: string) => string> = {
  'CRLF and spaces at the end': (text) => text.replaceAll('\n', '   \r\n'),
  'non-breaking spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'tabs for indents and columns': (text) =>
    text.replace(/^ {5}(?=\S)/gm, '\t').replace(/(?<=\d) {6,}(?=\d)/g, '\t'),
  'a blank line after every line': (text) => text.replaceAll('\n', '\n\n'),
  'page numbers and addresses of pages': (text) =>
    everyNth(text, 23, (at) => [
      `7/31/26, 9:15 AM SAM.gov`,
      `https://sam.gov/wage-determination/VA20260195/2 ${at / 23}/9`,
      `Page ${at / 23} of 9`,
    ]),
  'ellipsis characters for leaders': (text) => text.replaceAll('...', '…'),
  'rates wrapped into the next line': (text) => text.replace(/(\.{3,}\$) (?=\d)/g, '$1\n'),
  'fringes wrapped into the next line': (text) =>
    text.replace(/(\.{3,}\$ [\d.]+) {6,}(?=\S)/g, '$1\n'),
};

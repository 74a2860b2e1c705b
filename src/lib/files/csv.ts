/** `fixed` is a figure written out already, such as `8.50`. */
export type CsvValue = string | number | { fixed: string } | null;

/**
 * What a spreadsheet would take for a formula, full-width signs included. Where lists are separated by
 * semicolons it splits at those, and at line breaks whether quoted or not: a cell begins there as well.
 */
const FORMULA = /(^|[;\r\n][^\S\r\n]*)([=+\-@＝＋－＠]|(?<=^)[\t\r])/g;
/** The same with the apostrophe that defuses it. */
const DEFUSED = /(^|[;\r\n][^\S\r\n]*)'([=+\-@＝＋－＠]|(?<=^')[\t\r])/g;

const defused = (text: string): string => text.replace(FORMULA, "$1'$2");

/** A cell of our own files as it was. */
export const undefused = (text: string): string => text.replace(DEFUSED, '$1$2');

/**
 * A cell by RFC 4180. Words that a spreadsheet would run as a formula get an apostrophe before
 * them (OWASP's advice); numbers are ours and stay numbers.
 */
function csvCell(value: CsvValue, separator: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.fixed;
  const text = defused(value);
  return /["\r\n]/.test(text) || text.includes(separator)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** Lines end in CRLF, the last one included. */
export function csvText(rows: readonly (readonly CsvValue[])[], separator = ','): string {
  return rows
    .map((row) => `${row.map((value) => csvCell(value, separator)).join(separator)}\r\n`)
    .join('');
}

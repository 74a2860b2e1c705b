/** `fixed` is a figure written out already, such as `8.50`. */
export type CsvValue = string | number | { fixed: string } | null;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A cell by RFC 4180. Words that a spreadsheet would run as a formula get an apostrophe before
 * them (OWASP's advice); numbers are ours and stay numbers.
 */
function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.fixed;
  const defused = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** Lines end in CRLF, the last one included. */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

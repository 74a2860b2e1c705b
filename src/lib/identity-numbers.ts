/**
 * Social security numbers in files and fields. All nine digits never leave the browser; the last four
 * are all the server ever gets.
 */

/** In their groups or together, not part of a longer number; none begins with three zeros. */
const NINE_DIGITS = /(?<!\d)((?!000)\d{3}[^0-9A-Za-z]{0,3}\d{2}[^0-9A-Za-z]{0,3})(\d{4})(?!\d)/g;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const IDENTITY_HEADING =
  /(?:^|[^a-z])(?:ssn|s\.s\.n\.?|ss ?#|ss ?no\.?|ss number|soc(?:ial)?\.? ?sec(?:urity)?\.? ?(?:number|no\.?|num\.?|#)|tax ?id|taxpayer id|itin|n[uú]mero de seguro social|seguro social)(?:$|[^a-z])/i;
/** Spreadsheets drop leading zeros: 012-34-5678 is stored as 12345678. */
const CUT_DIGITS = /\d{5,9}/;

export function hasNineDigits(text: string): boolean {
  return !UUID.test(text) && new RegExp(NINE_DIGITS.source).test(text);
}

/** `123-45-6789` becomes `6789`, wherever it stands in the text. */
export function cutNineDigits(text: string): string {
  return UUID.test(text) ? text : text.replace(NINE_DIGITS, '$2');
}

/** Whether a column is called after the number; "Social Security (Employee)" is a tax. */
export const isIdentityHeading = (heading: string): boolean => IDENTITY_HEADING.test(heading);

/** Cells of a column of such numbers: the last four digits, or what was masked already. */
function cutCell(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length > 4 ? digits.slice(-4) : text;
}

export interface CutTable {
  headings: string[];
  rows: string[][];
  /** How many cells were cut. */
  count: number;
}

const DASHED = /^\d{3}-\d{2}-\d{4}$/;

/**
 * The table without full numbers. Columns that are called after them or hold dashed ones are cut in
 * any file; with `everywhere`, any nine digits are, as a check number or a name could hide one.
 */
export function cutIdentityNumbers(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  everywhere: boolean,
): CutTable {
  const isCut = headings.map(
    (heading, at) =>
      isIdentityHeading(heading) || rows.some((cells) => DASHED.test((cells[at] ?? '').trim())),
  );
  let count = 0;
  const cut = (text: string, at: number): string => {
    const next =
      isCut[at] && CUT_DIGITS.test(text.replace(/[^0-9A-Za-z]/g, ''))
        ? cutCell(text)
        : everywhere
          ? cutNineDigits(text)
          : text;
    if (next !== text) count += 1;
    return next;
  };
  return {
    headings: headings.map((heading) => cutNineDigits(heading)),
    rows: rows.map((cells) => cells.map(cut)),
    count,
  };
}

type Row = Record<string, string>;

/** `Maria Elena Lopez` or `Lopez, Maria Elena`; the last word, or what is before the comma, is the last name. */
function partsOf(name: string): { first: string; last: string } {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first !== undefined) return { first, last };
  const words = last.split(/\s+/);
  return words.length === 1
    ? { first: last, last: '' }
    : { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' };
}

/** Lists that have a person's name in one cell; what stands in cells of its own wins. */
export function splitFullName({ full_name = '', ...row }: Row): Row {
  if (full_name.trim() === '') return row;
  const { first, last } = partsOf(full_name.trim());
  return { ...row, first_name: row['first_name'] || first, last_name: row['last_name'] || last };
}

const HEADINGS = ['first name', 'first_name', 'firstname', 'nombre'];
/** A phone number may begin with a plus, a rate with a minus that has a reason of its own. */
const isFormula = ([key, cell]: readonly [string, string]): boolean =>
  /^[=@]/.test(cell) ||
  (cell.startsWith('+') && key !== 'phone') ||
  (/^-./.test(cell) && key !== 'rate');

/** What is wrong with a row of people as text, as a key of `import-faults`. */
export function personRowProblem(row: Row): string | null {
  const cells = Object.entries(row).map(([key, cell]) => [key, cell.trim()] as const);
  if (cells.some(([, cell]) => cell.includes('\uFFFD'))) return 'letters_broken';
  if (cells.some(([, cell]) => /\p{Cc}/u.test(cell))) return 'control_characters';
  if (cells.some(isFormula)) return 'formula';
  return HEADINGS.includes(row['first_name']?.toLowerCase() ?? '') ? 'heading_repeated' : null;
}

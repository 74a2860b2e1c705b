export type RowProblem = 'quote_open' | 'quote_misplaced' | 'too_many_cells' | 'other_separator';

export interface DelimitedRow {
  cells: string[];
  /** What is wrong with the row as text, whatever its cells mean. */
  problem: RowProblem | null;
}

const SEPARATORS = ['\t', ';', ','] as const;

/**
 * Rows of pasted or uploaded text: CSV by RFC 4180, or what a spreadsheet puts on the clipboard
 * (tabs). The separator is whichever of tab, semicolon and comma the first line has most of.
 * Empty rows are left out.
 */
export function parseDelimited(text: string): DelimitedRow[] {
  // A zero character is no text, and databases refuse it: shown as the unreadable letter it is.
  const source = text.replace(/^\uFEFF/, '').replaceAll('\0', '\uFFFD');
  const separator = guessSeparator(source);
  const rows = splitRows(source, separator).filter(({ cells }) =>
    cells.some((value) => value !== ''),
  );
  const width = rows[0]?.cells.length ?? 0;
  return rows.map(({ cells, problem }) => ({
    cells,
    problem: problem ?? shapeProblem(cells, width, separator),
  }));
}

/** Rows and cells of a text whose separator is known. */
export function splitRows(source: string, separator: string): DelimitedRow[] {
  const rows: DelimitedRow[] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'plain' | 'quoted' | 'closed' = 'plain';
  let problem: RowProblem | null = null;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
    state = 'plain';
  };
  const endRow = () => {
    endCell();
    rows.push({ cells: row, problem });
    row = [];
    problem = null;
  };
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (state === 'quoted') {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') cell += source[++at];
      else state = 'closed';
    } else if (character === '"' && cell === '' && state === 'plain') state = 'quoted';
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') {
      if (state === 'closed' && character.trim() !== '') problem ??= 'quote_misplaced';
      cell += character;
    }
  }
  if (state === 'quoted') problem = 'quote_open';
  endRow();
  return rows;
}

function shapeProblem(cells: string[], width: number, separator: string): RowProblem | null {
  if (cells.slice(width).some((value) => value !== '')) return 'too_many_cells';
  const others = SEPARATORS.filter((mark) => mark !== separator);
  const [only = ''] = cells;
  const isWhole = cells.length === 1 && width > 1;
  return isWhole && others.some((mark) => only.split(mark).length >= width)
    ? 'other_separator'
    : null;
}

function guessSeparator(text: string): string {
  const firstLine = text.split('\n', 1)[0] ?? '';
  const counts = SEPARATORS.map((mark) => [mark, firstLine.split(mark).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

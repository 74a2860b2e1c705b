import {
  cellOf,
  type FactSource,
  type FactTable,
  type Grid,
  isBlank,
  isTotal,
} from '@/features/public-work/facts/formats/fact-table';
import { readGusto } from '@/features/public-work/facts/formats/gusto';
import { readPaychexLines } from '@/features/public-work/facts/formats/paychex';
import { readPayrollSummary } from '@/features/public-work/facts/formats/quickbooks';
import { roleOf } from '@/features/public-work/facts/formats/role-of';
import { MONEY } from '@/features/public-work/facts/formats/roles';

/** Headings stand under the name of the company and of the report. */
const MAX_LINES_ABOVE = 30;

/** Headings that only one system prints. */
const SIGNS: readonly (readonly [FactSource, readonly RegExp[]])[] = [
  ['sage', [/^pay ?id$/i, /^certified$/i, /^(units|extra)$/i]],
  ['adp', [/^check\/voucher number$/i]],
  ['adp', [/ - employee tax$/i]],
  ['adp', [/^(file ?(#|number)|associate id|position id)$/i, /^gross( pay)?$/i]],
  ['gusto', [/^employee first name$/i, /^payroll end date$/i]],
  ['gusto', [/^gross earnings$/i, /\(employee\)$/i]],
  ['paychex', [/^ee name$/i]],
  ['paychex', [/\/ee$/i, /\/er$/i]],
  ['quickbooks', [/^adjusted gross( pay)?$/i]],
  ['quickbooks', [/^(pay|payroll) period$/i, /^net pay$/i, /^employee taxes/i]],
];

/** A payroll file as one table, and the system it is from. Null: no table with people and columns. */
export function readFacts(grid: Grid): FactTable | null {
  return readGusto(grid) ?? readPaychexLines(grid) ?? readPayrollSummary(grid) ?? readFlat(grid);
}

/** One row for each check under one row of headings. */
function readFlat(grid: Grid): FactTable | null {
  const scores = grid.slice(0, MAX_LINES_ABOVE).map(headingScore);
  const best = Math.max(0, ...scores);
  const at = best > 0 ? scores.indexOf(best) : 0;
  const headings = (grid[at] ?? []).map((cell) => cell.trim());
  const body = grid.slice(at + 1);
  if (headings.length < 2 || body.length === 0) return null;
  const source = sourceOf(headings);
  const rows = body.flatMap((cells, index) =>
    isBlank(cells) || isTotal(cells) || isRepeated(cells, headings)
      ? []
      : [{ line: at + index + 2, cells: headings.map((_, column) => cellOf(cells, column)) }],
  );
  const roles = headings.map(roleOf);
  return {
    source,
    headings,
    rows,
    hoursOnly: source === 'sage' && !roles.some((role) => role !== null && MONEY.has(role)),
  };
}

/** How many of the cells are headings of people, dates and money. */
function headingScore(cells: readonly string[]): number {
  const roles = cells.map((cell) => (cell.trim() === '' ? null : roleOf(cell)));
  const known = new Set(roles.filter((role) => role !== null && role !== 'ignored'));
  return known.size >= 2 ? roles.filter((role) => role !== null).length : 0;
}

/** Reports on several pages print their headings on each. */
const isRepeated = (cells: readonly string[], headings: readonly string[]): boolean =>
  headings.every((heading, column) => cellOf(cells, column) === heading);

function sourceOf(headings: readonly string[]): FactSource {
  const has = (sign: RegExp) => headings.some((heading) => sign.test(heading));
  return SIGNS.find(([, signs]) => signs.every(has))?.[0] ?? 'other';
}

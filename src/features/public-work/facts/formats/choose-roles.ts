import type { FactTable } from '@/features/public-work/facts/formats/fact-table';
import { centsIn } from '@/features/public-work/facts/formats/money';
import { roleOf } from '@/features/public-work/facts/formats/role-of';
import { type ColumnRole, MONEY, ROLES, SINGLE } from '@/features/public-work/facts/formats/roles';

/** Role of each column; null: it has amounts, and nothing says what they are. */
export type ColumnRoles = readonly (ColumnRole | null)[];

/**
 * What each column is: as it was chosen for a file like this before, else by its heading. Amounts are
 * never taken from a column of texts, and a second gross or net column is left out.
 */
export function chooseRoles(
  { headings, rows }: FactTable,
  remembered: Readonly<Record<string, string>> = {},
): ColumnRoles {
  const taken = new Set<ColumnRole>();
  const roles = headings.map((heading, at): ColumnRole | null => {
    const cells = rows.map((row) => row.cells[at] ?? '');
    const known = ROLES.find((role) => role === remembered[heading]);
    const role = known ?? numbered(roleOf(heading), cells);
    const isMoney = cells.every((cell) => sumIn(cell) !== undefined);
    const hasMoney = isMoney && cells.some((cell) => (sumIn(cell) ?? 0) !== 0);
    if (role === null) return hasMoney ? null : 'ignored';
    if (MONEY.has(role) && !hasMoney && !known) return isMoney ? role : 'ignored';
    if (SINGLE.has(role) && taken.has(role)) return 'ignored';
    taken.add(role);
    return role;
  });
  // Where the file has a gross, its parts would count twice.
  return taken.has('gross_all')
    ? roles.map((role) => (role === 'earnings' ? 'ignored' : role))
    : roles;
}

/** A column of people that holds digits alone holds their numbers. */
const numbered = (role: ColumnRole | null, cells: readonly string[]): ColumnRole | null =>
  role === 'employee' && cells.every((cell) => /^[\dA-Z]*\d$/.test(cell.trim()))
    ? 'employee_number'
    : role;

/** Cents of a cell; several amounts of one check are joined by a plus. Undefined: no amount. */
export function sumIn(text: string): number | null | undefined {
  const parts = text.split(' + ').map((part) => centsIn(part));
  if (parts.includes(undefined)) return undefined;
  const given = parts.filter((part) => part !== null) as number[];
  return given.length === 0 ? null : given.reduce((sum, part) => sum + part, 0);
}

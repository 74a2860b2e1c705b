import type { FactLine } from '@/features/public-work/facts/fact-line';
import type { FactSource } from '@/features/public-work/facts/formats/fact-table';
import { plainText } from '@/lib/plain-text';

export interface Known {
  id: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  active: boolean;
  external_ids?: Record<string, string>;
}

/** Whom a line means; null: nobody here, several, or somebody to confirm. */
export interface Match {
  employeeId: string | null;
  /** Has this name, and nothing else says so. */
  suggestedId?: string;
  reason: 'chosen' | 'remembered' | 'payroll_id' | 'number' | 'suggested' | 'unknown' | 'several';
}

/** Where the number of a person in a payroll system is stored. */
const ID_KEYS: Record<FactSource, readonly string[]> = {
  adp: ['adp_file_number', 'adp_run_id'],
  paychex: ['paychex_worker_id'],
  gusto: ['gusto_employee_id'],
  quickbooks: ['quickbooks_name'],
  sage: ['sage_employee', 'sage_100_employee'],
  other: [],
};

const tidy = (text: string): string =>
  plainText(text).replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim();
/** Leading zeros are filling. */
const plainId = (text: string | null | undefined): string =>
  (text ?? '').trim().toLowerCase().replace(/^0+/, '');

/** `Vega, Luis A.` and `Luis A. Vega` as `luis vega`; middle names and suffixes say nothing here. */
function nameForms(name: string): string[] {
  const [last = '', first] = name.split(',').map((part) => tidy(part));
  const given = first === undefined ? tidy(name) : `${first} ${last}`;
  const parts = given.split(' ').filter((part) => !/^(jr|sr|ii|iii|iv)$/.test(part));
  const short =
    first === undefined
      ? `${parts[0] ?? ''} ${parts.at(-1) ?? ''}`
      : `${first.split(' ')[0] ?? ''} ${last}`;
  return [...new Set([given, parts.join(' '), short.trim()])];
}

/** Of a namesake who left and one who works here, the latter; null: several. */
function only(found: readonly Known[]): Known | null {
  const working = found.filter(({ active }) => active);
  const rest = working.length > 0 ? working : found;
  return rest.length === 1 ? (rest[0] ?? null) : null;
}

function withName(name: string, people: readonly Known[]): Known[] {
  for (const form of nameForms(name)) {
    const named = people.filter(
      ({ first_name, last_name }) => tidy(`${first_name} ${last_name}`) === form,
    );
    if (named.length > 0) return named;
  }
  return [];
}

/**
 * People of a payroll file among ours: as it was chosen before, by the number the payroll system has for
 * them, or by our own number where the file has no other name beside it: a number of theirs may be
 * somebody else's here. A name alone is a suggestion for a person to confirm.
 */
export function matchPerson(
  line: Pick<FactLine, 'name' | 'number' | 'workerKey'>,
  people: readonly Known[],
  remembered: ReadonlyMap<string, string>,
  source: FactSource = 'other',
): Match {
  const before = remembered.get(line.workerKey);
  if (before !== undefined && people.some(({ id }) => id === before))
    return { employeeId: before, reason: 'remembered' };
  const hasName = line.name !== '' && line.name !== line.number;
  const number = plainId(line.number);
  const theirs = people.filter(
    ({ external_ids }) =>
      number !== '' && ID_KEYS[source].some((key) => plainId(external_ids?.[key]) === number),
  );
  if (theirs.length === 1 && theirs[0]) return { employeeId: theirs[0].id, reason: 'payroll_id' };
  const ours = people.filter((one) => number !== '' && plainId(one.employee_number) === number);
  if (!hasName) {
    const one = only(ours);
    if (one) return { employeeId: one.id, reason: 'number' };
    return { employeeId: null, reason: ours.length > 1 ? 'several' : 'unknown' };
  }
  const named = withName(line.name, people);
  const both = only(named.filter((one) => ours.includes(one)));
  if (both) return { employeeId: both.id, reason: 'number' };
  const one = only(named);
  if (one) return { employeeId: null, suggestedId: one.id, reason: 'suggested' };
  return { employeeId: null, reason: named.length > 1 ? 'several' : 'unknown' };
}

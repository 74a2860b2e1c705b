import type { FactLine } from '@/features/public-work/facts/fact-line';
import { plainText } from '@/lib/plain-text';

export interface Known {
  id: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  active: boolean;
}

/** Whom a line means; null: nobody here, or several. */
export interface Match {
  employeeId: string | null;
  reason: 'chosen' | 'remembered' | 'name' | 'number' | 'unknown' | 'several';
}

const tidy = (text: string): string =>
  plainText(text).replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim();

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

/**
 * People of a payroll file among ours: as it was chosen before, else by name, else by number where the
 * file has no name. A number of theirs may be somebody else's here, so a name decides.
 */
export function matchPerson(
  line: Pick<FactLine, 'name' | 'number' | 'workerKey'>,
  people: readonly Known[],
  remembered: ReadonlyMap<string, string>,
): Match {
  const before = remembered.get(line.workerKey);
  if (before !== undefined && people.some(({ id }) => id === before))
    return { employeeId: before, reason: 'remembered' };
  const hasName = line.name !== '' && line.name !== line.number;
  const number = line.number.toLowerCase();
  const numbered = (among: readonly Known[]) =>
    among.filter(
      ({ employee_number }) =>
        number !== '' &&
        employee_number?.toLowerCase().replace(/^0+/, '') === number.replace(/^0+/, ''),
    );
  if (!hasName) return only(numbered(people), 'number');
  for (const form of nameForms(line.name)) {
    const named = people.filter(
      ({ first_name, last_name }) => tidy(`${first_name} ${last_name}`) === form,
    );
    if (named.length > 0)
      return only(named.length > 1 && number !== '' ? numbered(named) : named, 'name', named);
  }
  return { employeeId: null, reason: 'unknown' };
}

/** The one that is meant; of a namesake who left and one who works here, the latter. */
function only(
  found: readonly Known[],
  reason: 'name' | 'number',
  named: readonly Known[] = found,
): Match {
  const candidates = found.length > 0 ? found : named;
  const working = candidates.filter(({ active }) => active);
  const rest = working.length > 0 ? working : candidates;
  const [one] = rest;
  if (rest.length === 1 && one) return { employeeId: one.id, reason };
  return { employeeId: null, reason: rest.length > 1 ? 'several' : 'unknown' };
}

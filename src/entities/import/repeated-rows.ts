import type { ImportRow, RowAnswer } from '@/entities/import/import-rows';
import type { ListName } from '@/entities/import/lists';

type Key = readonly [name: string, textOf: (row: ImportRow) => string];

const cell =
  (column: string) =>
  (row: ImportRow): string =>
    (row[column] ?? '').trim().toLowerCase();
const fullName = (row: ImportRow): string =>
  `${row['first_name'] ?? ''} ${row['last_name'] ?? ''}`.trim().toLowerCase();

/** What rows of a list are recognized by. Without an email and a number, people are known by their name. */
function keysOf(list: ListName, row: ImportRow): readonly Key[] {
  if (list === 'cost_codes') return [['code', cell('code')]];
  if (list !== 'employees') return [];
  const keys: Key[] = [
    ['email', cell('email')],
    ['number', cell('employee_number')],
  ];
  const given = keys.filter(([, textOf]) => textOf(row) !== '');
  return given.length > 0 ? given : [['person', fullName]];
}

/**
 * The answers for rows that are to be added: one that an earlier row or the company has already is
 * refused with the reason, where import_rows() would change what is there.
 */
export function onlyNew(
  list: ListName,
  rows: readonly ImportRow[],
  answers: readonly RowAnswer[],
): RowAnswer[] {
  const seen = new Set<string>();
  return answers.map((answer) => {
    const row = rows[answer.index] ?? {};
    const keys = keysOf(list, row);
    const repeated = keys.find(([name, textOf]) => seen.has(`${name} ${textOf(row)}`));
    for (const [name, textOf] of [...keys, ['person', fullName] as Key])
      seen.add(`${name} ${textOf(row)}`);
    const [first] = keys;
    if (answer.result === 'error' || !first) return answer;
    const message = repeated
      ? `${repeated[0]}_repeated`
      : answer.result === 'new'
        ? null
        : `${first[0]}_taken`;
    return message ? { ...answer, result: 'error', message } : answer;
  });
}

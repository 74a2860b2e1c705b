import { dateIn } from '@/features/public-work/facts/formats/dates';
import { type Known, type Match, matchPerson } from '@/features/public-work/facts/match-people';
import { stateCode } from '@/features/public-work/report/files/state-names';
import { isIdentityHeading } from '@/lib/identity-numbers';

export const WORKER_COLUMNS = [
  'name',
  'number',
  'ssn',
  'street',
  'street2',
  'city',
  'state',
  'zip',
  'exemptions',
  'birthDate',
  'phone',
  'email',
  'gender',
  'ethnicity',
  'veteran',
] as const;
export type WorkerColumn = (typeof WORKER_COLUMNS)[number];

/**
 * What portals ask of a worker and the server never gets. It is read from a file in this browser, lives
 * in the state of a dialog, and is gone with it: not in a query, not in a store, not in a log.
 */
export type LocalWorker = Readonly<Partial<Record<WorkerColumn, string>>>;

const HEADINGS: readonly [WorkerColumn, RegExp][] = [
  ['street2', /^(address|street|line) ?(line )?2|^(apt|unit|suite)/],
  ['street', /street|address|direcci[oó]n|calle/],
  ['city', /city|town|ciudad/],
  ['state', /^(home )?state|^estado|province/],
  ['zip', /zip|postal/],
  ['exemptions', /exempt|allowance|withholding|dependent|exenc/],
  ['birthDate', /birth|dob|nacimiento/],
  ['phone', /phone|tel[eé]fono|mobile|cell/],
  ['email', /e-?mail|correo/],
  ['gender', /gender|sex/],
  ['ethnicity', /ethnic|race/],
  ['veteran', /veteran/],
  [
    'number',
    /(employee|worker|file|emp)\.? ?(number|no\.?|#|id)|^number$|^id$|n[uú]mero de empleado/,
  ],
];

const FIRST = /first|given|^nombre$/;
const LAST = /last|surname|family|apellido/;

/** Nine digits; spreadsheets drop the zeros in front. Anything else is none. */
function readSsn(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 9 && !/[A-Za-z*]/.test(text)
    ? digits.padStart(9, '0')
    : '';
}

/** Years of two digits are of the last hundred years: nobody is born in the future. */
function readBirthDate(text: string): string {
  const date = dateIn(text) ?? '';
  const isShort = /[/.-]\d{2}$/.test(text.trim()) && date.startsWith('20');
  return isShort && Number(date.slice(2, 4)) > 15 ? `19${date.slice(2)}` : date;
}

const readers: Partial<Record<WorkerColumn, (text: string) => string>> = {
  ssn: readSsn,
  zip: (text) => (/^\d{4}$/.test(text) ? `0${text}` : text),
  state: (text) => stateCode(text) || text,
  exemptions: (text) => text.replace(/\.0+$/, ''),
  birthDate: readBirthDate,
};

/** Which column a heading is; null: not one of ours. */
export function columnOf(heading: string): WorkerColumn | 'first' | 'last' | null {
  if (isIdentityHeading(heading)) return 'ssn';
  const plain = heading.toLowerCase().replaceAll('_', ' ').trim();
  const found = HEADINGS.find(([, form]) => form.test(plain))?.[0];
  if (found) return found;
  if (FIRST.test(plain)) return 'first';
  if (LAST.test(plain)) return 'last';
  return /name|nombre|worker|employee|trabajador/.test(plain) ? 'name' : null;
}

export interface ListedWorker {
  worker: LocalWorker;
  match: Match;
}

export interface WorkerList {
  columns: readonly WorkerColumn[];
  lines: readonly ListedWorker[];
}

/** The rows of a list with whom they mean; null: no headings of ours in it. */
export function readWorkerList(
  grid: readonly (readonly string[])[],
  people: readonly Known[],
): WorkerList | null {
  const at = grid.findIndex((cells) => {
    const known = cells.map(columnOf);
    return known.filter((column) => column !== null).length >= 2;
  });
  const columns = (grid[at] ?? []).map(columnOf);
  const hasWho = columns.some(
    (column) => column === 'name' || column === 'last' || column === 'number',
  );
  if (at < 0 || !hasWho) return null;
  const lines = grid.slice(at + 1).flatMap((cells) => {
    const cell = (wanted: WorkerColumn | 'first' | 'last') =>
      (cells[columns.indexOf(wanted)] ?? '').trim();
    const name = cell('name') || [cell('first'), cell('last')].filter(Boolean).join(' ');
    const number = cell('number');
    if (!name && !number) return [];
    const entries = WORKER_COLUMNS.map((column) => {
      const text = column === 'name' ? name : cell(column);
      return [column, readers[column]?.(text) ?? text] as const;
    });
    const worker: LocalWorker = Object.fromEntries(entries.filter(([, text]) => text !== ''));
    const { employeeId, suggestedId, reason } = matchPerson(
      { name, number, workerKey: '' },
      people,
      new Map(),
    );
    // The list is shown with whom it found before a file is made, and is stored nowhere.
    return [{ worker, match: { employeeId: employeeId ?? suggestedId ?? null, reason } }];
  });
  const present = WORKER_COLUMNS.filter((column) =>
    column === 'name'
      ? columns.includes('name') || columns.includes('last')
      : columns.includes(column),
  );
  return { columns: present, lines };
}

/** By employee; of two lines of one person the later counts. */
export const matchedWorkers = (list: WorkerList): ReadonlyMap<string, LocalWorker> =>
  new Map(
    list.lines.flatMap(({ worker, match }) =>
      match.employeeId === null ? [] : [[match.employeeId, worker] as const],
    ),
  );

/** 000, 666 and 9xx are given to nobody, nor 00 or 0000 in the other groups. */
export const isSsn = (text: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(text);

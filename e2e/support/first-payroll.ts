import type { Client } from './api.ts';
import { must } from './api.ts';

/**
 * Two weeks of a crew of twelve, made of the examples of docs/rules, so that what each person
 * earns is known to the cent. Times are local in Denver, which is at UTC-6 in both weeks.
 */
export const ZONE = 'America/Denver';
export const FIRST = { start: '2026-03-09', end: '2026-03-15' };
export const SECOND = { start: '2026-03-16', end: '2026-03-22' };

export interface Member {
  number: string;
  first: string;
  last: string;
  title: string;
  rate: string;
  /** Which vector the first week of this person is. */
  vector: string;
}

export const CREW: readonly Member[] = [
  ['000101', 'Maria', 'Lopez', 'Carpenter', '32.50', 'GOLD-1'],
  ['000102', 'Ben', 'Ortiz', 'Laborer', '20.00', 'OT-F1'],
  ['000103', 'Cora', 'Diaz', 'Carpenter', '30.00', 'OT-F2'],
  ['000104', 'Dev', 'Patel', 'Laborer', '10.00', 'OT-R1'],
  ['000105', 'Ed', 'Novak', 'Carpenter', '32.50', 'OT-R2'],
  ['000106', 'Fay', 'Kim', 'Laborer', '20.00', 'OT-R4'],
  ['000107', 'Gus', 'Reed', 'Carpenter', '28.00', 'OT-R7'],
  ['000108', 'Hal', 'Stone', 'Laborer', '20.00', 'OT-F6'],
  ['000109', 'Ivy', 'Chan', 'Laborer', '20.00', 'OT-W2'],
  ['000110', 'Jon', 'Webb', 'Mason', '31.55', 'AR-1'],
  ['000111', 'Kat', 'Moss', 'Mason', '27.25', 'AR-4'],
  ['000112', 'Leo', 'Bauer', 'Laborer', '20.00', 'AR-3'],
].map(([number = '', first = '', last = '', title = '', rate = '', vector = '']) => ({
  number,
  first,
  last,
  title,
  rate,
  vector,
}));

export type ProjectNumber = 'P100' | 'P200' | 'P300';

interface Shift {
  person: string;
  day: number;
  from: string;
  /** Null: forgot to clock out. */
  to: string | null;
  project: ProjectNumber;
  code: string;
  meal?: [from: string, to: string];
}

const CARPENTRY = '06 10 00';
const CLEANING = '01 74 00';
const NOON: [string, string] = ['12:00', '12:30'];

/** Days of so many hours from 07:00 on. */
function days(
  person: string,
  hours: Record<number, number>,
  project: ProjectNumber,
  code = CARPENTRY,
): Shift[] {
  return Object.entries(hours).map(([day, length]) => ({
    person,
    day: Number(day),
    from: '07:00',
    to: `${String(7 + length).padStart(2, '0')}:00`,
    project,
    code,
  }));
}

const shift = (
  person: string,
  day: number,
  [from, to]: [string, string | null],
  project: ProjectNumber,
  code: string,
  meal?: [string, string],
): Shift => ({ person, day, from, to, project, code, ...(meal && { meal }) });

export const FIRST_WEEK: readonly Shift[] = [
  shift('000101', 9, ['07:00', '12:00'], 'P100', CARPENTRY),
  shift('000101', 9, ['12:30', '15:47'], 'P100', '06 16 00'),
  shift('000101', 10, ['07:00', '15:30'], 'P100', CARPENTRY, NOON),
  // Half an hour too long; corrected after Maria signed.
  shift('000101', 11, ['06:58', '17:32'], 'P200', CLEANING, ['12:00', '12:31']),
  shift('000101', 12, ['07:00', '17:00'], 'P200', '03 11 00', NOON),
  shift('000101', 13, ['07:00', '15:20'], 'P100', CARPENTRY, NOON),
  shift('000101', 14, ['08:00', '12:10'], 'P200', CLEANING),
  ...days('000102', { 9: 9, 10: 9, 11: 9, 12: 9 }, 'P300'),
  shift('000102', 13, ['07:00', null], 'P300', CARPENTRY),
  ...days('000103', { 9: 8, 10: 8, 11: 8, 12: 8, 13: 8 }, 'P100'),
  shift('000103', 14, ['07:00', '07:01'], 'P100', CARPENTRY),
  ...days('000104', { 9: 8, 10: 8, 11: 8 }, 'P100'),
  ...days('000104', { 12: 10, 13: 10 }, 'P300'),
  ...days('000105', { 9: 10, 10: 10, 11: 10 }, 'P100'),
  ...days('000105', { 12: 8, 13: 8 }, 'P200', CLEANING),
  ...days('000106', { 9: 10, 10: 10, 11: 10 }, 'P100'),
  ...days('000106', { 12: 6, 13: 6 }, 'P300'),
  ...days('000107', { 9: 9, 10: 9, 11: 9, 12: 9, 13: 9 }, 'P300'),
  ...days('000108', { 9: 10, 10: 10, 11: 10, 12: 10, 13: 10 }, 'P200'),
  ...days('000109', { 15: 10 }, 'P200'),
  shift('000110', 9, ['07:00', '14:59'], 'P100', CARPENTRY),
  shift('000110', 10, ['07:00', '15:01'], 'P100', CARPENTRY),
  shift('000111', 9, ['07:00', '14:20'], 'P200', CARPENTRY),
  shift('000112', 9, ['07:00', '07:20'], 'P100', CARPENTRY),
  shift('000112', 9, ['07:20', '07:40'], 'P100', '06 16 00'),
  shift('000112', 9, ['07:40', '08:00'], 'P100', CLEANING),
];

export const SECOND_WEEK: readonly Shift[] = [
  ...days('000108', { 16: 6, 17: 6, 18: 6, 19: 6, 20: 6 }, 'P200'),
  ...days('000109', { 16: 8, 17: 8, 18: 8, 19: 8, 20: 8 }, 'P200'),
  ...days('000111', { 16: 1 }, 'P200'),
];

/** Rates beside those of the import; the others are given on the screens. */
export const SPECIAL_RATES = [
  { person: '000104', rate: 12, project: 'P300' },
  { person: '000105', rate: 24, code: CLEANING },
  { person: '000106', rate: 21, project: 'P300' },
] as const;

/** `day pay-code minutes rate straight premium total`; premium 0 is blank in the file. */
const EXPECTED: Record<string, readonly string[]> = {
  '000101': [
    `09 P100 ${CARPENTRY} REG 300 32.50 162.50 - 162.50`,
    '09 P100 06 16 00 REG 197 32.50 106.71 - 106.71',
    `10 P100 ${CARPENTRY} REG 480 32.50 260.00 - 260.00`,
    `11 P200 ${CLEANING} REG 573 24.00 229.20 - 229.20`,
    '12 P200 03 11 00 REG 570 32.50 308.75 - 308.75',
    `13 P100 ${CARPENTRY} REG 280 32.50 151.67 - 151.67`,
    `13 P100 ${CARPENTRY} OT 190 32.50 102.92 47.56 150.48`,
    `14 P200 ${CLEANING} OT 250 24.00 100.00 62.58 162.58`,
  ],
  '000102': [
    ...['09', '10', '11', '12'].map(
      (day) => `${day} P300 ${CARPENTRY} REG 540 20.00 180.00 - 180.00`,
    ),
    `13 P300 ${CARPENTRY} REG 240 20.00 80.00 - 80.00`,
    `13 P300 ${CARPENTRY} OT 300 20.00 100.00 50.00 150.00`,
  ],
  '000103': [
    ...['09', '10', '11', '12', '13'].map(
      (day) => `${day} P100 ${CARPENTRY} REG 480 30.00 240.00 - 240.00`,
    ),
    `14 P100 ${CARPENTRY} OT 1 30.00 0.50 0.25 0.75`,
  ],
  '000104': [
    ...['09', '10', '11'].map((day) => `${day} P100 ${CARPENTRY} REG 480 10.00 80.00 - 80.00`),
    `12 P300 ${CARPENTRY} REG 600 12.00 120.00 - 120.00`,
    `13 P300 ${CARPENTRY} REG 360 12.00 72.00 - 72.00`,
    `13 P300 ${CARPENTRY} OT 240 12.00 48.00 21.82 69.82`,
  ],
  '000105': [
    ...['09', '10', '11'].map((day) => `${day} P100 ${CARPENTRY} REG 600 32.50 325.00 - 325.00`),
    `12 P200 ${CLEANING} REG 480 24.00 192.00 - 192.00`,
    `13 P200 ${CLEANING} REG 120 24.00 48.00 - 48.00`,
    `13 P200 ${CLEANING} OT 360 24.00 144.00 88.63 232.63`,
  ],
  '000106': [
    ...['09', '10', '11'].map((day) => `${day} P100 ${CARPENTRY} REG 600 20.00 200.00 - 200.00`),
    `12 P300 ${CARPENTRY} REG 360 21.00 126.00 - 126.00`,
    `13 P300 ${CARPENTRY} REG 240 21.00 84.00 - 84.00`,
    `13 P300 ${CARPENTRY} OT 120 21.00 42.00 20.29 62.29`,
  ],
  '000107': [
    ...['09', '10', '11'].map((day) => `${day} P300 ${CARPENTRY} REG 540 28.00 252.00 - 252.00`),
    `12 P300 ${CARPENTRY} REG 540 30.00 270.00 - 270.00`,
    `13 P300 ${CARPENTRY} REG 240 30.00 120.00 - 120.00`,
    `13 P300 ${CARPENTRY} OT 300 30.00 150.00 72.00 222.00`,
  ],
  '000108': [
    ...['09', '10', '11', '12'].map(
      (day) => `${day} P200 ${CARPENTRY} REG 600 20.00 200.00 - 200.00`,
    ),
    `13 P200 ${CARPENTRY} OT 600 20.00 200.00 100.00 300.00`,
  ],
  '000109': [`15 P200 ${CARPENTRY} REG 600 20.00 200.00 - 200.00`],
  '000110': [
    `09 P100 ${CARPENTRY} REG 479 31.55 251.87 - 251.87`,
    `10 P100 ${CARPENTRY} REG 481 31.55 252.93 - 252.93`,
  ],
  '000111': [`09 P200 ${CARPENTRY} REG 440 27.25 199.83 - 199.83`],
  '000112': [
    `09 P100 ${CARPENTRY} REG 20 20.00 6.67 - 6.67`,
    '09 P100 06 16 00 REG 20 20.00 6.67 - 6.67',
    `09 P100 ${CLEANING} REG 20 20.00 6.67 - 6.67`,
  ],
};

/** Kat's raise reaches back: 440 minutes at 30.00 are 220.00, of which 199.83 are paid. */
export const OWED_TO_KAT = '20.17';

const EXPECTED_SECOND: Record<string, readonly string[]> = {
  '000108': ['16', '17', '18', '19', '20'].map(
    (day) => `${day} P200 ${CARPENTRY} REG 360 20.00 120.00 - 120.00`,
  ),
  '000109': ['16', '17', '18', '19', '20'].map(
    (day) => `${day} P200 ${CARPENTRY} REG 480 20.00 160.00 - 160.00`,
  ),
  '000111': [
    `16 P200 ${CARPENTRY} REG 60 30.00 30.00 - 30.00`,
    // On the job whose hours it corrects.
    `16 P200 06 10 00 ADJUSTMENT - - ${OWED_TO_KAT} - ${OWED_TO_KAT}`,
  ],
};

/** What each person earns in the first week, by the vectors. */
export const GROSS: Record<string, string> = {
  'GOLD-1': '1,531.89',
  'OT-F1': '950.00',
  'OT-F2': '1,200.75',
  'OT-R1': '501.82',
  'OT-R2': '1,447.63',
  'OT-R4': '872.29',
  'OT-R7': '1,368.00',
  'OT-F6': '1,100.00',
  'OT-W2': '200.00',
  'AR-1': '504.80',
  'AR-4': '199.83',
  'AR-3': '20.01',
};

/** Hours of the first week, regular and overtime, as ADP is told them. */
export const ADP_ROWS: readonly string[] = [
  'ABC,WK260315,000112,,,1.00,,,,,,20.0000',
  'ABC,WK260315,000109,,,10.00,,,,,,20.0000',
  'ABC,WK260315,000103,,,40.00,0.02,,,,,30.0000',
  'ABC,WK260315,000106,,,30.00,,,,,,20.0000',
  'ABC,WK260315,000106,,,10.00,2.00,,,,,21.0000',
  'ABC,WK260315,000101,,,30.45,3.17,,,,,32.5000',
  'ABC,WK260315,000101,,,9.55,4.16,,,,,24.0000',
  'ABC,WK260315,000111,,,7.33,,,,,,27.2500',
  'ABC,WK260315,000105,,,30.00,,,,,,32.5000',
  'ABC,WK260315,000105,,,10.00,6.00,,,,,24.0000',
  'ABC,WK260315,000102,,,40.00,5.00,,,,,20.0000',
  'ABC,WK260315,000104,,,24.00,,,,,,10.0000',
  'ABC,WK260315,000104,,,16.00,4.00,,,,,12.0000',
  'ABC,WK260315,000107,,,27.00,,,,,,28.0000',
  'ABC,WK260315,000107,,,13.00,5.00,,,,,30.0000',
  'ABC,WK260315,000108,,,40.00,10.00,,,,,20.0000',
  'ABC,WK260315,000110,,,16.00,,,,,,31.5500',
];

const byLastName = CREW.toSorted((one, other) => (one.last < other.last ? -1 : 1));

function expectedRows(lines: Record<string, readonly string[]>): string[] {
  return byLastName.flatMap(({ number }) =>
    (lines[number] ?? []).map((line) => `${number} ${line}`),
  );
}

export const expectedFirst = () => expectedRows(EXPECTED);
export const expectedSecond = () => expectedRows(EXPECTED_SECOND);

/** Rows of the generic CSV in the words above. */
export function figuresOf(rows: readonly string[][]): string[] {
  const [heading = [], ...lines] = rows;
  return lines.map((line) => {
    const cell = (name: string) => line[heading.indexOf(name)] || '-';
    return [
      cell('employee_no'),
      cell('work_date').slice(8),
      cell('project_no'),
      cell('cost_code'),
      cell('pay_code'),
      cell('minutes'),
      cell('rate'),
      cell('straight_pay'),
      cell('premium_pay'),
      cell('total_pay'),
    ].join(' ');
  });
}

interface Ids {
  company: string;
  person: Record<string, string>;
  project: Record<string, string>;
  code: Record<string, string>;
}

export async function idsOf(owner: Client): Promise<Ids> {
  const [company] = must(await owner.from('companies').select('id'));
  const people = must(await owner.from('employees').select('id, employee_number'));
  const projects = must(await owner.from('projects').select('id, number'));
  const codes = must(await owner.from('cost_codes').select('id, code'));
  return {
    company: company?.id ?? '',
    person: Object.fromEntries(people.map(({ id, employee_number }) => [employee_number, id])),
    project: Object.fromEntries(projects.map(({ id, number }) => [number, id])),
    code: Object.fromEntries(codes.map(({ id, code }) => [code, id])),
  };
}

const instant = (day: number, time: string) =>
  `2026-03-${String(day).padStart(2, '0')}T${time}:00-06:00`;

/** Punches as the app itself would write them, in the owner's name. */
export async function punch(owner: Client, ids: Ids, shifts: readonly Shift[]): Promise<void> {
  const entries = shifts.map((worked) => ({ worked, id: crypto.randomUUID() }));
  must(
    await owner.from('time_entries').insert(
      entries.map(({ worked, id }) => ({
        id,
        company_id: ids.company,
        employee_id: ids.person[worked.person] ?? '',
        clock_in: instant(worked.day, worked.from),
        clock_out: worked.to === null ? null : instant(worked.day, worked.to),
        project_id: ids.project[worked.project] ?? null,
        cost_code_id: ids.code[worked.code] ?? null,
      })),
    ),
  );
  const breaks = entries.flatMap(({ worked, id }) =>
    worked.meal
      ? [
          {
            company_id: ids.company,
            time_entry_id: id,
            employee_id: ids.person[worked.person] ?? '',
            started_at: instant(worked.day, worked.meal[0]),
            ended_at: instant(worked.day, worked.meal[1]),
          },
        ]
      : [],
  );
  if (breaks.length > 0) must(await owner.from('time_entry_breaks').insert(breaks));
}

export async function giveSpecialRates(owner: Client, ids: Ids): Promise<void> {
  must(
    await owner.from('employee_rates').insert(
      SPECIAL_RATES.map((special) => ({
        company_id: ids.company,
        employee_id: ids.person[special.person] ?? '',
        hourly_rate: special.rate,
        project_id: 'project' in special ? (ids.project[special.project] ?? null) : null,
        cost_code_id: 'code' in special ? (ids.code[special.code] ?? null) : null,
      })),
    ),
  );
}

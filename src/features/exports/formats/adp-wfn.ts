import { type ColumnSet, columnsOf } from '@/features/exports/formats/columns';
import {
  amountCodes,
  amountText,
  generalRate,
  hasAmounts,
  peopleWithSeveral,
} from '@/features/exports/formats/extra-pay';
import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  type PersonHours,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import {
  AMOUNT_SETTINGS,
  codeSettings,
  type MachineFormat,
} from '@/features/exports/formats/machine-format';
import { hoursText, hundredthsOf } from '@/lib/decimal-hours';

const USUAL = [
  'Co Code',
  'Batch ID',
  'File #',
  'Temp Dept',
  'Rate Code',
  'Reg Hours',
  'O/T Hours',
  'Hours 3 Code',
  'Hours 3 Amount',
  'Hours 4 Code',
  'Hours 4 Amount',
];
const RATE = 'Temp Rate';
const AMOUNT = ['Earnings 3 Code', 'Earnings 3 Amount'];
const COLUMNS: ColumnSet = {
  all: [
    ...USUAL,
    'Employee Name',
    'Pay #',
    RATE,
    'Temp Cost Num',
    'Reg Earnings',
    ...AMOUNT,
    'Memo Code',
    'Memo Amount',
    'Pay Date',
  ],
  preset: [...USUAL, RATE],
  needed: [
    'Co Code',
    'Batch ID',
    'File #',
    'Reg Hours',
    'O/T Hours',
    'Hours 3 Code',
    'Hours 3 Amount',
  ],
  movable: false,
};
const LIMITS: Record<string, number> = { 'Batch ID': 8 };
const CHECKS: Record<string, (cell: string) => boolean> = {
  'Co Code': (cell) => /^[A-Za-z0-9]{2,3}$/.test(cell),
  'File #': (cell) => /^\d{6}$/.test(cell) && Number(cell) >= 51,
};

interface Part {
  rate: string;
  job: string;
  hundredths: Record<WorkedLine['payCode'], number>;
}

const tellsRate = (data: FileData): boolean => columnsOf(COLUMNS, data).includes(RATE);

/** The customer's columns; amounts bring theirs along. */
function columnsIn(data: FileData): readonly string[] {
  const chosen = columnsOf(COLUMNS, data);
  return hasAmounts(data, chosen.includes(RATE))
    ? COLUMNS.all.filter((name) => chosen.includes(name) || AMOUNT.includes(name))
    : chosen;
}

const whoCells = (person: FilePerson, { settings }: FileData): Record<string, string> => ({
  'Co Code': settings.companyCode ?? '',
  'Batch ID': settings.batch ?? '',
  'File #': (person.externalIds.adp_file_number ?? '').padStart(6, '0'),
  'Employee Name': `${person.lastName} ${person.firstName}`.trim(),
});

/** One row per person, or one per rate and job where the file has a column for them. */
function partsOf({ lines }: PersonHours, data: FileData): Part[] {
  const parts = new Map<string, Part>();
  for (const line of lines) {
    const start = rowStart(line, data);
    const key = start.join('\t');
    const [rate, job] = start;
    const part = parts.get(key) ?? { rate, job, hundredths: { REG: 0, OT: 0, DT: 0 } };
    part.hundredths[line.payCode] += line.hundredths;
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** Rate and job of the row that a line is in. */
function rowStart(line: WorkedLine, data: FileData): [rate: string, job: string] {
  const columns = columnsIn(data);
  const project = line.projectId === null ? undefined : data.projects[line.projectId];
  return [
    columns.includes(RATE) ? (line.rate?.toFixed(4) ?? '') : '',
    columns.includes('Temp Cost Num') ? (project?.number ?? '') : '',
  ];
}

/** ADP Workforce Now paydata. Double time goes to the customer's own Hours 3 code. */
export const adpWfn: MachineFormat = {
  externalId: 'adp_file_number',
  settings: [
    { name: 'companyCode' },
    { name: 'batch' },
    { name: 'doubleCode', preset: 'D' },
    ...AMOUNT_SETTINGS,
    ...codeSettings({ PTO: 'V', SICK: 'S', HOLIDAY: 'H' }),
  ],
  paidRate: (line, hours, data) => (tellsRate(data) ? line.rate : generalRate(line, hours, data)),
  rowOf: (line, _, data) => rowStart(line, data).join('\t'),
  mixedRates: (data) => ({
    people: tellsRate(data) ? [] : peopleWithSeveral(data, ({ rate }) => rate),
    fix: 'tempRate',
  }),
  amountCodes,
  takesAmounts: () => true,
  withoutDays: true,
  leaveHours: (data) => (tellsRate(data) ? 'rate told' : 'rate on file'),
  amountRow: ({ person, cents, minutes, rate }, code, data) => {
    const cells: Record<string, string> = {
      ...whoCells(person, data),
      ...(minutes > 0
        ? {
            'Hours 3 Code': code,
            'Hours 3 Amount': hoursText(hundredthsOf(minutes)),
            [RATE]: rate?.toFixed(4) ?? '',
          }
        : { 'Earnings 3 Code': code, 'Earnings 3 Amount': amountText(cents) }),
    };
    return columnsIn(data).map((name) => cells[name] ?? '');
  },
  columns: COLUMNS,
  separator: ',',
  heading: (data) => [columnsIn(data).join(',')],
  rows: (data) => {
    const { doubleCode = '' } = data.settings;
    const columns = columnsIn(data);
    return hoursByPerson(data).flatMap((hours) =>
      partsOf(hours, data).map(({ rate, job, hundredths }) => {
        const { person } = hours;
        const cells: Record<string, string> = {
          ...whoCells(person, data),
          'Reg Hours': hoursText(hundredths.REG),
          'O/T Hours': hoursText(hundredths.OT),
          'Hours 3 Code': hundredths.DT === 0 ? '' : doubleCode,
          'Hours 3 Amount': hoursText(hundredths.DT),
          [RATE]: rate,
          'Temp Cost Num': job,
        };
        return columns.map((name) => cells[name] ?? '');
      }),
    );
  },
  limits: (data) => columnsIn(data).map((name) => LIMITS[name] ?? null),
  checks: (data) => columnsIn(data).map((name) => CHECKS[name] ?? null),
  // ASCII 32 to 122 without the backslash.
  allowed: /^[ -[\]-z]*$/,
  fileName: ({ settings }) => `PR${(settings.companyCode ?? '').padEnd(3, '_')}EPI.csv`,
  type: 'text/csv',
};

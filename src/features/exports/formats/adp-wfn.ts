import { type ColumnSet, columnsOf } from '@/features/exports/formats/columns';
import {
  type FileData,
  hoursByPerson,
  type PersonHours,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import type { MachineFormat } from '@/features/exports/formats/machine-format';
import { hoursText } from '@/lib/decimal-hours';

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
const COLUMNS: ColumnSet = {
  all: [
    ...USUAL,
    'Employee Name',
    'Pay #',
    'Temp Rate',
    'Temp Cost Num',
    'Reg Earnings',
    'Earnings 3 Code',
    'Earnings 3 Amount',
    'Memo Code',
    'Memo Amount',
    'Pay Date',
  ],
  preset: USUAL,
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

/** One row per person, or one per rate and job where the file has a column for them. */
function partsOf({ lines }: PersonHours, columns: readonly string[], data: FileData): Part[] {
  const parts = new Map<string, Part>();
  for (const line of lines) {
    const rate = columns.includes('Temp Rate') ? (line.rate?.toFixed(4) ?? '') : '';
    const project = line.projectId === null ? undefined : data.projects[line.projectId];
    const job = columns.includes('Temp Cost Num') ? (project?.number ?? '') : '';
    const key = `${rate}\t${job}`;
    const part = parts.get(key) ?? { rate, job, hundredths: { REG: 0, OT: 0, DT: 0 } };
    part.hundredths[line.payCode] += line.hundredths;
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** ADP Workforce Now paydata. Double time goes to the customer's own Hours 3 code. */
export const adpWfn: MachineFormat = {
  externalId: 'adp_file_number',
  settings: [{ name: 'companyCode' }, { name: 'batch' }, { name: 'doubleCode', preset: 'D' }],
  columns: COLUMNS,
  separator: ',',
  heading: (data) => [columnsOf(COLUMNS, data).join(',')],
  rows: (data) => {
    const { companyCode = '', batch = '', doubleCode = '' } = data.settings;
    const columns = columnsOf(COLUMNS, data);
    return hoursByPerson(data).flatMap((hours) =>
      partsOf(hours, columns, data).map(({ rate, job, hundredths }) => {
        const { person } = hours;
        const cells: Record<string, string> = {
          'Co Code': companyCode,
          'Batch ID': batch,
          'File #': (person.externalIds.adp_file_number ?? '').padStart(6, '0'),
          'Reg Hours': hoursText(hundredths.REG),
          'O/T Hours': hoursText(hundredths.OT),
          'Hours 3 Code': hundredths.DT === 0 ? '' : doubleCode,
          'Hours 3 Amount': hoursText(hundredths.DT),
          'Employee Name': `${person.lastName} ${person.firstName}`.trim(),
          'Temp Rate': rate,
          'Temp Cost Num': job,
        };
        return columns.map((name) => cells[name] ?? '');
      }),
    );
  },
  limits: (data) => columnsOf(COLUMNS, data).map((name) => LIMITS[name] ?? null),
  checks: (data) => columnsOf(COLUMNS, data).map((name) => CHECKS[name] ?? null),
  // ASCII 32 to 122 without the backslash.
  allowed: /^[ -[\]-z]*$/,
  fileName: ({ settings }) => `PR${(settings.companyCode ?? '').padEnd(3, '_')}EPI.csv`,
  type: 'text/csv',
};

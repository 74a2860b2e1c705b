import { type ColumnSet, columnsOf } from '@/features/exports/formats/columns';
import { amountCodes, amountText, baseRate } from '@/features/exports/formats/extra-pay';
import { hoursByPerson } from '@/features/exports/formats/file-data';
import {
  AMOUNT_SETTINGS,
  codeSettings,
  type MachineFormat,
} from '@/features/exports/formats/machine-format';
import { hundredthsOf } from '@/lib/decimal-hours';

/** The time entry view of Sage's own example; each customer may have another. */
const VIEW = [
  'Date',
  'Employee',
  'Job',
  'Extra',
  'Cost Code',
  'Certified?',
  'Union',
  'Union Local',
  'Union Class',
  'Pay ID',
  'Units',
  'Rate',
  'Amount',
  'WC Code',
];
const COLUMNS: ColumnSet = {
  all: VIEW,
  preset: VIEW,
  needed: ['Date', 'Employee', 'Pay ID', 'Units'],
  movable: true,
};

/** `5/25/2015` */
function plainDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${month}/${day}/${year}`;
}

/** Sage 300 CRE, Import Time: no header, columns as in the customer's time entry view. */
export const sage300: MachineFormat = {
  externalId: 'sage_employee',
  settings: [
    { name: 'regularCode', preset: 'REG' },
    { name: 'overtimeCode', preset: 'OT' },
    { name: 'doubleCode', preset: 'DT' },
    ...AMOUNT_SETTINGS,
    ...codeSettings(),
  ],
  paidRate: (line, hours, data) => {
    const columns = columnsOf(COLUMNS, data);
    if (columns.includes('Amount')) return null;
    return columns.includes('Rate') ? line.rate : baseRate(line, hours, data);
  },
  amountCodes: (data) => (columnsOf(COLUMNS, data).includes('Amount') ? amountCodes(data) : {}),
  takesAmounts: true,
  leaveHours: (data) => {
    const columns = columnsOf(COLUMNS, data);
    return columns.includes('Amount') || columns.includes('Rate') ? 'as told' : 'rate on file';
  },
  amountRow: ({ person, workDate, cents, minutes, rate }, code, data) => {
    const cells: Record<string, string> = {
      Date: plainDate(workDate),
      Employee: person.externalIds.sage_employee ?? '',
      'Pay ID': code,
      Amount: amountText(cents),
      ...(minutes > 0
        ? { Units: String(hundredthsOf(minutes) / 100), Rate: rate === null ? '' : String(rate) }
        : {}),
    };
    return columnsOf(COLUMNS, data).map((name) => cells[name] ?? '');
  },
  columns: COLUMNS,
  separator: ',',
  heading: () => [],
  rows: (data) => {
    const { regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const payIds = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    const columns = columnsOf(COLUMNS, data);
    return hoursByPerson(data).flatMap(({ person, lines }) =>
      lines.map((line) => {
        const project = line.projectId === null ? undefined : data.projects[line.projectId];
        const code = line.costCodeId === null ? undefined : data.costCodes[line.costCodeId];
        const cells: Record<string, string> = {
          Date: plainDate(line.workDate),
          Employee: person.externalIds.sage_employee ?? '',
          Job: project?.number ?? '',
          'Cost Code': code?.code ?? '',
          'Certified?': line.origin?.certified ? 'Y' : '',
          'Pay ID': payIds[line.payCode],
          Units: String(line.hundredths / 100),
          Rate: line.rate === null ? '' : String(line.rate),
          Amount: line.totalCents === null ? '' : String(line.totalCents / 100),
        };
        return columns.map((name) => cells[name] ?? '');
      }),
    );
  },
  fileName: ({ period }) => `sage_time_${period.start}_to_${period.end}.txt`,
  type: 'text/plain',
};

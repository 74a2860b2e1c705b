import { amountCodes, generalRate } from '@/features/exports/formats/extra-pay';
import {
  type FileData,
  hoursByPerson,
  shortUsDate,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import { codeSettings, type MachineFormat } from '@/features/exports/formats/machine-format';
import { formatHoursMinutes } from '@/lib/duration';

const TIMER = [
  '!TIMERHDR',
  'VER',
  'REL',
  'COMPANYNAME',
  'IMPORTEDBEFORE',
  'FROMTIMER',
  'COMPANYCREATETIME',
];
const ACTIVITY = [
  '!TIMEACT',
  'DATE',
  'JOB',
  'EMP',
  'ITEM',
  'PITEM',
  'DURATION',
  'PROJ',
  'NOTE',
  'XFERTOPAYROLL',
  'BILLINGSTATUS',
];

/** `Customer:Job`, as QuickBooks names a customer's job. */
function jobName({ projects }: FileData, { projectId }: Pick<WorkedLine, 'projectId'>): string {
  const project = projectId === null ? undefined : projects[projectId];
  if (!project) return '';
  return project.client ? `${project.client}:${project.name}` : project.name;
}

/** 23:59 is the most a line may hold; a day of the clock change has up to 25 hours. */
const MAX_MINUTES = 23 * 60 + 59;

const durations = (minutes: number): number[] =>
  minutes > MAX_MINUTES ? [MAX_MINUTES, minutes - MAX_MINUTES] : [minutes];

/** QuickBooks Desktop: one line per day, job, item and payroll item. */
export const quickbooksIif: MachineFormat = {
  externalId: 'quickbooks_name',
  settings: [
    { name: 'companyName' },
    { name: 'companyCreateTime' },
    { name: 'regularCode', preset: 'Hourly Wage' },
    { name: 'overtimeCode', preset: 'Overtime' },
    { name: 'doubleCode', preset: 'Double Time' },
    ...codeSettings(),
  ],
  paidRate: generalRate,
  inMinutes: () => true,
  amountCodes,
  takesAmounts: () => false,
  leaveHours: () => 'rate on file',
  amountRow: ({ person, minutes, workDate }, code) => [
    'TIMEACT',
    shortUsDate(workDate),
    '',
    person.externalIds.quickbooks_name ?? '',
    '',
    code,
    formatHoursMinutes(minutes * 60),
    '',
    '',
    'Y',
    '0',
  ],
  separator: '\t',
  heading: ({ settings }) => [
    TIMER.join('\t'),
    ['TIMERHDR', '8', '0', settings.companyName, 'N', 'Y', settings.companyCreateTime].join('\t'),
    ACTIVITY.join('\t'),
  ],
  rows: (data) => {
    const { regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const items = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    return hoursByPerson(data).flatMap(({ person, lines }) =>
      lines.flatMap(({ minutes, ...line }) =>
        durations(minutes).map((duration) => [
          'TIMEACT',
          shortUsDate(line.workDate),
          jobName(data, line),
          person.externalIds.quickbooks_name ?? '',
          line.costCodeId === null ? '' : (data.costCodes[line.costCodeId]?.name ?? ''),
          items[line.payCode],
          formatHoursMinutes(duration * 60),
          '',
          '',
          'Y',
          '0',
        ]),
      ),
    );
  },
  fileName: ({ period }) => `payroll_${period.start}_to_${period.end}.iif`,
  type: 'text/plain',
  encoding: 'windows-1252',
};

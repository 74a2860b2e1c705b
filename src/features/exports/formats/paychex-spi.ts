import { amountCodes, amountText, generalRate } from '@/features/exports/formats/extra-pay';
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

const COLUMNS =
  'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate Number,Hours,Units,Line Date,Amount,Check Seq Number,Override State,Override Local,Override Local Jurisdiction,Labor Assignment';
const EMPTY_END = ['', '', '', '', '', '', '', ''];

/** Overtime carries no rate: Paychex works out the premium from the component. */
function rateText({ payCode, rate }: WorkedLine): string {
  return payCode === 'REG' && rate !== null ? rate.toFixed(4) : '';
}

function rowStart(person: FilePerson, line: WorkedLine, data: FileData): string[] {
  const { clientId = '', regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
  const components = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
  const job = line.projectId === null ? '' : (data.projects[line.projectId]?.number ?? '');
  return [
    clientId,
    person.externalIds.paychex_worker_id ?? '',
    '',
    job,
    components[line.payCode],
    rateText(line),
    '',
  ];
}

function personRows({ person, lines }: PersonHours, data: FileData): string[][] {
  const groups = new Map<string, { start: string[]; hundredths: number }>();
  for (const line of lines) {
    const start = rowStart(person, line, data);
    const group = groups.get(start.join('\t')) ?? { start, hundredths: 0 };
    group.hundredths += line.hundredths;
    groups.set(start.join('\t'), group);
  }
  return [...groups.values()].map(({ start, hundredths }) => [
    ...start,
    hoursText(hundredths),
    ...EMPTY_END,
  ]);
}

/** Paychex Flex SPI: one row per worker, job, pay component and rate. */
export const paychexSpi: MachineFormat = {
  externalId: 'paychex_worker_id',
  settings: [
    { name: 'clientId' },
    { name: 'regularCode', preset: 'Hourly' },
    { name: 'overtimeCode', preset: 'Overtime' },
    { name: 'doubleCode', preset: 'Double Time' },
    ...AMOUNT_SETTINGS,
    ...codeSettings(),
  ],
  paidRate: (line, hours, data) =>
    line.payCode === 'REG' ? line.rate : generalRate(line, hours, data),
  rowOf: (line, { person }, data) => rowStart(person, line, data).join('\t'),
  amountCodes,
  takesAmounts: () => true,
  leaveHours: () => 'rate told',
  amountRow: ({ person, cents, minutes, rate }, code, { settings }) => [
    settings.clientId ?? '',
    person.externalIds.paychex_worker_id ?? '',
    '',
    '',
    code,
    minutes > 0 ? (rate?.toFixed(4) ?? '') : '',
    '',
    minutes > 0 ? hoursText(hundredthsOf(minutes)) : '',
    '',
    '',
    minutes > 0 ? '' : amountText(cents),
    '',
    '',
    '',
    '',
    '',
  ],
  separator: ',',
  heading: () => [COLUMNS],
  rows: (data) => hoursByPerson(data).flatMap((hours) => personRows(hours, data)),
  limits: () => [8, 10, 60, 25, 20],
  checks: () => [null, (cell) => /^[A-Za-z0-9]*$/.test(cell)],
  fileName: ({ period }) => `paychex_spi_${period.start}_to_${period.end}.csv`,
  type: 'text/csv',
};

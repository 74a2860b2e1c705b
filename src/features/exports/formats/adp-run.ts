import {
  amountCodes,
  amountText,
  generalRate,
  peopleWithSeveral,
  rateOnFile,
} from '@/features/exports/formats/extra-pay';
import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  longUsDate,
  type PersonHours,
  rateNumber,
  WORKED_CODES,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import {
  AMOUNT_SETTINGS,
  codeSettings,
  type MachineFormat,
} from '@/features/exports/formats/machine-format';
import { hoursText, hundredthsOf } from '@/lib/decimal-hours';

const COLUMNS =
  'IID,Pay Frequency,Pay Period Start Date,Pay Period End Date,Employee ID,Earnings Code,Pay Hours,Dollars,Separate Check,Worked In Dept,Rate Code';
const FREQUENCIES = { weekly: 'W', biweekly: 'B', semimonthly: 'S', monthly: 'M' };
const NAMES = {
  weekly: 'Weekly',
  biweekly: 'Biweekly',
  semimonthly: 'Semimonthly',
  monthly: 'Monthly',
};

interface Part {
  payCode: WorkedLine['payCode'];
  rateCode: string;
  hundredths: number;
}

/** `BASE` for the general rate whatever it was, `RATE_2` and on for the special ones. */
function rateCode({ person }: PersonHours, line: WorkedLine): string {
  const number = rateNumber(person, line);
  return number > 1 ? `RATE_${number}` : 'BASE';
}

const hasRateRows = ({ settings }: FileData): boolean => settings.rateRows !== 'one';

const rowStart = (person: FilePerson, code: string, data: FileData): string[] => [
  data.settings.iid ?? '',
  FREQUENCIES[data.frequency],
  longUsDate(data.period.start),
  longUsDate(data.period.end),
  person.externalIds.adp_run_id ?? '',
  code,
];

/** One row per earnings code, and per rate where the customer keeps several at ADP. */
function partsOf(hours: PersonHours, eachRate: boolean): Part[] {
  const parts: Part[] = [];
  for (const payCode of WORKED_CODES) {
    for (const line of hours.lines.filter((candidate) => candidate.payCode === payCode)) {
      const code = eachRate ? rateCode(hours, line) : 'BASE';
      const known = parts.find((part) => part.payCode === payCode && part.rateCode === code);
      if (known) known.hundredths += line.hundredths;
      else parts.push({ payCode, rateCode: code, hundredths: line.hundredths });
    }
  }
  return parts;
}

/** ADP RUN: one row per person, earnings code and rate; the first line is a literal. */
export const adpRun: MachineFormat = {
  externalId: 'adp_run_id',
  settings: [
    { name: 'iid' },
    { name: 'regularCode', preset: 'REG' },
    { name: 'overtimeCode', preset: 'OVT' },
    { name: 'doubleCode', preset: 'DBL' },
    { name: 'rateRows', choices: ['each', 'one'] },
    ...AMOUNT_SETTINGS,
    ...codeSettings({ PTO: 'VAC' }),
  ],
  paidRate: (line, hours, data) =>
    hasRateRows(data)
      ? rateOnFile(hours, rateNumber(hours.person, line), data)
      : generalRate(line, hours, data),
  rowOf: (line, hours, data) => (hasRateRows(data) ? rateCode(hours, line) : 'BASE'),
  mixedRates: (data) => ({
    people: hasRateRows(data)
      ? []
      : peopleWithSeveral(data, (line, person) => rateNumber(person, line)),
    fix: 'rateRows',
  }),
  amountCodes,
  takesAmounts: () => true,
  withoutDays: true,
  leaveHours: () => 'rate on file',
  amountRow: ({ person, cents, minutes }, code, data) => [
    ...rowStart(person, code, data),
    minutes > 0 ? hoursText(hundredthsOf(minutes)) : '',
    minutes > 0 ? '' : amountText(cents),
    '0',
    '',
    minutes > 0 ? 'BASE' : '',
  ],
  separator: ',',
  heading: () => ['##GENERIC## V1.0', COLUMNS],
  rows: (data) => {
    const { regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const codes = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    return hoursByPerson(data).flatMap((hours) =>
      partsOf(hours, hasRateRows(data)).map((part) => [
        ...rowStart(hours.person, codes[part.payCode], data),
        hoursText(part.hundredths),
        '',
        '0',
        '',
        part.rateCode,
      ]),
    );
  },
  fileName: ({ frequency, period }) => {
    const [start, end] = [period.start, period.end].map((date) =>
      longUsDate(date).replaceAll('/', ''),
    );
    return `${NAMES[frequency]}-${start}-${end}.csv`;
  },
  type: 'text/csv',
};

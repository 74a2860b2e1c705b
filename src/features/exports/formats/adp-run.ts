import {
  hoursByPerson,
  longUsDate,
  type PersonHours,
  rateNumber,
  WORKED_CODES,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import type { MachineFormat } from '@/features/exports/formats/machine-format';
import { hoursText } from '@/lib/decimal-hours';

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
    { name: 'rateRows', choices: ['one', 'each'] },
  ],
  separator: ',',
  heading: () => ['##GENERIC## V1.0', COLUMNS],
  rows: (data) => {
    const { iid = '', regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const codes = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    return hoursByPerson(data).flatMap((hours) =>
      partsOf(hours, data.settings.rateRows === 'each').map((part) => [
        iid,
        FREQUENCIES[data.frequency],
        longUsDate(data.period.start),
        longUsDate(data.period.end),
        hours.person.externalIds.adp_run_id ?? '',
        codes[part.payCode],
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

import { hoursByPerson, longUsDate, WORKED_CODES } from '@/features/payroll/formats/file-data';
import { hoursText } from '@/features/payroll/formats/hours';
import type { MachineFormat } from '@/features/payroll/formats/machine-format';

const COLUMNS =
  'IID,Pay Frequency,Pay Period Start Date,Pay Period End Date,Employee ID,Earnings Code,Pay Hours,Dollars,Separate Check,Worked In Dept,Rate Code';
const FREQUENCIES = { weekly: 'W', biweekly: 'B', semimonthly: 'S', monthly: 'M' };
const NAMES = {
  weekly: 'Weekly',
  biweekly: 'Biweekly',
  semimonthly: 'Semimonthly',
  monthly: 'Monthly',
};

/** ADP RUN: one row per person and earnings code; the first line is a literal. */
export const adpRun: MachineFormat = {
  externalId: 'adp_run_id',
  settings: [
    { name: 'iid' },
    { name: 'regularCode', preset: 'REG' },
    { name: 'overtimeCode', preset: 'OVT' },
    { name: 'doubleCode', preset: 'DBL' },
  ],
  separator: ',',
  heading: () => ['##GENERIC## V1.0', COLUMNS],
  rows: (data) => {
    const { iid = '', regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const codes = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    return hoursByPerson(data).flatMap(({ person, hundredths }) =>
      WORKED_CODES.filter((code) => hundredths[code] > 0).map((code) => [
        iid,
        FREQUENCIES[data.frequency],
        longUsDate(data.period.start),
        longUsDate(data.period.end),
        person.externalIds.adp_run_id ?? '',
        codes[code],
        hoursText(hundredths[code]),
        '',
        '0',
        '',
        'BASE',
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

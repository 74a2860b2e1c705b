import { hoursByPerson } from '@/features/payroll/formats/file-data';
import { hoursText } from '@/features/payroll/formats/hours';
import type { MachineFormat } from '@/features/payroll/formats/machine-format';

const COLUMNS =
  'Co Code,Batch ID,File #,Temp Dept,Rate Code,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Hours 4 Code,Hours 4 Amount';

/** ADP Workforce Now paydata. Double time goes to the customer's own Hours 3 code. */
export const adpWfn: MachineFormat = {
  externalId: 'adp_file_number',
  settings: [{ name: 'companyCode' }, { name: 'batch' }, { name: 'doubleCode', preset: 'D' }],
  separator: ',',
  heading: () => [COLUMNS],
  rows: (data) => {
    const { companyCode = '', batch = '', doubleCode = '' } = data.settings;
    return hoursByPerson(data).map(({ person, hundredths }) => [
      companyCode,
      batch,
      (person.externalIds.adp_file_number ?? '').padStart(6, '0'),
      '',
      '',
      hoursText(hundredths.REG),
      hoursText(hundredths.OT),
      hundredths.DT === 0 ? '' : doubleCode,
      hoursText(hundredths.DT),
      '',
      '',
    ]);
  },
  limits: [3, 8, 6],
  // ASCII 32 to 122 without the backslash.
  allowed: /^[ -[\]-z]*$/,
  fileName: ({ settings }) => `PR${(settings.companyCode ?? '').padEnd(3, '_')}EPI.csv`,
  type: 'text/csv',
};

import { hoursByPerson } from '@/features/payroll/formats/file-data';
import { hoursText } from '@/features/payroll/formats/hours';
import type { MachineFormat } from '@/features/payroll/formats/machine-format';

const COLUMNS =
  'last_name,first_name,title,gusto_employee_id,regular_hours,overtime_hours,double_overtime_hours';

/** Gusto's hours: a blank leaves what is there, a 0 would overwrite it. */
export const gusto: MachineFormat = {
  externalId: 'gusto_employee_id',
  settings: [],
  separator: ',',
  heading: () => [COLUMNS],
  rows: (data) =>
    hoursByPerson(data).map(({ person, hundredths }) => [
      person.lastName,
      person.firstName,
      person.jobTitle ?? '',
      person.externalIds.gusto_employee_id ?? '',
      hoursText(hundredths.REG),
      hoursText(hundredths.OT),
      hoursText(hundredths.DT),
    ]),
  fileName: ({ period }) => `gusto_hours_${period.start}_to_${period.end}.csv`,
  type: 'text/csv',
};

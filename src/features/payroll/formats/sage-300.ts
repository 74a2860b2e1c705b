import { hoursByPerson } from '@/features/payroll/formats/file-data';
import type { MachineFormat } from '@/features/payroll/formats/machine-format';

/** `5/25/2015` */
function plainDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${month}/${day}/${year}`;
}

/** Sage 300 CRE, Import Time, in the order of the time entry view of Sage's own example; no header. */
export const sage300: MachineFormat = {
  externalId: 'sage_employee',
  settings: [
    { name: 'regularCode', preset: 'REG' },
    { name: 'overtimeCode', preset: 'OT' },
    { name: 'doubleCode', preset: 'DT' },
  ],
  separator: ',',
  heading: () => [],
  rows: (data) => {
    const { regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const payIds = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    return hoursByPerson(data).flatMap(({ person, lines }) =>
      lines.map((line) => [
        plainDate(line.workDate),
        person.externalIds.sage_employee ?? '',
        line.projectId === null ? '' : (data.projects[line.projectId]?.number ?? ''),
        '',
        line.costCodeId === null ? '' : (data.costCodes[line.costCodeId]?.code ?? ''),
        '',
        '',
        '',
        '',
        payIds[line.payCode],
        String(line.hundredths / 100),
        line.rate === null ? '' : String(line.rate),
        line.totalCents === null ? '' : String(line.totalCents / 100),
        '',
      ]),
    );
  },
  fileName: ({ period }) => `sage_time_${period.start}_to_${period.end}.txt`,
  type: 'text/plain',
};

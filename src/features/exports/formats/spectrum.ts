import { amountCodes, baseRate } from '@/features/exports/formats/extra-pay';
import { type FileData, hoursByPerson, shortUsDate } from '@/features/exports/formats/file-data';
import { codeSettings, type MachineFormat } from '@/features/exports/formats/machine-format';
import { hoursText, hundredthsOf } from '@/lib/decimal-hours';

const MESSAGE_LENGTH = 30;

/** Job and phase are required: projects without a number, and days without one of the two. */
function withoutPlace(data: FileData): string[] {
  const items = hoursByPerson(data).flatMap(({ person, lines }) =>
    lines.flatMap(({ projectId, costCodeId, workDate }) => {
      const project = projectId === null ? undefined : data.projects[projectId];
      if (!project || costCodeId === null) {
        return [`${person.firstName} ${person.lastName} ${shortUsDate(workDate)}`];
      }
      return project.number ? [] : [project.name];
    }),
  );
  return [...new Set(items)];
}

/** Viewpoint Spectrum, Import Pre-Time Cards: positional, no header, cut after the message. */
export const spectrum: MachineFormat = {
  externalId: 'spectrum_employee',
  lacking: withoutPlace,
  settings: [
    { name: 'batch' },
    { name: 'department' },
    { name: 'costType', preset: 'L' },
    { name: 'regularCode', preset: 'R' },
    { name: 'overtimeCode', preset: 'O' },
    { name: 'doubleCode', preset: 'D' },
    ...codeSettings({ PTO: 'V', SICK: 'S', HOLIDAY: 'H' }),
  ],
  paidRate: baseRate,
  amountCodes,
  takesAmounts: false,
  leaveHours: () => 'rate on file',
  // Leave is on no job.
  amountRow: ({ person, minutes, workDate }, code, { settings }) => [
    settings.batch ?? '',
    person.externalIds.spectrum_employee ?? '',
    settings.department ?? '',
    code,
    hoursText(hundredthsOf(minutes)),
    '',
    '',
    '',
    shortUsDate(workDate),
    '',
  ],
  separator: ',',
  heading: () => [],
  rows: (data) => {
    const { batch = '', department = '', costType = '' } = data.settings;
    const { regularCode = '', overtimeCode = '', doubleCode = '' } = data.settings;
    const payTypes = { REG: regularCode, OT: overtimeCode, DT: doubleCode };
    return hoursByPerson(data).flatMap(({ person, lines }) =>
      lines.map((line) => {
        const code = line.costCodeId === null ? undefined : data.costCodes[line.costCodeId];
        return [
          batch,
          person.externalIds.spectrum_employee ?? '',
          department,
          payTypes[line.payCode],
          hoursText(line.hundredths),
          line.projectId === null ? '' : (data.projects[line.projectId]?.number ?? ''),
          code?.code ?? '',
          costType,
          shortUsDate(line.workDate),
          (code?.name ?? '').slice(0, MESSAGE_LENGTH),
        ];
      }),
    );
  },
  limits: () => [8, 11, 6, 2, null, 10, 20, 3, null, MESSAGE_LENGTH],
  fileName: ({ period }) => `spectrum_${period.start}_to_${period.end}.txt`,
  type: 'text/plain',
};

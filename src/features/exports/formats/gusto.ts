import { generalRate, peopleWithSeveral, rateOnFile } from '@/features/exports/formats/extra-pay';
import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  type PersonHours,
  rateNumber,
} from '@/features/exports/formats/file-data';
import type { MachineFormat, NeededIds } from '@/features/exports/formats/machine-format';
import { hoursText } from '@/lib/decimal-hours';

const COLUMNS =
  'last_name,first_name,title,gusto_employee_id,regular_hours,overtime_hours,double_overtime_hours';

/** Title of a rate at Gusto, as `external_ids` keeps it; the general one is usually the job title. */
const titleKey = (number: number): string => `gusto_title_${number}`;

function titleOf({ externalIds, jobTitle }: FilePerson, number: number): string {
  return externalIds[titleKey(number)] ?? (number === 1 ? (jobTitle ?? '') : '');
}

interface Part {
  number: number;
  hundredths: PersonHours['hundredths'];
}

/** The hours of each rate, the general one first; one part where the customer wants one row. */
function partsOf({ person, lines, hundredths }: PersonHours, { settings }: FileData): Part[] {
  if (settings.titleRows === 'one') return [{ number: 1, hundredths }];
  const parts = new Map<number, Part>();
  for (const line of lines) {
    const number = rateNumber(person, line);
    const part = parts.get(number) ?? { number, hundredths: { REG: 0, OT: 0, DT: 0 } };
    part.hundredths[line.payCode] += line.hundredths;
    parts.set(number, part);
  }
  return [...parts.values()].toSorted((one, other) => one.number - other.number);
}

/** Who has hours at several rates and no title for one of them: Gusto could not tell the rows apart. */
function missingTitles(data: FileData): NeededIds[] {
  const needed = new Map<number, FilePerson[]>();
  for (const hours of hoursByPerson(data)) {
    const parts = partsOf(hours, data);
    if (parts.length < 2) continue;
    for (const { number } of parts) {
      if (titleOf(hours.person, number).trim() !== '') continue;
      needed.set(number, [...(needed.get(number) ?? []), hours.person]);
    }
  }
  return [...needed].map(([number, people]) => ({ key: titleKey(number), people }));
}

/** Gusto's hours: a blank leaves what is there, a 0 would overwrite it. */
export const gusto: MachineFormat = {
  externalId: 'gusto_employee_id',
  moreIds: missingTitles,
  settings: [{ name: 'titleRows', choices: ['each', 'one'] }],
  paidRate: (line, hours, data) =>
    data.settings.titleRows === 'one'
      ? generalRate(line, hours, data)
      : rateOnFile(hours, rateNumber(hours.person, line), data),
  rowOf: (line, { person }, { settings }) =>
    settings.titleRows === 'one' ? '' : String(rateNumber(person, line)),
  mixedRates: (data) => ({
    people:
      data.settings.titleRows === 'one'
        ? peopleWithSeveral(data, (line, person) => rateNumber(person, line))
        : [],
    fix: 'titleRows',
  }),
  takesAmounts: () => false,
  separator: ',',
  heading: () => [COLUMNS],
  rows: (data) =>
    hoursByPerson(data).flatMap((hours) =>
      partsOf(hours, data).map(({ number, hundredths }) => [
        hours.person.lastName,
        hours.person.firstName,
        titleOf(hours.person, number),
        hours.person.externalIds.gusto_employee_id ?? '',
        hoursText(hundredths.REG),
        hoursText(hundredths.OT),
        hoursText(hundredths.DT),
      ]),
    ),
  fileName: ({ period }) => `gusto_hours_${period.start}_to_${period.end}.csv`,
  type: 'text/csv',
};

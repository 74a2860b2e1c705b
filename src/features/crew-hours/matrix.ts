import type { CrewPerson } from '@/features/crew-hours/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import { minutesOfHours } from '@/lib/read-number';

export interface CellRow {
  employee_id: string;
  cost_code_id: string | null;
  minutes: number;
  /** Chosen here; missing: as it is, and new time is filled in. */
  classification_id?: string;
  /** The minutes it had when it was typed over; if others were saved meanwhile it is a conflict. */
  based_on?: number;
}

/** What was typed, by person and code; what nobody touched is not in it. */
export type Typed = Readonly<Record<string, string>>;

/** Classes chosen for cells, by person and code. */
export type ChosenClasses = Readonly<Record<string, string>>;

/** Minutes of the cells at the moment somebody began to type into them. */
export type BasedOn = Readonly<Record<string, number>>;

export const cellKey = (employeeId: string, codeId: string): string => `${employeeId} ${codeId}`;

/** `8`, `7.5`, `7,5` and `7:30` as minutes; nothing is 0, anything else NaN. */
export function minutesOf(text: string): number {
  return text.trim() === '' ? 0 : (minutesOfHours(text, 1440) ?? Number.NaN);
}

export function storedCell(person: CrewPerson, codeId: string) {
  return person.cells.find((cell) => cell.cost_code_id === codeId);
}

/** Minutes of a cell: as typed, else as stored. */
export function minutesIn(person: CrewPerson, codeId: string, typed: Typed): number {
  const text = typed[cellKey(person.employee_id, codeId)];
  return text === undefined ? (storedCell(person, codeId)?.minutes ?? 0) : minutesOf(text);
}

/** As it stands in a cell; nothing for none. */
export const hoursText = (minutes: number): string =>
  minutes > 0 ? formatHoursMinutes(minutes * 60) : '';

/** What cannot be read counts as nothing. */
export const sumOf = (minutes: readonly number[]): number =>
  minutes.reduce((all, value) => all + (Number.isNaN(value) ? 0 : value), 0);

export const totalOf = (
  person: CrewPerson,
  codes: readonly { id: string }[],
  typed: Typed,
): number => sumOf(codes.map(({ id }) => minutesIn(person, id, typed)));

/** Hours for everyone on a code; what people punched themselves on it stays theirs. */
export function typedForAll(people: readonly CrewPerson[], codeId: string, text: string): Typed {
  return Object.fromEntries(
    people
      .filter((person) => !storedCell(person, codeId)?.own_minutes)
      .map((person) => [cellKey(person.employee_id, codeId), text]),
  );
}

/** What stands in the cells of all of them, where it is the same. */
export function sharedText(people: readonly CrewPerson[], codeId: string, typed: Typed): string {
  const [first = '', ...others] = people
    .filter((person) => !storedCell(person, codeId)?.own_minutes)
    .map(
      (person) =>
        typed[cellKey(person.employee_id, codeId)] ?? hoursText(minutesIn(person, codeId, {})),
    );
  return others.every((text) => text === first) ? first : '';
}

/** The cells somebody typed into or chose a class for, and what they stood at; all others stay as they are. */
export function rowsToSave(
  people: readonly CrewPerson[],
  codes: readonly string[],
  typed: Typed,
  before: BasedOn,
  classes: ChosenClasses = {},
): CellRow[] {
  return people.flatMap((person) =>
    codes
      .map((code) => ({ code, key: cellKey(person.employee_id, code) }))
      .filter(({ key }) => key in typed || key in classes)
      .map(({ code, key }) => ({
        employee_id: person.employee_id,
        cost_code_id: code,
        minutes: minutesIn(person, code, typed),
        ...(classes[key] && { classification_id: classes[key] }),
        based_on: before[key] ?? storedCell(person, code)?.minutes ?? 0,
      })),
  );
}

/** All hours of the day as shown, for copying; people without any are left out. */
export function allHoursOfDay(
  people: readonly CrewPerson[],
  codes: readonly string[],
  typed: Typed,
  classes: ChosenClasses = {},
): CellRow[] {
  return people.flatMap((person) =>
    codes
      .map((code) => {
        const chosen =
          classes[cellKey(person.employee_id, code)] ?? storedCell(person, code)?.classification_id;
        return {
          employee_id: person.employee_id,
          cost_code_id: code,
          minutes: minutesIn(person, code, typed),
          ...(chosen && { classification_id: chosen }),
        };
      })
      .filter(({ minutes }) => minutes > 0),
  );
}

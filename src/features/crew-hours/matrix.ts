import type { CrewPerson } from '@/features/crew-hours/api/queries';

export interface CellRow {
  employee_id: string;
  cost_code_id: string | null;
  minutes: number;
  /** The minutes it had when it was typed over; if others were saved meanwhile it is a conflict. */
  based_on?: number;
}

/** What was typed, by person and code; what nobody touched is not in it. */
export type Typed = Readonly<Record<string, string>>;

/** Minutes of the cells at the moment somebody began to type into them. */
export type BasedOn = Readonly<Record<string, number>>;

export const cellKey = (employeeId: string, codeId: string): string => `${employeeId} ${codeId}`;

/** `8`, `7.5`, `7,5` and `7:30` as minutes; nothing is 0, anything else NaN. */
export function minutesOf(text: string): number {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return 0;
  const clock = /^(\d{1,2}):([0-5]?\d)$/.exec(plain);
  const minutes = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : /^\d{1,2}(\.\d+)?$/.test(plain)
      ? Math.round(Number(plain) * 60)
      : Number.NaN;
  return minutes <= 1440 ? minutes : Number.NaN;
}

export function storedCell(person: CrewPerson, codeId: string) {
  return person.cells.find((cell) => cell.cost_code_id === codeId);
}

/** Minutes of a cell: as typed, else as stored. */
export function minutesIn(person: CrewPerson, codeId: string, typed: Typed): number {
  const text = typed[cellKey(person.employee_id, codeId)];
  return text === undefined ? (storedCell(person, codeId)?.minutes ?? 0) : minutesOf(text);
}

/** The cells somebody typed into, and what they stood at; all others stay as they are. */
export function rowsToSave(
  people: readonly CrewPerson[],
  codes: readonly string[],
  typed: Typed,
  before: BasedOn,
): CellRow[] {
  return people.flatMap((person) =>
    codes
      .filter((code) => cellKey(person.employee_id, code) in typed)
      .map((code) => ({
        employee_id: person.employee_id,
        cost_code_id: code,
        minutes: minutesIn(person, code, typed),
        based_on:
          before[cellKey(person.employee_id, code)] ?? storedCell(person, code)?.minutes ?? 0,
      })),
  );
}

/** All hours of the day as shown, for copying; people without any are left out. */
export function wholeDay(
  people: readonly CrewPerson[],
  codes: readonly string[],
  typed: Typed,
): CellRow[] {
  return people.flatMap((person) =>
    codes
      .map((code) => ({
        employee_id: person.employee_id,
        cost_code_id: code,
        minutes: minutesIn(person, code, typed),
      }))
      .filter(({ minutes }) => minutes > 0),
  );
}

import type { DayWork } from '@/features/tickets/api/queries';
import { HOURS, hoursOf, isTime, type TicketLine } from '@/features/tickets/ticket';
import { uuidv7 } from '@/lib/uuid';

/** A person or machine of the day that a ticket may have hours of, and the lines it has. */
export interface Candidate {
  key: string;
  kind: 'labor' | 'equipment';
  name: string;
  /** Trade, or who drove it. */
  detail: string;
  time_entry_id: string | null;
  employee_id: string | null;
  equipment_id: string | null;
  clockIn: string | null;
  clockOut: string | null;
  /** What is left to tick: other tickets have the rest. */
  hours: number;
  /** At most: what was worked; null where no time says so. */
  worked: number | null;
  lines: readonly TicketLine[];
}

const keyOf = (line: Pick<TicketLine, 'kind' | 'time_entry_id' | 'employee_id' | 'equipment_id'>) =>
  [line.kind, line.time_entry_id ?? line.employee_id, line.equipment_id].join(' ');

const sumOf = (lines: readonly TicketLine[]): number =>
  Math.round(lines.reduce((sum, { quantity }) => sum + quantity, 0) * 100) / 100;

/** Under a minute nothing can be ticked: a clock started by mistake. */
const MIN_SECONDS = 60;
const isWork = (row: { worked_seconds: number }): boolean => row.worked_seconds >= MIN_SECONDS;

function fromDay(work: DayWork | undefined): Omit<Candidate, 'key' | 'lines'>[] {
  return [
    ...(work?.people ?? []).filter(isWork).map((person) => ({
      kind: 'labor' as const,
      name: person.name,
      detail: person.trade,
      time_entry_id: person.time_entry_id,
      employee_id: person.employee_id,
      equipment_id: null,
      clockIn: person.clock_in,
      clockOut: person.clock_out,
      hours: hoursOf(person.seconds),
      worked: hoursOf(person.worked_seconds),
    })),
    ...(work?.machines ?? []).filter(isWork).map((machine) => ({
      kind: 'equipment' as const,
      name: machine.name,
      detail: machine.operator ?? '',
      time_entry_id: machine.time_entry_id,
      employee_id: null,
      equipment_id: machine.equipment_id,
      clockIn: null,
      clockOut: null,
      hours: hoursOf(machine.seconds),
      worked: hoursOf(machine.worked_seconds),
    })),
  ];
}

/** Everybody of the day, and what the ticket has hours of besides. */
export function candidatesOf(work: DayWork | undefined, lines: readonly TicketLine[]): Candidate[] {
  const own = lines.filter(isTime);
  const linesOf = (key: string) => own.filter((line) => keyOf(line) === key);
  const ofDay = fromDay(work).map((each): Candidate => {
    const key = keyOf(each);
    const chosen = linesOf(key);
    // The server counts this ticket's own hours among those taken.
    const hours = Math.min(each.worked ?? 24, each.hours + sumOf(chosen));
    return { ...each, key, hours, lines: chosen };
  });
  const keys = new Set(ofDay.map(({ key }) => key));
  const rest = [...new Set(own.map(keyOf))].filter((key) => !keys.has(key));
  return [
    ...ofDay,
    ...rest.flatMap((key): Candidate[] => {
      const chosen = linesOf(key);
      const [first] = chosen;
      if (!first) return [];
      return [
        {
          key,
          kind: first.kind as Candidate['kind'],
          name: first.description,
          detail: '',
          time_entry_id: first.time_entry_id,
          employee_id: first.employee_id,
          equipment_id: first.equipment_id,
          clockIn: null,
          clockOut: null,
          hours: sumOf(chosen),
          worked: null,
          lines: chosen,
        },
      ];
    }),
  ];
}

/** The lines of a person or machine with these hours; ids of lines that stay are kept. */
export function linesFor(
  candidate: Candidate,
  { regular, overtime }: { regular: number; overtime: number },
): TicketLine[] {
  const line = (hours_kind: 'regular' | 'overtime', quantity: number): TicketLine[] => {
    if (quantity <= 0) return [];
    const before = candidate.lines.find((each) => each.hours_kind === hours_kind);
    return [
      {
        id: before?.id ?? uuidv7(),
        kind: candidate.kind,
        time_entry_id: candidate.time_entry_id,
        employee_id: candidate.employee_id,
        equipment_id: candidate.equipment_id,
        photo_id: null,
        description: candidate.name,
        hours_kind,
        quantity,
        unit: HOURS,
      },
    ];
  };
  return [...line('regular', regular), ...line('overtime', overtime)];
}

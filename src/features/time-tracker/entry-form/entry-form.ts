import type { DateInputValue } from '@/components/shared/date-input';
import type { TimeInputValue } from '@/components/shared/time-input';
import { type CustomValues, customOf } from '@/entities/custom-field/custom-field';
import { draftsOf, type MachineDraft } from '@/entities/machine-share/machine-share';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { dateOf, minuteOfDay } from '@/lib/time';
import { wallTimeInstants } from '@/lib/wall-time';

/** Which of the two instants is meant when clocks go back and a time occurs twice. */
export type Occurrence = 'first' | 'second';

export interface BreakValues {
  start: TimeInputValue;
  end: TimeInputValue;
  kind: 'meal' | 'rest';
  paid: boolean;
}

export interface EntryFormValues {
  employeeId: string | null;
  date: DateInputValue;
  start: TimeInputValue;
  end: TimeInputValue;
  startOccurrence: Occurrence | null;
  endOccurrence: Occurrence | null;
  projectId: string | null;
  costCodeId: string | null;
  equipmentId: string | null;
  /** Several machines with their shares; null: `equipmentId` all the time. */
  machines: MachineDraft[] | null;
  /** On a public project; null: filled in by the cost code or the person. */
  classificationId: string | null;
  notes: string;
  /** Values of custom fields. */
  custom: CustomValues;
  breaks: BreakValues[];
  mealWaived: boolean;
  reason: string;
}

const occurrenceOf = (instant: string, timeZone: string): Occurrence | null => {
  const date = dateOf(Date.parse(instant), timeZone);
  const both = wallTimeInstants(date, minuteOfDay(instant, timeZone), timeZone);
  if (both.length < 2) return null;
  return Date.parse(instant) < Date.parse(both[1] ?? '') ? 'first' : 'second';
};

export function emptyForm(
  employeeId: string | null,
  date: string,
  projectId: string | null,
): EntryFormValues {
  return {
    employeeId,
    date,
    start: null,
    end: null,
    startOccurrence: null,
    endOccurrence: null,
    projectId,
    costCodeId: null,
    equipmentId: null,
    machines: null,
    classificationId: null,
    notes: '',
    custom: customOf(null),
    breaks: [],
    mealWaived: false,
    reason: '',
  };
}

/** A stored entry as its fields read in this zone. */
export function formOf(entry: StoredEntry, timeZone: string): EntryFormValues {
  const minute = (instant: string | null) => (instant ? minuteOfDay(instant, timeZone) : null);
  return {
    employeeId: entry.employee_id,
    date: dateOf(Date.parse(entry.clock_in), timeZone),
    start: minute(entry.clock_in),
    end: minute(entry.clock_out),
    startOccurrence: occurrenceOf(entry.clock_in, timeZone),
    endOccurrence: entry.clock_out ? occurrenceOf(entry.clock_out, timeZone) : null,
    projectId: entry.project_id,
    costCodeId: entry.cost_code_id,
    equipmentId: entry.equipment_id,
    machines: entry.machines && draftsOf(entry.equipment_id, entry.machines),
    classificationId: entry.classification_id,
    notes: entry.notes ?? '',
    custom: customOf(entry),
    breaks: entry.breaks.map((pause) => ({
      start: minute(pause.started_at),
      end: minute(pause.ended_at),
      kind: pause.kind,
      paid: pause.paid,
    })),
    mealWaived: entry.meal_waived,
    reason: '',
  };
}

import type { TimeInputValue } from '@/components/shared/time-input';
import { machinesProblem } from '@/entities/machine-share/machine-share';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import type { EntryBreakInput } from '@/features/time-tracker/api/save-entry';
import type {
  BreakValues,
  EntryFormValues,
  Occurrence,
} from '@/features/time-tracker/entry-form/entry-form';
import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';
import { addDays } from '@/lib/time';
import { wallTimeInstants } from '@/lib/wall-time';

/** Why a field cannot be taken; the words are in `time-tracker.json` under `form.problem`. */
type Problem =
  | 'dateMissing'
  | 'dateInvalid'
  | 'startMissing'
  | 'timeInvalid'
  | 'skippedTime'
  | 'whichOne'
  | 'noLength'
  | 'breakTimes'
  | 'breakOutside'
  | 'employeeMissing'
  | 'projectMissing'
  | 'reasonMissing'
  | 'ownReasonMissing'
  | 'machines';

export type FormField =
  | 'employeeId'
  | 'projectId'
  | 'date'
  | 'start'
  | 'end'
  | 'breaks'
  | 'machines'
  | 'reason';

export interface FormReading {
  problems: Partial<Record<FormField, Problem>>;
  /** The two instants a repeated time may mean, for the question. */
  choices: { start: string[]; end: string[] };
  endsNextDay: boolean;
  /** As soon as the times can be read, whatever else is missing: the length is shown while one types. */
  times: { clockIn: string; clockOut: string | null; breaks: EntryBreakInput[] } | null;
}

interface Context {
  timeZone: string;
  /** What is being edited: an untouched time keeps its seconds. */
  stored: StoredEntry | null;
  /** Whose time needs a reason to be changed, if it does. */
  needsReason: 'someone' | 'own' | null;
}

const sameMinute = (left: string, right: string): boolean =>
  Math.floor(Date.parse(left) / 60_000) === Math.floor(Date.parse(right) / 60_000);

/** Seconds of the original punch survive as long as its minute was not changed. */
const keepSeconds = (instant: string, stored: string | null | undefined): string =>
  stored && sameMinute(instant, stored) ? stored : instant;

type Pick = { instant: string; problem?: never } | { instant?: never; problem: Problem };

function pick(instants: string[], occurrence: Occurrence | null): Pick {
  const [first, second] = instants;
  if (!first) return { problem: 'skippedTime' };
  if (!second) return { instant: first };
  if (occurrence === null) return { problem: 'whichOne' };
  return { instant: occurrence === 'first' ? first : second };
}

/** The candidates for a time after `after`: on the day itself, else on the next one. */
function candidatesAfter(date: IsoDate, minute: MinuteOfDay, after: string, timeZone: string) {
  const today = wallTimeInstants(date, minute, timeZone);
  const later = today.filter((instant) => Date.parse(instant) > Date.parse(after));
  if (later.length > 0) return { instants: later, nextDay: false };
  // A skipped time is refused on its own day, not silently moved to the next.
  if (today.length === 0) return { instants: [], nextDay: false };
  return { instants: wallTimeInstants(addDays(date, 1), minute, timeZone), nextDay: true };
}

interface EndReading {
  clockOut: string | null;
  problem?: Problem;
  choices: string[];
  nextDay: boolean;
}

const noEnd = (changes: Partial<EndReading> = {}): EndReading => ({
  clockOut: null,
  choices: [],
  nextDay: false,
  ...changes,
});

function readEnd(
  values: EntryFormValues,
  date: IsoDate,
  clockIn: string,
  context: Context,
): EndReading {
  if (values.end === null) return noEnd();
  if (values.end === 'invalid') return noEnd({ problem: 'timeInvalid' });
  if (values.end === values.start && values.startOccurrence === values.endOccurrence) {
    const kept = context.stored?.clock_out;
    // An entry shorter than a minute reads as no length; untouched, it stays what it is.
    return kept && sameMinute(kept, clockIn)
      ? noEnd({ clockOut: kept })
      : noEnd({ problem: 'noLength' });
  }
  const { instants, nextDay } = candidatesAfter(date, values.end, clockIn, context.timeZone);
  const picked = pick(instants, values.endOccurrence);
  if (picked.problem) return noEnd({ problem: picked.problem, choices: instants, nextDay });
  const clockOut = keepSeconds(picked.instant, context.stored?.clock_out);
  return { clockOut, choices: instants, nextDay };
}

function readBreak(
  pause: BreakValues,
  date: IsoDate,
  clockIn: string,
  stored: StoredEntry | null,
  timeZone: string,
): EntryBreakInput | null {
  const place = (time: TimeInputValue, after: number): string | null => {
    if (typeof time !== 'number') return null;
    const both = [date, addDays(date, 1)].flatMap((day) => wallTimeInstants(day, time, timeZone));
    return both.find((instant) => Date.parse(instant) >= after) ?? null;
  };
  const started = place(pause.start, Math.floor(Date.parse(clockIn) / 60_000) * 60_000);
  const ended = started ? place(pause.end, Date.parse(started) + 1) : null;
  const original = stored?.breaks.find((known) => started && sameMinute(known.started_at, started));
  const stillOpen = pause.end === null && original?.ended_at === null;
  if (!started || (!ended && !stillOpen)) return null;
  return {
    started_at: keepSeconds(started, original?.started_at),
    ended_at: ended ? keepSeconds(ended, original?.ended_at) : null,
    kind: pause.kind,
    paid: pause.paid,
  };
}

function readBreaks(
  values: EntryFormValues,
  date: IsoDate,
  clockIn: string,
  clockOut: string | null,
  context: Context,
) {
  const breaks = values.breaks.map((pause) =>
    readBreak(pause, date, clockIn, context.stored, context.timeZone),
  );
  if (breaks.includes(null)) return { breaks: [], problem: 'breakTimes' as const };
  const read = breaks.filter((pause) => pause !== null);
  const last = clockOut ? Date.parse(clockOut) : Number.POSITIVE_INFINITY;
  const outside = read.some(
    (pause) =>
      Date.parse(pause.started_at) >= last || Date.parse(pause.ended_at ?? pause.started_at) > last,
  );
  return { breaks: read, problem: outside ? ('breakOutside' as const) : undefined };
}

/** What was typed, as instants; or, field by field, what is wrong or still to be answered. */
export function readEntryForm(values: EntryFormValues, context: Context): FormReading {
  const problems: FormReading['problems'] = {};
  const reading: FormReading = {
    problems,
    choices: { start: [], end: [] },
    endsNextDay: false,
    times: null,
  };
  if (!values.employeeId) problems.employeeId = 'employeeMissing';
  // As for the clock; an entry that came without a project may stay so.
  if (!values.projectId && (!context.stored || context.stored.project_id))
    problems.projectId = 'projectMissing';
  if (values.machines && machinesProblem(values.machines)) problems.machines = 'machines';
  if (context.needsReason && values.reason.trim() === '') {
    problems.reason = context.needsReason === 'own' ? 'ownReasonMissing' : 'reasonMissing';
  }
  if (values.date === null) problems.date = 'dateMissing';
  if (values.date === 'invalid') problems.date = 'dateInvalid';
  if (values.start === null) problems.start = 'startMissing';
  if (values.start === 'invalid') problems.start = 'timeInvalid';
  if (values.end === 'invalid') problems.end = 'timeInvalid';
  const { date, start } = values;
  if (date === null || date === 'invalid' || typeof start !== 'number') return reading;

  reading.choices.start = wallTimeInstants(date, start, context.timeZone);
  const picked = pick(reading.choices.start, values.startOccurrence);
  if (picked.problem) {
    problems.start = picked.problem;
    return reading;
  }
  const clockIn = keepSeconds(picked.instant, context.stored?.clock_in);
  const end = readEnd(values, date, clockIn, context);
  reading.choices.end = end.choices;
  reading.endsNextDay = end.nextDay;
  if (end.problem) problems.end = end.problem;
  const { breaks, problem } = readBreaks(values, date, clockIn, end.clockOut, context);
  if (problem && !end.problem) problems.breaks = problem;
  if (!problems.end && !problems.breaks) {
    reading.times = { clockIn, clockOut: end.clockOut, breaks };
  }
  return reading;
}

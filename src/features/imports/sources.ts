import { guessMapping } from '@/components/shared/import-table/import-columns';
import { columnsOf, type ListName } from '@/entities/import/lists';
import type { DateOrder } from '@/features/imports/moments';

/**
 * Programs whose exports of time are recognized. `headings` names the column of theirs for each of
 * ours; `places` counts columns from the left where the headings are not known.
 */
export interface Source {
  /** Headings that are in no other program's file. */
  signs: readonly string[];
  headings?: Readonly<Record<string, string>>;
  places?: Readonly<Record<string, number>>;
  order?: DateOrder;
  /** "Customer:Job" in one cell; the job is the project. */
  jobAfterColon?: boolean;
  /** Written from documented columns; the others from their names only. */
  documented: boolean;
}

export const SOURCES = {
  quickbooks_time: {
    signs: ['local_start_time', 'local_end_time'],
    headings: {
      first_name: 'fname',
      last_name: 'lname',
      email: 'username',
      employee_number: 'payroll_id',
      date: 'local_date',
      start: 'local_start_time',
      end: 'local_end_time',
      duration: 'hours',
      time_zone: 'tz',
      project: 'jobcode_1',
      cost_code: 'service item',
      notes: 'notes',
    },
    order: 'YMD',
    documented: true,
  },
  clockify: {
    signs: ['Duration (decimal)', 'Billable', 'Start Date'],
    headings: {
      employee: 'User',
      email: 'Email',
      project: 'Project',
      cost_code: 'Task',
      notes: 'Description',
      date: 'Start Date',
      start: 'Start Time',
      end_date: 'End Date',
      end: 'End Time',
      duration: 'Duration (decimal)',
    },
    documented: true,
  },
  toggl: {
    signs: ['Start date', 'Start time', 'End time', 'Tags'],
    headings: {
      employee: 'User',
      email: 'Email',
      project: 'Project',
      cost_code: 'Task',
      notes: 'Description',
      date: 'Start date',
      start: 'Start time',
      end_date: 'End date',
      end: 'End time',
      duration: 'Duration',
    },
    order: 'YMD',
    documented: true,
  },
  clockshark: {
    signs: [],
    places: {
      first_name: 0,
      last_name: 1,
      employee_number: 2,
      email: 3,
      project: 4,
      cost_code: 7,
      start: 8,
      end: 9,
      break_minutes: 10,
    },
    jobAfterColon: true,
    documented: true,
  },
  busybusy: { signs: ['Cost Code', 'Equipment', 'Clock In', 'Clock Out'], documented: false },
  workyard: { signs: ['Worker', 'Clock in', 'Clock out'], documented: false },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES;
export const sourceOf = (name: SourceName): Source => SOURCES[name];

/** The program a file comes from, if its headings tell. */
export function guessSource(headings: readonly string[]): SourceName | null {
  const names = Object.keys(SOURCES) as SourceName[];
  return (
    names.find((name) => {
      const { signs } = sourceOf(name);
      return signs.length > 0 && signs.every((sign) => headings.includes(sign));
    }) ?? null
  );
}

/** Which column of the file is which of ours: as the program has them where that is known, else by their headings. */
export function mappingFor(
  list: ListName,
  headings: readonly string[],
  source: SourceName | null,
): Record<string, number | null> {
  const columns = columnsOf(list);
  const { headings: named, places }: Source = source
    ? sourceOf(source)
    : { signs: [], documented: false };
  if (!named && !places) {
    // Ids of our own export are no numbers of people.
    const words = headings.map((heading) => (/^[a-z_]+_id$/.test(heading) ? '' : heading));
    const guess = guessMapping(
      columns.map(({ key, aliases }) => ({ key, label: key, aliases })),
      words,
    );
    return guess.hasHeading
      ? guess.mapping
      : Object.fromEntries(columns.map(({ key }) => [key, null]));
  }
  const placeOf = (key: string): number | null => {
    const heading = named?.[key]?.toLowerCase();
    const index = headings.findIndex((text) => text.toLowerCase() === heading);
    return index >= 0 ? index : (places?.[key] ?? null);
  };
  return Object.fromEntries(columns.map(({ key }) => [key, placeOf(key)]));
}

/** What `timesheet_shown` answers, and what a person signs. Texts and whole numbers alone. */
export interface ShownBreak {
  started_at: string;
  ended_at?: string;
  /** short: unpaid, and too short not to count as worked. */
  kind: 'paid' | 'unpaid' | 'short';
}

export interface ShownEntry {
  id: string;
  clock_in: string;
  clock_out?: string;
  time_zone: string;
  project?: string;
  cost_code?: string;
  breaks?: ShownBreak[];
}

export interface ShownDay {
  date: string;
  minutes: number;
  entries: ShownEntry[];
}

export interface ShownTimesheet {
  format: 'chalkline-timesheet/1';
  company: { id: string; name: string };
  person: { id: string; name: string };
  start_date: string;
  end_date: string;
  minutes: number;
  days: ShownDay[];
}

/** Days of a signature without a text of its own: minutes are all that was stored. */
export const daysOfHours = (hours: Readonly<Record<string, number>>): ShownDay[] =>
  Object.entries(hours)
    .map(([date, minutes]) => ({ date, minutes, entries: [] }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));

/** Days of both versions, each beside the other; `differs` where anything of the day does. */
export function daysBeside(signed: readonly ShownDay[], now: readonly ShownDay[]) {
  const dates = [...new Set([...signed, ...now].map(({ date }) => date))].sort();
  return dates.map((date) => {
    const before = signed.find((day) => day.date === date) ?? null;
    const after = now.find((day) => day.date === date) ?? null;
    // Without entries only the minutes can be compared.
    const isSame =
      before && after && before.entries.length > 0
        ? JSON.stringify(before) === JSON.stringify(after)
        : (before?.minutes ?? 0) === (after?.minutes ?? 0);
    return { date, before, after, differs: !isSame };
  });
}

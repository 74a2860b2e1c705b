import type { Locator, Page } from '@playwright/test';
import { must } from './api.ts';
import type { Company, Person } from './company.ts';

export interface EntrySeed {
  from: string;
  to: string | null;
  projectId?: string | null;
  costCodeId?: string | null;
  notes?: string;
  breaks?: { from: string; to: string; kind?: 'meal' | 'rest'; paid?: boolean }[];
}

/** Adds an entry as the person, past the screens; returns its id. */
export async function addEntry(company: Company, person: Person, seed: EntrySeed): Promise<string> {
  const entry = must(
    await person.client
      .from('time_entries')
      .insert({
        company_id: company.id,
        employee_id: person.employeeId,
        clock_in: seed.from,
        clock_out: seed.to,
        project_id:
          seed.projectId === undefined ? (company.projects[0]?.id ?? null) : seed.projectId,
        cost_code_id: seed.costCodeId ?? null,
        notes: seed.notes ?? null,
      })
      .select('id')
      .single(),
  ) as { id: string };
  for (const pause of seed.breaks ?? []) {
    must(
      await person.client.from('time_entry_breaks').insert({
        company_id: company.id,
        time_entry_id: entry.id,
        started_at: pause.from,
        ended_at: pause.to,
        kind: pause.kind ?? 'meal',
        paid: pause.paid ?? false,
      }),
    );
  }
  return entry.id;
}

/** The person's entries, newest first, as the database has them. */
export async function entriesOf(person: Person) {
  return must(
    await person.client
      .from('time_entries')
      .select('id, clock_in, clock_out, status, notes, project_id, cost_code_id')
      .eq('employee_id', person.employeeId)
      .order('clock_in', { ascending: false }),
  );
}

/** The newest toast with these words. */
export const toast = (page: Page, title: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).first();

/** Chooses in one of the searchable lists. */
export async function choose(
  page: Page | Locator,
  label: string,
  option: string | RegExp,
): Promise<void> {
  // Also where the field may be left empty, and says so.
  const name = new RegExp(`^${label}( ?\\(optional\\))?$`);
  await page.getByRole('combobox', { name }).click();
  const owner = 'page' in page ? page.page() : page;
  await owner.getByRole('option', { name: option }).click();
}

/** The calendar date some days from the one a zone shows; a day of 23 hours is a day too. */
export function localDate(timeZone: string, daysFromNow = 0): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + daysFromNow);
  return date.toISOString().slice(0, 10);
}

/** The last whole week from Sunday to Saturday in a zone, and its days by number from Sunday, 0. */
export function lastWeek(timeZone: string) {
  const today = new Date(`${localDate(timeZone)}T00:00:00Z`);
  const sunday = today.getTime() - (today.getUTCDay() + 7) * 86_400_000;
  const day = (number: number) => new Date(sunday + number * 86_400_000).toISOString().slice(0, 10);
  return { start: day(0), end: day(6), day };
}

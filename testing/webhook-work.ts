import type { Sql } from '../server/database/sql/sql.ts';
import { as, type Company } from '../supabase/tests/world.ts';

/** Three of each entry: finished, and its note changed twice. */
export const EVENTS_PER_ENTRY = 3;
const WORK_EVENTS = ['time_entry.stopped', 'time_entry.changed'];

/** As supabase/config.toml names them. */
export const WEBHOOK_HOOKS = {
  claim: { schema: 'private', name: 'claim_webhooks' },
  note: { schema: 'private', name: 'note_webhook_attempt' },
  unsealed: { schema: 'private', name: 'unsealed_webhook_secrets' },
  seal: { schema: 'private', name: 'seal_webhook_secret' },
};

interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
}

export async function createWebhook(
  sql: Sql,
  { manager }: Company,
  url: string,
): Promise<MadeWebhook> {
  const [row] = await as(
    sql,
    manager,
    (tx) => tx`select create_webhook(${url}, ${WORK_EVENTS}) as made`,
  );
  return row?.['made'] as MadeWebhook;
}

/** Entries of the employee with three events each, all at once. */
export async function addWork(sql: Sql, { employee }: Company, entries: number): Promise<void> {
  await as(
    sql,
    employee,
    (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
      select ${employee.employeeId}, t, t + interval '1 hour' from generate_series(1, ${entries}) n,
        lateral (select timestamptz '2026-01-01 00:00Z' + n * interval '2 hours') x (t)`,
  );
  for (const note of ['a', 'b']) {
    await as(
      sql,
      employee,
      (tx) =>
        tx`update time_entries set notes = ${note} where employee_id = ${employee.employeeId}`,
    );
  }
}

/** What is still to be delivered. */
export async function unfinishedDeliveries(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from webhook_deliveries where status in ('waiting', 'queued')`;
  return row?.count ?? 0;
}

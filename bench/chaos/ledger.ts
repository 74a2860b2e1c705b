import type { Sql } from '../../server/database/sql/sql.ts';

/** What the server acknowledged about one entry, and so must be true of it for ever. */
export interface AcknowledgedEntry {
  readonly id: string;
  readonly employeeId: string;
  readonly projectId: string;
  clockIn: string;
  clockOut: string | null;
  notes: string;
  deleted: boolean;
  /** Changes after the first, each of which leaves exactly one audit event. */
  changes: number;
}

/** Kept apart from the server and its database: what was sent, and what it was answered. */
export class Ledger {
  readonly entries = new Map<string, AcknowledgedEntry>();
  /** Ids whose creation was refused: they must not exist. */
  readonly refused = new Set<string>();
  acknowledged = 0;
  /** Calls whose answer was lost or an error of the server, and that were sent again. */
  repeated = 0;

  /**
   * Every difference, in words, between what was acknowledged and what is stored, besides the entries
   * that were there `before`.
   */
  async compare(sql: Sql, before: ReadonlySet<string>): Promise<string[]> {
    const rows = await sql<StoredEntry[]>`
      select e.id, e.employee_id as "employeeId", e.project_id as "projectId", e.notes,
        to_json(e.clock_in) #>> '{}' as "clockIn", to_json(e.clock_out) #>> '{}' as "clockOut"
      from public.time_entries e`;
    const events = await sql<{ id: string; created: number; updated: number; deleted: number }[]>`
      select a.entity_id as id,
        count(*) filter (where a.action = 'created')::int as created,
        count(*) filter (where a.action = 'updated')::int as updated,
        count(*) filter (where a.action = 'deleted')::int as deleted
      from public.audit_events a where a.entity = 'time_entries' group by a.entity_id`;
    const eventsOf = new Map(events.map((event) => [event.id, event]));
    const stored = new Map(rows.map((row) => [row.id, row]));
    const differences: string[] = [];
    for (const entry of this.entries.values()) {
      differences.push(...compareEntry(entry, stored.get(entry.id)));
      const { created, updated, deleted } = eventsOf.get(entry.id) ?? NO_EVENTS;
      const seen = `${created}/${updated}/${deleted}`;
      const expected = `1/${entry.changes}/${entry.deleted ? 1 : 0}`;
      if (seen !== expected) {
        differences.push(`${entry.id}: audit events ${seen} instead of ${expected}`);
      }
    }
    for (const id of stored.keys()) {
      if (!this.entries.has(id) && !before.has(id)) {
        differences.push(`${id}: stored, but ${this.refused.has(id) ? 'refused' : 'never sent'}`);
      }
    }
    return [...differences, ...(await brokenRules(sql))];
  }
}

interface StoredEntry {
  readonly id: string;
  readonly employeeId: string;
  readonly projectId: string;
  readonly notes: string | null;
  readonly clockIn: string;
  readonly clockOut: string | null;
}

const NO_EVENTS = { created: 0, updated: 0, deleted: 0 };

function compareEntry(entry: AcknowledgedEntry, row: StoredEntry | undefined): string[] {
  if (entry.deleted) return row ? [`${entry.id}: deleted, but still there`] : [];
  if (!row) return [`${entry.id}: acknowledged, but lost`];
  const pairs: readonly [string, unknown, unknown][] = [
    ['employee', row.employeeId, entry.employeeId],
    ['project', row.projectId, entry.projectId],
    ['notes', row.notes, entry.notes],
    ['clock-in', row.clockIn, entry.clockIn],
    ['clock-out', row.clockOut, entry.clockOut],
  ];
  return pairs
    .filter(([, found, expected]) => found !== expected)
    .map(
      ([name, found, expected]) => `${entry.id}: ${name} is ${found}, acknowledged was ${expected}`,
    );
}

/** What no crash may ever bring about: two running entries, overlaps, a broken audit chain. */
async function brokenRules(sql: Sql): Promise<string[]> {
  const doubles = await sql<{ employee_id: string }[]>`
    select employee_id from public.time_entries where clock_out is null
    group by employee_id having count(*) > 1`;
  const overlaps = await sql<{ id: string }[]>`
    select a.id from public.time_entries a join public.time_entries b
      on b.employee_id = a.employee_id and b.id <> a.id
      and tstzrange(a.clock_in, a.clock_out) && tstzrange(b.clock_in, b.clock_out)`;
  const broken: string[] = [];
  for (const { id, events } of await sql<{ id: string; events: string }[]>`
    select c.id, (select count(*) from public.audit_events a where a.company_id = c.id) as events
    from public.companies c`) {
    const [chain] = await sql<{ checked: string; broken_id: string | null }[]>`
      select * from public.verify_audit_chain(${id})`;
    if (chain?.broken_id) broken.push(`audit chain of ${id} breaks at ${chain.broken_id}`);
    if (chain?.checked !== events) broken.push(`audit chain of ${id} was not checked whole`);
  }
  return [
    ...doubles.map((row) => `${row.employee_id} has two running entries`),
    ...overlaps.map((row) => `${row.id} overlaps another entry`),
    ...broken,
  ];
}

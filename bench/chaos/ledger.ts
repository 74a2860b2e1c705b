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

/** A row that was acknowledged, with what it must hold. Times are compared as times. */
export interface Fact {
  readonly table:
    | 'time_entries'
    | 'photos'
    | 'shifts'
    | 'budgets'
    | 'extra_work_tickets'
    | 'form_submissions'
    | 'site_visits'
    | 'expenses'
    | 'timesheet_signatures'
    | 'ledger_roots';
  readonly id: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** Kept apart from the server and its database: what was sent, and what it was answered. */
export class Ledger {
  readonly entries = new Map<string, AcknowledgedEntry>();
  /** Of the work beside the clock, by id. */
  readonly facts = new Map<string, Fact>();
  /** Paths in the bucket of photos whose upload was acknowledged, and the hash of their bytes. */
  readonly files = new Map<string, string>();
  /** Ids whose creation was refused: they must not exist. */
  readonly refused = new Set<string>();
  /** The same of others than time entries. */
  readonly refusedRows = new Map<string, Fact['table']>();
  /** What should never be refused, and was. */
  readonly complaints: string[] = [];
  acknowledged = 0;
  /** What refusals said, and how often. */
  readonly refusals = new Map<string, number>();
  #lastAt = performance.now();
  #maxGapMs = 0;
  /** Calls whose answer was lost or an error of the server, and that were sent again. */
  repeated = 0;

  acknowledge(): void {
    this.acknowledged++;
    const now = performance.now();
    this.#maxGapMs = Math.max(this.#maxGapMs, now - this.#lastAt);
    this.#lastAt = now;
  }

  /** Seconds in which nobody was answered, at the longest, since this was asked last. */
  takeMaxGap(): number {
    const seconds = this.#maxGapMs / 1000;
    this.#maxGapMs = 0;
    return seconds;
  }

  refuse(text: string): void {
    const said = text.replace(/[0-9a-f-]{36}/g, 'ID').slice(0, 200);
    this.refusals.set(said, (this.refusals.get(said) ?? 0) + 1);
  }

  summary(): string {
    const others = Map.groupBy(this.facts.values(), ({ table }) => table);
    const parts = [...others].map(([table, facts]) => `${facts.length} ${table}`);
    return `${this.entries.size} entries of the crew, of the others ${parts.join(', ')} and ${this.files.size} files; ${this.acknowledged} acknowledged calls, ${this.repeated} repeated, ${this.refused.size} refused${[...this.refusals].map(([said, times]) => `\n  refused ${times} times: ${said}`).join('')}`;
  }

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
      if (!this.entries.has(id) && !before.has(id) && !this.facts.has(id)) {
        differences.push(`${id}: stored, but ${this.refused.has(id) ? 'refused' : 'never sent'}`);
      }
    }
    differences.push(...(await compareFacts(sql, [...this.facts.values()])));
    differences.push(...(await presentRows(sql, this.refusedRows)));
    return [...differences, ...(await brokenRules(sql))];
  }
}

/** Each row is there with what was acknowledged, and came into being once. */
async function compareFacts(sql: Sql, facts: readonly Fact[]): Promise<string[]> {
  const differences: string[] = [];
  for (const [table, known] of Map.groupBy(facts, (fact) => fact.table)) {
    const rows = await sql<{ id: string; row: Record<string, unknown>; created: number }[]>`
      select t.id, to_jsonb(t) as row, (select count(*)::int from public.audit_events a
        where a.entity = ${table} and a.entity_id = t.id and a.action = 'created') as created
      from public.${sql(table)} t where t.id = any(${known.map(({ id }) => id)})`;
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const { id, expected } of known) {
      const found = stored.get(id);
      if (!found) differences.push(`${table} ${id}: acknowledged, but lost`);
      else if (found.created > 1)
        differences.push(`${table} ${id}: created ${found.created} times`);
      for (const [column, value] of Object.entries(found ? expected : {})) {
        if (same(found?.row[column], value)) continue;
        differences.push(`${table} ${id}: ${column} is ${found?.row[column]}, not ${value}`);
      }
    }
  }
  return differences;
}

/** Rows that were refused and are there all the same. */
async function presentRows(
  sql: Sql,
  refused: ReadonlyMap<string, Fact['table']>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const [table, entries] of Map.groupBy(refused, ([, of]) => of)) {
    const ids = entries.map(([id]) => id);
    const rows = await sql<{ id: string }[]>`
      select id from public.${sql(table)} where id = any(${ids})`;
    differences.push(...rows.map(({ id }) => `${table} ${id}: stored, but refused`));
  }
  return differences;
}

function same(found: unknown, expected: unknown): boolean {
  if (found === expected) return true;
  const [one, other] = [found, expected].map((value) => Date.parse(String(value)));
  return one === other && !Number.isNaN(one);
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

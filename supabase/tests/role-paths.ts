import { randomUUID } from 'node:crypto';
import { Change } from '../../server/realtime/changes/change.ts';
import type { Table } from '../../server/realtime/changes/table.ts';
import { TableCatalog } from '../../server/realtime/changes/table-catalog.ts';
import { PolicyJudge } from '../../server/realtime/changes/visibility.ts';
import { createRestApp } from '../../testing/rest-app.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { pairedTablet } from './kiosk-stage.ts';
import { as, type Company, type Person, type Tx } from './world.ts';

const PIN = '4711';
const DEVICE = 'phone';
const UNDO = new Error('undo');

/** The columns by which rows of a table are told apart within a company. */
const keyOf = (table: string): string =>
  table === 'project_cost_codes' ? 'project_id,cost_code_id' : 'id';

/** Everything a role reaches rows by, beside statements of SQL: the data API, live updates, a queue without a signal, a tablet. */
export async function openRolePaths(db: TestDatabase, us: Company, holder: Person) {
  const rest = await createRestApp(
    db.endpoint,
    {
      schemas: ['public'],
      maxRows: 100_000,
      extraSearchPath: ['public', 'extensions'],
      raw: {},
    } as never,
    2,
  );
  const catalog = new TableCatalog(db.sql);
  await catalog.refresh();
  const tablet = await pairedTablet(db.sql, us);
  await as(db.sql, us.manager, (tx) => tx`select set_employee_pin(${holder.employeeId}, ${PIN})`);
  await db.sql`insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
    values (${us.id}, ${holder.userId}, ${DEVICE}, now() - interval '1 year')`;
  let sequence = 0;

  /** What the story says, undone; false where it was refused. */
  async function tried(who: Pick<Person, 'userId'>, story: (tx: Tx) => Promise<boolean>) {
    let done = false;
    try {
      await as(
        db.sql,
        who,
        async (tx) => {
          done = await story(tx);
          throw UNDO;
        },
        { 'x-reason': 'Derived test' },
      );
    } catch (error) {
      if (error !== UNDO) return false;
    }
    return done;
  }

  return {
    close: () => rest.close(),

    /** The rows a statement reads, and those the data API answers with, by key. */
    async reads(table: string): Promise<{ sql: string[]; api: string[] }> {
      const columns = keyOf(table);
      const rows = await as(db.sql, holder, (tx) => tx.unsafe(`select ${columns} from ${table}`));
      const answer = await rest.app.inject({
        url: `/rest/v1/${table}?select=${columns}`,
        headers: { 'x-role': 'authenticated', 'x-sub': holder.userId },
      });
      const keys = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort();
      return { sql: keys(rows), api: keys(answer.json() as object[]) };
    },

    /** The published tables among these. */
    published: (names: Iterable<string>): Table[] =>
      [...names].flatMap((name) => catalog.matching('public', name)),

    /** Whether an open screen hears of a change of this row, and whether the row is read. */
    async live(table: Table, id: string): Promise<{ hears: boolean; reads: boolean }> {
      const [stored] = await db.sql.unsafe(
        `select to_json(t)::text as record from ${table.name} t where id = $1 and company_id = $2`,
        [id, us.id],
      );
      const change = new Change({
        ...{ id: 1, relation: table.relation, operation: 'UPDATE', old_record: null },
        ...{ record: stored?.['record'], created_at: '2026-11-16T00:00:00Z' },
      });
      const claims = JSON.stringify({ role: 'authenticated', sub: holder.userId });
      const callers = new Map([
        ['holder', { caller: { role: 'authenticated', claims }, members: new Set() }],
      ]);
      const judge = new PolicyJudge(catalog, (_, error) => {
        throw error;
      });
      const visibility = await judge.judge(
        db.sql,
        table,
        [change],
        [{ subscription: { callers } as never, positions: [0], filter: undefined }],
      );
      const found = await as(db.sql, holder, (tx) =>
        tx.unsafe(`select from ${table.name} where id = $1`, [id]),
      );
      return { hears: [...visibility.readers(callers, 0)].length > 0, reads: found.length > 0 };
    },

    /** Whether a correction of an entry is taken with a signal, and from the queue. */
    async correction(
      entry: string,
      employee: string,
    ): Promise<{ online: boolean; queue: boolean }> {
      const online = await tried(holder, async (tx) => {
        const rows =
          await tx`update time_entries set notes = 'Derived' where id = ${entry} returning id`;
        return rows.length > 0;
      });
      sequence += 1;
      const event = {
        ...{ id: randomUUID(), device_id: DEVICE, sequence, kind: 'entry', offset_ms: 0 },
        ...{ happened_at: new Date().toISOString(), employee_id: employee },
        payload: { entry_id: entry, notes: 'Derived', reason: 'Derived test' },
      };
      const queue = await tried(holder, async (tx) => {
        const [row] = await tx`select result from sync_events(${tx.json([event] as never)})`;
        return row?.['result'] === 'applied';
      });
      return { online, queue };
    },

    /** What a tablet offers the person, and what the tablet itself reads. */
    async tablet(): Promise<unknown> {
      let answer: unknown;
      await tried(tablet, async (tx) => {
        const [row] = await tx`select kiosk_person(${holder.employeeId}, ${PIN}) as person,
          (select count(*)::int from time_entries) as entries, (select count(*)::int from employees) as people`;
        answer = row;
        return true;
      });
      return answer;
    },
  };
}

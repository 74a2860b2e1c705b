import { beforeAll, expect, test } from 'vitest';
import { Change } from '../../server/realtime/changes/change.ts';
import type { Table } from '../../server/realtime/changes/table.ts';
import { TableCatalog } from '../../server/realtime/changes/table-catalog.ts';
import { PolicyJudge } from '../../server/realtime/changes/visibility.ts';
import { askChannelPolicies } from '../../server/realtime/channels/channel-policies.ts';
import { isRow, readRelations } from './attempts.ts';
import { pairedTablet } from './kiosk-stage.ts';
import { makeSamples, type Sample } from './samples.ts';
import { askAboutToken, makeCompanyToken, makeToken } from './token-stage.ts';
import { as, hire, openCompanies, signUp, type Who } from './world.ts';

// Live updates: who hears of a changed row is who reads it, for every published table of the catalog and everyone.
// Asked are the classes the server itself asks, with few callers and with many.

const { db, us, them } = await openCompanies();
const catalog = new TableCatalog(db.sql);
const people = new Map<string, Who>();
let samples: Map<string, Sample>;

beforeAll(async () => {
  samples = await makeSamples(db.sql, us);
  const holder = await hire(db.sql, us.owner, 'employee');
  const [role] = await db.sql`insert into company_roles (company_id, name, rights, scope)
    select ${us.id}, 'Everything', array_agg(name), 'everyone' from private.rights() returning id`;
  await db.sql`update employees set company_role_id = ${role?.['id'] as string} where id = ${holder.employeeId}`;
  const named: Record<string, Who> = {
    ...{ anon: 'anon', unemployed: await signUp(db.sql), kiosk: await pairedTablet(db.sql, us) },
    ...{ employee: us.employee, foreman: us.foreman, manager: us.manager, owner: us.owner },
    ...{ deactivated: us.deactivated, otherEmployee: them.employee, otherOwner: them.owner },
    'own role': holder,
  };
  for (const [name, who] of Object.entries(named)) people.set(name, who);
  const claimsOf = async (token: string) => JSON.parse((await askAboutToken(db.sql, token)).claims);
  for (const { name } of await db.sql`select unnest(private.scope_names()) as name`) {
    const { token } = await makeToken(db.sql, us.owner, [name]);
    people.set(name, {
      userId: us.owner.userId,
      role: 'api_token',
      claims: await claimsOf(token),
    });
  }
  const { token } = await makeCompanyToken(db.sql, us.owner, 'manager', ['time:read']);
  people.set('company token', { userId: '', role: 'api_token', claims: await claimsOf(token) });
  await catalog.refresh();
  await catalog.includeRole('api_token');
});

/** As the server names a caller. */
function callerOf(who: Who) {
  if (typeof who === 'string') return { role: who, claims: JSON.stringify({ role: who }) };
  const claims = { role: 'authenticated', sub: who.userId || undefined, ...who.claims };
  return { role: who.role ?? 'authenticated', claims: JSON.stringify(claims) };
}

async function hearers(table: Table, change: Change, names: readonly string[]): Promise<string[]> {
  const callers = new Map(
    names.map((name) => [name, { caller: callerOf(people.get(name) as Who), members: new Set() }]),
  );
  const judge = new PolicyJudge(catalog, (_, error) => expect.unreachable(String(error)));
  const visibility = await judge.judge(
    db.sql,
    table,
    [change],
    [{ subscription: { callers } as never, positions: [0], filter: undefined }],
  );
  return [...visibility.readers(callers, 0)].map(([name]) => name).sort();
}

interface Row {
  readonly table: Table;
  readonly kind: string;
  readonly where: string;
}

/** Which of the rows a caller reads, by number, in one statement. */
async function rowsReadBy(who: Who, rows: readonly Row[]): Promise<Set<number>> {
  const { role } = callerOf(who);
  const readable = await db.sql`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and has_any_column_privilege(${role}, c.oid, 'select')`;
  const names = new Set(readable.map(({ name }) => name as string));
  const parts = rows.flatMap(({ table, where }, number) =>
    names.has(table.name)
      ? [`select ${number} as number where exists (select from ${table.name} where ${where})`]
      : [],
  );
  if (parts.length === 0) return new Set();
  const found = await as(db.sql, who, (tx) => tx.unsafe(parts.join(' union all ')));
  return new Set(found.map(({ number }) => number as number));
}

test('every change is heard by whoever reads the row, and by nobody else', async () => {
  const relations = await readRelations(db.sql);
  const tables = catalog.matching('public', undefined);
  const [published] = await db.sql`select count(*)::int as tables from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public'`;
  expect(tables).toHaveLength(published?.['tables']);
  const rows = tables.flatMap((table) =>
    Object.entries(samples.get(table.name) ?? {}).map(([kind, row]) => ({
      ...{ table, kind },
      where: isRow(relations.get(table.name)?.key ?? [], row),
    })),
  );
  const readBy = new Map<string, Set<number>>();
  for (const [name, who] of people) readBy.set(name, await rowsReadBy(who, rows));
  // Of tokens one is enough here: many are asked together.
  const few = [...people.keys()].filter((name) => !/:(?!read)|^[^t].*:read/.test(name));
  const wrong: string[] = [];
  for (const [number, { table, kind, where }] of rows.entries()) {
    const [stored] = await db.sql.unsafe(
      `select to_json(t)::text as record from ${table.name} t where ${where}`,
    );
    const change = new Change({
      ...{ id: 1, relation: table.relation, operation: 'UPDATE', old_record: null },
      ...{ record: stored?.['record'], created_at: '2026-11-16T00:00:00Z' },
    });
    const readers = (names: Iterable<string>) =>
      [...names].filter((name) => readBy.get(name)?.has(number)).sort();
    const heard = await hearers(table, change, [...people.keys()]);
    if (heard.join() !== readers(people.keys()).join())
      wrong.push(`${table.name} ${kind}: ${heard} instead of ${readers(people.keys())}`);
    const alone: string[] = [];
    for (const name of few) alone.push(...(await hearers(table, change, [name])));
    if (alone.sort().join() !== readers(few).join())
      wrong.push(`${table.name} ${kind}, one by one: ${alone} instead of ${readers(few)}`);
  }
  expect(wrong).toEqual([]);
});

test('private channels are for nobody: there are no policies for them', async () => {
  const policies =
    await db.sql`select polname from pg_policy where polrelid = 'realtime.messages'::regclass`;
  expect(policies).toEqual([]);
  for (const who of people.values()) {
    const caller = callerOf(who);
    for (const topic of [us.id, us.project, us.employee.userId, 'time_entries'])
      for (const command of ['read', 'write'] as const)
        expect(
          await askChannelPolicies({ checks: db.sql, catalog }, command, topic, caller.role, [
            caller,
          ]),
        ).toEqual([{ broadcast: false, presence: false }]);
  }
});

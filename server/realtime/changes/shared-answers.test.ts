import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { Caller } from '../../database/caller.ts';
import { CallerValues } from './caller-values.ts';
import { Change } from './change.ts';
import { askPolicies } from './policy-check.ts';
import { SharedAnswers } from './shared-answers.ts';
import type { Table } from './table.ts';
import { TableCatalog } from './table-catalog.ts';
import { PolicyJudge } from './visibility.ts';

const SCHEMA = `
  set local role platform_owner;
  create table public.members (user_id uuid primary key, firm int, is_boss boolean not null default false, leads boolean not null default false);
  create table public.closed (user_id uuid, paper int);
  create table public.papers (id int primary key, firm int, owner uuid, note text, divisor int not null default 1);
  create function public.my_firm() returns int language sql stable security definer as
    'select firm from public.members where user_id = auth.uid()';
  create function public.am_boss() returns boolean language plpgsql stable security definer as
    'begin return coalesce((select is_boss from public.members where user_id = auth.uid()), false); end';
  create function public.i_lead() returns boolean language sql stable security definer as
    'select coalesce((select leads from public.members where user_id = auth.uid()), false)';
  create function public.closed_to_me() returns setof int language sql stable security definer as
    'select paper from public.closed where user_id = auth.uid()';
  alter table public.papers enable row level security;
  create policy "The firm's" on public.papers for select to authenticated using (
    firm = (select public.my_firm()) and ((select public.am_boss()) or owner = (select auth.uid())
      or coalesce(note, '') = 'for all' and not (id in (select public.closed_to_me()))));
  create policy "What leaders are lent" on public.papers for select to authenticated using (
    firm = (select public.my_firm()) and ((select public.i_lead())
      and exists (select from public.members m where m.user_id = papers.owner and not m.is_boss)));
  create policy "Never the odd ones" on public.papers as restrictive for select using (divisor <> 13);
  grant select on public.papers, public.members to authenticated;
  grant execute on all functions in schema public to authenticated;
  alter publication supabase_realtime add table public.papers, public.members;
`;

let database: TestDatabase;
let table: Table;
let catalog: TableCatalog;
const users = Array.from({ length: 12 }, () => randomUUID());
const asCaller = (user: string): Caller => ({
  role: 'authenticated',
  claims: JSON.stringify({ sub: user, role: 'authenticated' }),
});
const never = (_table: Table, error: unknown) => expect.unreachable(String(error));
const callers = new Map(users.map((user) => [user, asCaller(user)]));

beforeAll(async () => {
  database = await createTestDatabase({ connections: 2 });
  const { sql } = database;
  await sql.begin((transaction) => transaction.unsafe(SCHEMA));
  for (const [index, user_id] of users.entries()) {
    const member = { user_id, firm: index % 2, is_boss: index < 2, leads: index % 3 === 0 };
    await sql`insert into public.members ${sql(member)}`;
    await sql`insert into public.closed values (${user_id}, ${index})`;
  }
  catalog = new TableCatalog(sql);
  await catalog.refresh();
  table = catalog.matching('public', 'papers')[0] as Table;
});
afterAll(() => database.drop());

const paper = (id: number, values: Record<string, unknown> = {}) =>
  JSON.stringify({ id, firm: id % 2, owner: users[id % 12], divisor: 1, ...values });

function visibleBy(visibility: Awaited<ReturnType<PolicyJudge['judge']>>, position: number) {
  const listeners = new Map(users.map((user) => [user, user]));
  const readers = new Map(visibility.readers(listeners, position));
  return users.filter((user) => readers.has(user));
}

function judge(policies: PolicyJudge, changes: readonly Change[]) {
  const positions = [...changes.keys()];
  const members = new Set<never>();
  const everybody = new Map(users.map((user) => [user, { caller: asCaller(user), members }]));
  const subscription = { callers: everybody } as never;
  return policies.judge(database.sql, table, changes, [
    { subscription, positions, filter: undefined },
  ]);
}

const changeOf = (record: string, { relation } = table) =>
  new Change({
    id: 1,
    relation,
    operation: 'INSERT',
    record,
    old_record: null,
    created_at: '2026-11-16T00:00:00Z',
  });

test('One statement answers as each caller’s own policies do', async () => {
  const papers = Array.from({ length: 60 }, (_, id) =>
    paper(id, {
      note: id % 4 === 0 ? 'for all' : null,
      divisor: id % 7 === 0 ? 13 : 1,
      firm: id % 11 === 0 ? null : id % 2,
    }),
  );
  const visibility = await judge(
    new PolicyJudge(catalog, never),
    papers.map((record) => changeOf(record)),
  );
  const own = await askPolicies(
    database.sql,
    table,
    'authenticated',
    [...callers.values()],
    papers,
  );
  for (const position of papers.keys()) {
    const asked = users.filter((_, index) => own.get(index)?.includes(position));
    expect(visibleBy(visibility, position), papers[position]).toEqual(asked);
  }
  expect([...own.values()].flat().length).toBeGreaterThan(60);
});

test('Only those are asked themselves whose policies ask more', async () => {
  const values = new CallerValues(() => true);
  const answers = await new SharedAnswers(values, never).ask(database.sql, table, callers, [
    paper(1),
  ]);
  const open = [...(answers ?? [])].filter(([, { isOpen }]) => isOpen).map(([user]) => user);
  expect(open).toEqual(users.filter((_, index) => index % 6 === 3));
});

test('A change of what decides about callers counts for what comes after it', async () => {
  const policies = new PolicyJudge(catalog, never);
  const note = changeOf(paper(1, { note: 'for all' }));
  const [user = ''] = visibleBy(await judge(policies, [note]), 0).slice(-1);
  const members = catalog.matching('public', 'members')[0] as Table;
  await database.sql`update public.members set firm = 7 where user_id = ${user}`;
  policies.noticeRights([changeOf('{}', members)]);
  expect(visibleBy(await judge(policies, [note]), 0)).not.toContain(user);
  await database.sql`update public.members set firm = 1 where user_id = ${user}`;
});

test('Policies that raise are asked caller by caller, and that is said once', async () => {
  const { sql } = database;
  await sql`alter policy "The firm's" on public.papers using (
    firm = (select public.my_firm()) and (not (select public.am_boss()) or 1 / (id - 1) > 0))`;
  await catalog.refresh();
  table = catalog.matching('public', 'papers')[0] as Table;
  expect(table.shared).toBeDefined();
  const visibility = await judge(new PolicyJudge(catalog, never), [changeOf(paper(1))]);
  expect(visibleBy(visibility, 0)).toEqual(
    users.filter((_, index) => index % 2 === 1 && index > 1),
  );

  const told: string[] = [];
  const shared = new SharedAnswers(new CallerValues(() => true), ({ name }, error) => {
    told.push(`${name}: ${(error as Error).message}`);
  });
  for (let change = 0; change < 2; change += 1) {
    expect(await shared.ask(database.sql, table, callers, [paper(1)])).toBeUndefined();
  }
  expect(told).toEqual(['papers: division by zero']);
});

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import { readPermissions, VERBS, type Verb } from './permissions.ts';
import { openRolePaths } from './role-paths.ts';
import { argumentFor, makeSamples } from './samples.ts';
import { as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

// Every role the builder can make: what the matrix says of it (what_would_see) is what the database does, for
// every table and every function of the catalog, by statements, the data API, live updates, corrections without a signal,
// files and a tablet. What a right opens is read from private.rights().

const ROLES = repeats(500, 12);
const SEED = Number(process.env['ROLE_SEED'] ?? randomInt(1_000_000));
const { db, us } = await openCompany();
const permissions = readPermissions();

interface Right {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly tables: Readonly<Record<string, string>>;
  readonly functions: readonly string[];
}
/** A line of the matrix. */
interface Word {
  readonly right_name: string;
  readonly given: boolean;
  readonly everyone: boolean;
  readonly by_project: boolean;
  readonly people: readonly string[];
  readonly projects: readonly string[];
}
type Row = Readonly<Record<string, unknown>>;
interface Role {
  readonly base: 'employee' | 'foreman';
  readonly scope: string;
  readonly rights: readonly string[];
}

let rights: readonly Right[];
let holder: Person;
let group: string;
let foremen: readonly string[];
let tables: readonly string[];
/** All rows of the tables that rights open, as the database itself sees them. */
let rowsOf: Map<string, readonly Row[]>;
let functions: { name: string; names: string[]; types: string[] }[];
/** What the holder reads without rights, by base. */
const baseReads = new Map<string, Map<string, string[]>>();
let random: Random;
let paths: Awaited<ReturnType<typeof openRolePaths>>;
/** What a tablet offers the holder, by base. */
const atTablet = new Map<string, unknown>();
/** Time of the holder and others that nobody has approved. */
const entries: { id: string; employee: string }[] = [];

beforeEach(({ onTestFailed }) => {
  onTestFailed(() => {
    process.stderr.write(`roles from ROLE_SEED=${SEED}\n`);
  });
});

beforeAll(async () => {
  random = new Random(SEED);
  rights = (await db.sql`select * from private.rights()`) as unknown as Right[];
  holder = await hire(db.sql, us.owner, 'employee');
  const [branch, closed] = await db.sql`insert into projects (company_id, name, parent_id)
    values (${us.id}, 'Branch', ${us.project}), (${us.id}, 'Closed', null) returning id`;
  const branchId = branch?.['id'] as string;
  const closedId = closed?.['id'] as string;
  const others = await Promise.all([1, 2, 3].map(() => hire(db.sql, us.owner, 'employee')));
  await db.sql`insert into project_members (company_id, project_id, employee_id) values
    (${us.id}, ${us.project}, ${holder.employeeId}), (${us.id}, ${us.project}, ${us.colleague.employeeId}),
    (${us.id}, ${us.project}, ${us.manager.employeeId}), (${us.id}, ${closedId}, ${(others[0] as Person).employeeId})`;
  const [crew] = await db.sql`insert into crews (company_id, name, foreman_id)
    values (${us.id}, 'Own', ${holder.employeeId}) returning id`;
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id'] as string}, ${us.colleague.employeeId}, '2020-01-01'),
      (${us.id}, ${crew?.['id'] as string}, ${(others[1] as Person).employeeId}, '2020-01-01')`;
  const [made] = await db.sql`insert into employee_groups (company_id, name)
    values (${us.id}, 'Group') returning id`;
  group = made?.['id'] as string;
  await db.sql`insert into employee_group_members (company_id, group_id, employee_id)
    values (${us.id}, ${group}, ${(others[2] as Person).employeeId}), (${us.id}, ${group}, ${holder.employeeId})`;
  await makeSamples(db.sql, us);
  for (const [at, project] of [us.project, branchId, closedId].entries()) {
    for (const [place, person] of [holder, us.colleague, ...others].entries()) {
      const hours = 200 + at * 40 + place * 4;
      const [entry] =
        await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
          values (${us.id}, ${person.employeeId}, ${project}, ${hoursAgo(hours)}, ${hoursAgo(hours - 3)}) returning id`;
      const id = entry?.['id'] as string;
      entries.push({ id, employee: person.employeeId });
      await db.sql`insert into time_entry_breaks (company_id, time_entry_id, employee_id, started_at, ended_at)
        values (${us.id}, ${id}, ${person.employeeId}, ${hoursAgo(hours - 1)}, ${hoursAgo(hours - 1.5)})`;
      await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at)
        values (${us.id}, ${person.employeeId}, ${project}, ${hoursAgo(-48 - hours)}, ${hoursAgo(-52 - hours)})`;
    }
    await db.sql`insert into budgets (company_id, project_id, name) values (${us.id}, ${project}, ${`Budget ${at}`})`;
    await db.sql`insert into extra_work_tickets (company_id, employee_id, project_id, number, work_date, description)
      values (${us.id}, ${us.manager.employeeId}, ${project}, 90, '2026-03-02', 'Extra')`;
    for (const isPrivate of [false, true])
      await db.sql`insert into photos (company_id, project_id, employee_id, is_private, sha256, uploaded_at)
        values (${us.id}, ${project}, ${us.manager.employeeId}, ${isPrivate}, ${'0'.repeat(64)}, now())`;
  }
  await db.sql`insert into storage.objects (bucket_id, name)
    select 'photos', path from photos where company_id = ${us.id} on conflict do nothing`;
  paths = await openRolePaths(db, us, holder);
  tables = (
    await db.sql`select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('authenticated', c.oid, 'select')
      order by 1`
  ).map(({ name }) => name as string);
  const opened = new Set(rights.flatMap((right) => Object.keys(right.tables)));
  rowsOf = new Map();
  for (const table of opened)
    rowsOf.set(
      table,
      (
        await db.sql.unsafe(
          `select to_jsonb(t) || jsonb_build_object('hash', md5(to_jsonb(t)::text)) as row from ${table} t where company_id = $1`,
          [us.id],
        )
      ).map(({ row }) => row as Row),
    );
  functions = (
    await db.sql`select p.proname as name,
        coalesce((select array_agg(n order by i) from unnest(p.proargnames) with ordinality as a (n, i) where i <= p.pronargs), '{}') as names,
        array(select format_type(t, null) from unnest(p.proargtypes) as t) as types
      from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')`
  ).map(({ name, names, types }) => ({ name, names, types }));
  foremen = (await db.sql`select foreman_id from crews where foreman_id is not null`).map(
    ({ foreman_id }) => foreman_id as string,
  );
  for (const base of ['employee', 'foreman'] as const) {
    await become({ base, scope: '', rights: [] });
    baseReads.set(base, await readAll());
    atTablet.set(base, await paths.tablet());
  }
});
afterAll(() => paths.close());

async function become({ base, scope, rights: given }: Role) {
  await db.sql`update employees set company_role_id = null, role = ${base} where id = ${holder.employeeId}`;
  if (given.length === 0) return;
  const [role] =
    await db.sql`insert into company_roles (company_id, name, base, rights, scope, group_id)
    values (${us.id}, ${crypto.randomUUID()}, ${base}, ${given}, ${scope}, ${scope === 'group' ? group : null}) returning id`;
  await db.sql`update employees set company_role_id = ${role?.['id'] as string} where id = ${holder.employeeId}`;
}

/** Every row of every table the holder reads, as text, in one statement. */
async function readAll(): Promise<Map<string, string[]>> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, coalesce(array_agg(md5(to_jsonb(t)::text)), '{}') as rows from ${table} t`,
  );
  const rows = await as(db.sql, holder, (tx) => tx.unsafe(parts.join(' union all ')));
  return new Map(rows.map(({ name, rows: found }) => [name as string, (found as string[]).sort()]));
}

const UNDO = new Error('undo');
async function isAllowed(
  statement: string,
  values: unknown[] = [],
  answer?: (rows: unknown) => void,
) {
  let count = 0;
  try {
    await as(
      db.sql,
      holder,
      async (tx) => {
        const rows = await tx.unsafe(statement, values as never[]);
        answer?.(rows);
        count = rows.count ?? rows.length;
        throw UNDO;
      },
      { 'x-reason': 'Derived test' },
    );
  } catch (error) {
    if (error !== UNDO) return (error as { code?: string }).code !== '42501';
  }
  return count > 0;
}

const COMPANY_LISTS = [
  'cost_codes',
  'cost_code_groups',
  'customers',
  'equipment',
  'units',
  'delay_reasons',
];
const parentOf = (table: string, row: Row): Row | undefined => {
  const [parent, key] =
    table === 'time_entry_breaks'
      ? ['time_entries', 'time_entry_id']
      : table === 'budget_lines'
        ? ['budgets', 'budget_id']
        : table.startsWith('ticket_')
          ? ['extra_work_tickets', 'ticket_id']
          : [];
  return parent ? rowsOf.get(parent)?.find(({ id }) => id === row[key as string]) : undefined;
};

/** What a reader of the matrix would say: does this line cover this row? */
function covers(word: Word, table: string, row: Row, verb: Verb): boolean {
  if (!word.given) return false;
  const subject = parentOf(table, row) ?? row;
  const person = (table === 'employees' ? row['id'] : subject['employee_id']) as string | undefined;
  const project = (table === 'projects' ? row['id'] : subject['project_id']) as string | undefined;
  const isAboutPeople = !['budgets', 'tickets', 'manage_lists'].includes(word.right_name);
  if (table === 'photos' && (row['is_private'] || row['is_receipt'] || row['deleted_at'] !== null))
    return false;
  if (table.startsWith('payroll_') || table === 'pay_items') return true;
  if (COMPANY_LISTS.includes(table)) return word.everyone;
  if (table === 'projects' && (verb === 'add' || verb === 'delete')) return word.everyone;
  if (table === 'projects' || !isAboutPeople)
    return word.everyone || word.projects.includes(project ?? '');
  const isOwn = person === holder.employeeId;
  if (isOwn && word.right_name !== 'schedule') return false;
  if (word.everyone) return true;
  const isWork = ['time_entries', 'time_entry_breaks', 'shifts'].includes(table);
  return isWork && word.by_project
    ? word.projects.includes(project ?? '')
    : word.people.includes(person ?? '');
}

function randomRole(): Role {
  const scope = random.pick(['everyone', 'own_crews', 'own_projects', 'group']);
  const possible = rights.filter(({ scopes }) => scopes.includes(scope));
  const chosen = possible.filter(() => random.chance(0.4)).map(({ name }) => name);
  return {
    base: random.pick(['employee', 'foreman'] as const),
    scope,
    rights: chosen.length > 0 ? chosen : [random.pick(possible).name],
  };
}

const matrix = () =>
  as(
    db.sql,
    us.manager,
    (tx) => tx`select * from what_would_see(${holder.employeeId})`,
  ) as unknown as Promise<Word[]>;
/** The rows of a table a right that opens it for this verb covers. */
function coveredBy(words: readonly Word[], table: string, verb: Verb): Row[] {
  const opening = rights.filter((right) => (right.tables[table] ?? '').split(' ').includes(verb));
  const lines = words.filter(({ right_name }) => opening.some(({ name }) => name === right_name));
  return (rowsOf.get(table) ?? []).filter((row) =>
    lines.some((word) => covers(word, table, row, verb)),
  );
}

/** Photos whose file the holder reads are those whose row they read. */
async function checkFiles(): Promise<string[]> {
  const [seen] = await as(
    db.sql,
    holder,
    (
      tx,
    ) => tx`select (select count(*)::int from storage.objects where bucket_id = 'photos') as files,
      (select count(*)::int from photos) as photos`,
  );
  return seen?.['files'] === seen?.['photos']
    ? []
    : [`${seen?.['files']} files of ${seen?.['photos']} photos`];
}

async function checkReads(role: Role, words: readonly Word[]) {
  const found = await readAll();
  const base = baseReads.get(role.base) as Map<string, string[]>;
  const wrong: string[] = [];
  for (const table of tables) {
    // The role itself, its history and the account's copy of it are other rows than before.
    if (['company_roles', 'audit_events', 'profiles'].includes(table)) continue;
    const covered = coveredBy(words, table, 'read').map(({ hash }) => hash as string);
    const expected = new Set([...(base.get(table) ?? []), ...covered]);
    if (table === 'employees') {
      const ids = await as(db.sql, holder, (tx) => tx`select id from employees`);
      const should = new Set([
        holder.employeeId,
        ...coveredBy(words, table, 'read').map(({ id }) => id as string),
      ]);
      if (ids.length !== should.size || ids.some(({ id }) => !should.has(id as string)))
        wrong.push(table);
      continue;
    }
    const real = found.get(table) ?? [];
    if (real.length !== expected.size || real.some((hash) => !expected.has(hash)))
      wrong.push(`${table}: reads ${real.length}, the matrix says ${expected.size}`);
  }
  return wrong;
}

/** The same rows by every way there is. */
async function checkPaths(role: Role, words: readonly Word[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of rowsOf.keys()) {
    const { sql, api } = await paths.reads(table);
    if (api.join() !== sql.join())
      wrong.push(`${table}: ${api.length} by the data API, ${sql.length} by a statement`);
  }
  for (const table of paths.published(rowsOf.keys())) {
    const read = coveredBy(words, table.name, 'read');
    const rows = random.chance(0.5) && read.length > 0 ? read : (rowsOf.get(table.name) ?? []);
    const id = rows.length > 0 ? random.pick(rows)['id'] : undefined;
    if (id === undefined) continue;
    const { hears, reads } = await paths.live(table, id as string);
    if (hears !== reads) wrong.push(`${table.name}: ${hears ? 'heard' : 'not heard'} live`);
  }
  const covered = new Set(coveredBy(words, 'time_entries', 'change').map(({ id }) => id));
  const tried = [random.pick(entries), entries.find(({ id }) => covered.has(id))];
  for (const entry of tried) {
    if (!entry) continue;
    const { online, queue } = await paths.correction(entry.id, entry.employee);
    if (online !== queue) wrong.push(`correction: ${queue} without a signal, ${online} with one`);
    if (covered.has(entry.id) && !online) wrong.push('correction: refused, the matrix allows it');
  }
  expect(await paths.tablet()).toEqual(atTablet.get(role.base));
  return wrong;
}

const KEYS: Readonly<Record<string, string>> = { employee_rates: 'id', projects: 'id' };
async function checkWrites(role: Role, words: readonly Word[]) {
  const wrong: string[] = [];
  for (const [table, rows] of rowsOf) {
    const columns = Object.keys(rows[0] ?? {});
    if (!columns.includes(KEYS[table] ?? 'id')) continue;
    for (const verb of VERBS.filter((word) => word === 'change' || word === 'delete')) {
      const opened = rights.some(
        (right) =>
          role.rights.includes(right.name) && (right.tables[table] ?? '').split(' ').includes(verb),
      );
      const covered = new Set(coveredBy(words, table, verb));
      const yes = rows.find(
        (row) => covered.has(row) && (table !== 'shifts' || row['published'] === null),
      );
      const no = rows
        .filter(
          (row) =>
            !covered.has(row) && row['employee_id'] !== holder.employeeId && table !== 'employees',
        )
        .slice(-3);
      const writable = await db.sql`select a.attname as name from pg_attribute a
        where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and a.attgenerated = '' and a.attname <> all ('{id,company_id}')
          and has_column_privilege('authenticated', a.attrelid, a.attnum, 'update') order by a.attnum limit 1`;
      const column = writable[0]?.['name'] as string | undefined;
      if (verb === 'change' && !column) continue;
      const statement = (row: Row) =>
        verb === 'delete'
          ? `delete from ${table} where id = '${row['id']}' returning 1`
          : `update ${table} set "${column}" = "${column}" where id = '${row['id']}' returning 1`;
      if (opened && yes && !(await isAllowed(statement(yes))))
        wrong.push(`${verb} ${table}: refused, the matrix allows it`);
      for (const row of no) {
        if (!(await isAllowed(statement(row)))) continue;
        // What the base may do stays.
        await become({ base: role.base, scope: '', rights: [] });
        const mayAnyway = await isAllowed(statement(row));
        await become(role);
        if (!mayAnyway) wrong.push(`${verb} ${table}: allowed, the matrix does not`);
      }
    }
  }
  return wrong;
}

/** Everybody and every entry the matrix does not cover, and the base does not show. */
function outside(words: readonly Word[]): string[] {
  // Who works in scope is named with that work; everybody may read who leads a crew.
  const covered = new Set([
    ...['employees', 'time_entries', 'shifts'].flatMap((table) =>
      coveredBy(words, table, 'read').flatMap((row) => [row['id'], row['employee_id']]),
    ),
    ...foremen,
  ]);
  return ['employees', 'time_entries'].flatMap((table) =>
    (rowsOf.get(table) ?? [])
      .filter(
        (row) =>
          !covered.has(row['id']) &&
          row['employee_id'] !== holder.employeeId &&
          row['id'] !== holder.employeeId,
      )
      .map(({ id }) => id as string),
  );
}

async function checkFunctions(role: Role, words: readonly Word[]) {
  const wrong: string[] = [];
  const opened = new Set(
    rights.filter(({ name }) => role.rights.includes(name)).flatMap((right) => right.functions),
  );
  const given = words.filter((word) => word.given);
  const entry = coveredBy(words, 'time_entries', 'read').find(
    (row) => row['notes'] === null && row['employee_id'] !== holder.employeeId,
  );
  const subject = (entry?.['employee_id'] ??
    given.flatMap((word) => word.people)[0] ??
    us.colleague.employeeId) as string;
  const outsiders = outside(words);
  for (const { name, names, types } of functions) {
    const who = permissions.functions.get(name) ?? 'nobody';
    const isClosed =
      who === 'managers' || who === 'owners' || (who === 'foremen' && role.base === 'employee');
    if (!isClosed) continue;
    const values = names.map((param, i) =>
      entry && types[i] === 'date'
        ? entry['work_date']
        : argumentFor(param, types[i] as string, us, subject),
    );
    const list = names.map((param, i) => `${param} => $${i + 1}::${types[i]}`).join(', ');
    let answer = '';
    const allowed = await isAllowed(
      `select 1, f.* from (values (1)) v left join lateral ${name}(${list}) f on true`,
      values,
      (rows) => {
        answer = JSON.stringify(rows);
      },
    );
    if (allowed !== opened.has(name)) wrong.push(`${name}: ${allowed ? 'answers' : 'is refused'}`);
    if (allowed && role.base === 'employee') {
      const leaked = outsiders.find((id) => answer.includes(id));
      if (leaked) wrong.push(`${name}: shows ${leaked}, which is outside of the scope`);
    }
  }
  return wrong;
}

describe('the word of the matrix is what the database does', () => {
  test.each(Array.from({ length: ROLES }, (_, index) => index + 1))('role %i', async () => {
    const role = randomRole();
    await become(role);
    const words = await matrix();
    expect(words.filter((word) => word.given).map((word) => word.right_name)).toEqual(
      rights
        .filter(({ name }) => role.rights.includes(name))
        .map(({ name }) => name)
        .sort(),
    );
    const wrong = [
      ...(await checkReads(role, words)),
      ...(await checkWrites(role, words)),
      ...(await checkFunctions(role, words)),
      ...(await checkFiles()),
      ...(await checkPaths(role, words)),
    ];
    expect({ role, seed: SEED, wrong }).toEqual({ role, seed: SEED, wrong: [] });
  });
});

test('what a right names exists, is on the page, and is not open to everyone already', () => {
  for (const right of rights) {
    for (const name of right.functions) {
      expect(`${name}: ${permissions.functions.get(name)}`).toMatch(/: (managers|foremen|own)$/);
    }
    for (const [table, verbs] of Object.entries(right.tables)) {
      for (const verb of verbs.split(' ') as Verb[])
        expect(`${table} ${verb}: ${permissions.tables.get(table)?.[verb]}`).toMatch(
          /manager|foremen|company/,
        );
    }
  }
});

test('somebody who left, and the same role in another company, see nothing here', async () => {
  await become({ base: 'foreman', scope: 'everyone', rights: rights.map(({ name }) => name) });
  await db.sql`update employees set active = false where id = ${holder.employeeId}`;
  expect((await matrix()).some(({ given, everyone }) => given || everyone)).toBe(false);
  for (const [table, rows] of await readAll())
    expect(`${table}: ${rows.length}`).toMatch(/profiles: 1|preferences: \d|: 0$/);
  await db.sql`update employees set active = true where id = ${holder.employeeId}`;

  const others = await makeCompany(db.sql, 'Others');
  const [role] = await db.sql`insert into company_roles (company_id, name, rights, scope)
    values (${others.id}, 'All', ${rights.map(({ name }) => name)}, 'everyone') returning id`;
  await db.sql`update employees set company_role_id = ${role?.['id'] as string} where id = ${others.employee.employeeId}`;
  for (const table of tables) {
    const rows = await as(db.sql, others.employee, (tx) => tx.unsafe(`select * from ${table}`));
    expect(`${table}: ${JSON.stringify(rows).includes(us.id)}`).toBe(`${table}: false`);
  }
});

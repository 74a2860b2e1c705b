import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ClientFunction,
  isAllowed,
  type Relation,
  readFunctions,
  readRelations,
  tryVerb,
} from './attempts.ts';
import { pairedTablet } from './kiosk-stage.ts';
import { isLink, PERSONAS, type Persona, readPermissions, VERBS, wordsFor } from './permissions.ts';
import { argumentFor, MARK, makeSamples, type Sample } from './samples.ts';
import { as, makeCompany, openCompany, type Person, signUp, type Who } from './world.ts';

const permissions = readPermissions();
const { db, us } = await openCompany();
let people: Record<Persona, (Who & Partial<Person>) | 'anon'>;
let samples: Map<string, Sample>;
let relations: Map<string, Relation>;
let functions: ClientFunction[];

beforeAll(async () => {
  const others = await makeCompany(db.sql, 'Others');
  people = {
    anon: 'anon',
    unemployed: await signUp(db.sql),
    employee: us.employee,
    foreman: us.foreman,
    manager: us.manager,
    owner: us.owner,
    deactivated: us.deactivated,
    otherEmployee: others.employee,
    otherOwner: others.owner,
    kiosk: await pairedTablet(db.sql, us),
  };
  samples = await makeSamples(db.sql, us);
  relations = await readRelations(db.sql);
  functions = await readFunctions(db.sql);
});

test('every table and function that clients can reach is on the page, and nothing else', () => {
  expect([...permissions.tables.keys()].sort()).toEqual([...relations.keys()].sort());
  const names = new Set(functions.map(({ name }) => name));
  expect([...permissions.functions.keys()].sort()).toEqual([...names].sort());
});

test('every row of the page names a test that exists', () => {
  for (const story of permissions.stories) {
    const folder = path.join(import.meta.dirname, story.includes('/') ? '../..' : '.');
    expect(existsSync(path.join(folder, story)), story).toBe(true);
  }
});

test('every table has row-level security, a company and a comment', async () => {
  const rows = await db.sql`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (not c.relrowsecurity or obj_description(c.oid) is null
        or (c.relname <> 'companies' and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')))`;
  expect(rows).toEqual([]);
});

test('views ask the policies of the caller', async () => {
  const rows = await db.sql`
    select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce(c.reloptions::text like '%security_invoker=true%' or c.reloptions::text like '%security_invoker=on%', false)`;
  expect(rows).toEqual([]);
});

test('functions with the rights of their owner have an empty search path', async () => {
  const rows = await db.sql`
    select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
      and not coalesce(p.proconfig @> array['search_path=""'], false)`;
  expect(rows).toEqual([]);
});

test('visitors without account can reach nothing but what links open', async () => {
  const rows = await db.sql`
    select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege('anon', c.oid, a.attnum, 'select, insert, update, references')`;
  expect(rows).toEqual([]);
  const callable = await db.sql`select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege('anon', p.oid, 'execute')`;
  const open = [...permissions.functions].filter(([, who]) => isLink(who));
  expect(callable.map(({ name }) => name).sort()).toEqual(open.map(([name]) => name).sort());
});

test('columns that no client writes are those on the page', async () => {
  const rows = await db.sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not has_column_privilege('authenticated', c.oid, a.attnum, 'insert, update')
      and exists (select from pg_attribute w where w.attrelid = c.oid and w.attnum > 0 and not w.attisdropped
        and has_column_privilege('authenticated', c.oid, w.attnum, 'insert, update'))
    group by 1`;
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(
    Object.fromEntries(permissions.unwritable),
  );
});

describe.each(PERSONAS)('as %s', (persona) => {
  test.each([...permissions.tables.keys()])('%s', async (table) => {
    const sample = samples.get(table);
    if (!sample) throw new Error(`Add a sample row of ${table} in supabase/tests/samples.ts.`);
    const relation = relations.get(table);
    if (!relation) throw new Error(`There is no table ${table}.`);
    const found: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const verb of VERBS) {
      const allowed = permissions.tables.get(table)?.[verb] ?? [];
      for (const [kind, row] of Object.entries(sample)) {
        const words = wordsFor(persona, kind === 'own' && persona === 'employee');
        const about = `${verb} ${kind}`;
        expected[about] = allowed.some((word) => words.includes(word));
        found[about] = await isAllowed(db.sql, people[persona], (tx) =>
          tryVerb(tx, verb, table, relation, row),
        );
      }
    }
    if (table === 'employees') {
      // Who has an account is deactivated, not deleted.
      expected['delete own'] = false;
    }
    if (table === 'shifts') {
      // A shift people were told of ends by publishing its cancellation.
      expected['delete own'] = false;
      expected['delete other'] = false;
    }
    expect(found).toEqual(expected);
  });

  test('a full read shows nothing of another company', async () => {
    if (persona === 'anon') return;
    const isOurs = ['employee', 'foreman', 'manager', 'owner'].includes(persona);
    for (const table of relations.keys()) {
      const rows = await as(db.sql, people[persona], (tx) =>
        tx.unsafe(`select * from ${table}`),
      ).catch((error: { code?: string }) => {
        // No right at all is the strictest way to say nobody.
        if (error.code === '42501' && table === 'employee_identities') return [];
        throw error;
      });
      const text = JSON.stringify(rows);
      const companies = new Set(
        rows.map((row) => row['company_id'] ?? (table === 'companies' ? row['id'] : null)),
      );
      if (isOurs) expect([...companies].every((id) => id === us.id || id === null)).toBe(true);
      else
        expect(`${table}: ${text.includes(us.id) || text.includes(MARK)}`).toBe(`${table}: false`);
    }
  });

  test('every function', async () => {
    const found: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const { name, signature, names, types } of functions) {
      const who = permissions.functions.get(name) ?? 'nobody';
      const person = people[persona];
      const isAboutSelf = ['own', 'self', 'leavers', 'kiosks'].includes(who);
      const subject =
        isAboutSelf && typeof person !== 'string' && person.employeeId
          ? person.employeeId
          : us.colleague.employeeId;
      const values = names.map((param, i) => argumentFor(param, types[i] as string, us, subject));
      const list = names.map((param, i) => `${param} => $${i + 1}::${types[i]}`).join(', ');
      let answer = '';
      found[signature] = await isAllowed(db.sql, person, async (tx) => {
        const rows = await tx.unsafe(`select * from ${name}(${list})`, values as never[]);
        answer = JSON.stringify(rows);
        return 1;
      });
      const isElsewhere = persona === 'otherEmployee' || persona === 'otherOwner';
      const hasLeft = persona === 'deactivated' && who !== 'leavers';
      const isNobody = persona === 'unemployed' || (persona === 'kiosk' && who !== 'kiosks');
      if (isElsewhere || isNobody || hasLeft) {
        expect(`${name}: ${answer.includes(MARK)}`).toBe(`${name}: false`);
      }
      const mayCall =
        isLink(who) ||
        (who === 'self' || who === 'leavers' || who === 'kiosks'
          ? persona !== 'anon'
          : who === 'own'
            ? isElsewhere || wordsFor(persona, false).includes('company')
            : wordsFor(persona, false).includes(who));
      // The owner of another company may call what owners call, on their own company: here only the answer counts.
      expected[signature] = isElsewhere && !mayCall ? (found[signature] as boolean) : mayCall;
    }
    const wrong = Object.keys(found).filter((name) => found[name] !== expected[name]);
    expect(Object.fromEntries(wrong.map((name) => [name, found[name]]))).toEqual({});
  });
});

const audited = () => db.sql<{ name: string; isAboutPeople: boolean }[]>`
  select distinct c.relname as name, exists (select from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'employee_id') as "isAboutPeople"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgfoid in ('private.record_change()'::regprocedure, 'private.record_changes()'::regprocedure)`;

test('who does not read a row does not read its history; managers and the person it is about read both', async () => {
  const differences: string[] = [];
  for (const { name } of await audited()) {
    // Who mails which report to whom is for managers to see, the report itself is not.
    if (name === 'saved_reports') continue;
    const relation = relations.get(name) as Relation;
    for (const row of Object.values(samples.get(name) ?? {})) {
      const [event] = await db.sql`select id, employee_id from audit_events
        where company_id = ${us.id} and entity = ${name} and entity_id = ${(row['id'] ?? null) as string | null} limit 1`;
      if (!event) continue;
      for (const who of ['employee', 'foreman', 'manager', 'owner'] as const) {
        const person = us[who];
        const [readsRow, readsEvent] = await as(db.sql, person, async (tx) => [
          (await tryVerb(tx, 'read', name, relation, row)) > 0,
          (await tx`select from audit_events where id = ${event['id']}`).length > 0,
        ]);
        const isTheirs = event['employee_id'] === person.employeeId;
        const mayRead = who === 'manager' || who === 'owner' || isTheirs;
        if (readsEvent !== (readsRow && mayRead))
          differences.push(`${who}, ${name}: row ${readsRow}, history ${readsEvent}`);
      }
    }
  }
  expect(differences).toEqual([]);
});

test('people read the history of the tables whose rows about themselves they read', async () => {
  const names = (await audited()).flatMap(({ name, isAboutPeople }) => (isAboutPeople ? name : []));
  await db.sql`insert into audit_events (company_id, source, action, entity, employee_id, after)
    select ${us.id}, 'api', 'updated', name, ${us.employee.employeeId}, '{"status": "published", "test": true}'
    from unnest(${names}::text[]) name`;
  const read = await as(
    db.sql,
    us.employee,
    (tx) => tx`select entity from audit_events where after ? 'test'`,
  );
  const allowed = names.filter((name) =>
    permissions.tables.get(name)?.read.some((word) => wordsFor('employee', true).includes(word)),
  );
  expect(read.map(({ entity }) => entity).sort()).toEqual(allowed.sort());
  expect(names.length - allowed.length).toBeGreaterThan(5);
});

test('the shift a planner has not published is not in the history of whom it is for', async () => {
  const day = (from: string) =>
    db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at)
      values (${us.id}, ${us.employee.employeeId}, ${us.project}, ${`2031-03-03 ${from}`}, '2031-03-03 20:00Z') returning id`;
  const [draft] = await day('12:00Z');
  const events = () =>
    as(
      db.sql,
      us.employee,
      (tx) => tx`select from audit_events where entity = 'shifts' and entity_id = ${draft?.['id']}`,
    );
  expect(await events()).toHaveLength(0);
  await db.sql`update shifts set status = 'published' where id = ${draft?.['id']}`;
  expect(await events()).toHaveLength(1);
});

test('a name or number that another company uses can be used here', async () => {
  await as(db.sql, people.otherOwner, async (tx) => {
    await tx`insert into cost_codes (id, code, name) select id, code, name from (values (${us.costCode}::uuid, '06 10 00 x', 'Same id')) as v (id, code, name)`;
    await tx`insert into employees (id, first_name, email) values (${us.employee.employeeId}, 'Same', ${us.employee.email})`;
    await tx`insert into projects (id, name) values (${us.project}, 'Same id')`;
  });
  const rows = await db.sql`select company_id from projects where id = ${us.project}`;
  expect(rows).toHaveLength(2);
});

test("a reference to another company's row fails as one to nothing does", async () => {
  const refer = (project: string) =>
    as(
      db.sql,
      people.otherEmployee,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id)
        values (${(people.otherEmployee as Person).employeeId}, now() - interval '2 hours', now() - interval '1 hour', ${project})`,
    ).catch((error: { code: string; message: string; constraint: string }) => [
      error.code,
      error.message,
      error.constraint,
    ]);
  const hidden = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into projects (name) values ('Hidden') returning id`,
  );
  expect(await refer(hidden[0]?.['id'])).toEqual(await refer(crypto.randomUUID()));
});

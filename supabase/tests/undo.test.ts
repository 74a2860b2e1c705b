import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRestApp, type RestApp } from '../../testing/rest-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Account, pairedTablet, tablet, workerWithPin } from './kiosk-stage.ts';
import { as, type Company, makeCompany, type Person } from './world.ts';

/** What a function wrote stays written, whatever its caller makes of the answer. */

const project = {
  schemas: ['public'],
  maxRows: 1000,
  extraSearchPath: ['public', 'extensions'],
  redirectUrls: [],
  seedPaths: [],
  raw: {},
};

let db: TestDatabase;
let rest: RestApp;
let us: Company;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
  rest = await createRestApp(db.endpoint, project);
});
afterAll(async () => {
  await rest.close();
  await db.drop();
});

interface Way {
  readonly query?: string;
  readonly prefer?: string;
}

async function call(app: RestApp, who: Account, name: string, body: object, way: Way = {}) {
  const { statusCode, body: text } = await app.app.inject({
    method: 'POST',
    url: `/rest/v1/rpc/${name}${way.query ?? ''}`,
    headers: {
      'x-role': 'authenticated',
      'x-sub': who.userId,
      'content-type': 'application/json',
      ...(way.prefer === undefined ? {} : { prefer: way.prefer }),
    },
    payload: JSON.stringify(body),
  });
  return { status: statusCode, text };
}

const ROLLBACK = { prefer: 'tx=rollback' };
const NONE_AFFECTED = { prefer: 'handling=strict,max-affected=0' };

describe('a wrong PIN is counted', () => {
  const failed = async (person: Person) =>
    (
      await db.sql`select failed_attempts from employee_pins where employee_id = ${person.employeeId}`
    )[0]?.['failed_attempts'];

  test.each([
    ['kiosk_person', ROLLBACK],
    ['kiosk_person', NONE_AFFECTED],
    ['kiosk_person', { query: '?select=result::int' }],
    ['kiosk_punch', ROLLBACK],
    ['kiosk_punch', NONE_AFFECTED],
    ['kiosk_punch', { query: '?select=result::int' }],
    ['kiosk_punch', { query: '?result=match.(' }],
    ['add_kiosk_photo', { query: '?select=result::int' }],
  ] as [string, Way][])('%s %j', async (name, way) => {
    const kiosk = await pairedTablet(db.sql, us);
    const person = await workerWithPin(db.sql, us);
    const args = {
      kiosk_person: {},
      kiosk_punch: { kind_param: 'clock_in' },
      add_kiosk_photo: { entry_id_param: null, moment_param: 'clock_in', id_param: null },
    }[name];
    const guess = { employee_id_param: person.employeeId, pin_param: '9999', ...args };
    const { status, text } = await call(rest, kiosk, name, guess, way);
    // Either it was not tried at all, or it counts.
    if (way.prefer === undefined) {
      expect(await failed(person)).toBe(1);
    } else {
      expect(status).toBe(400);
      expect(text).not.toContain('wrong_pin');
    }
  });

  test('five of them lock it, however they were asked', async () => {
    const kiosk = await pairedTablet(db.sql, us);
    const person = await workerWithPin(db.sql, us);
    const guess = { employee_id_param: person.employeeId, pin_param: '9999' };
    const way = { query: '?select=result::int' };
    for (let tries = 0; tries < 6; tries++) {
      await call(rest, kiosk, 'kiosk_punch', { ...guess, kind_param: 'clock_in' }, way);
    }
    const right = { ...guess, pin_param: '4711', kind_param: 'clock_in' };
    expect((await call(rest, kiosk, 'kiosk_punch', right)).text).toContain('"locked"');
  });
});

describe('a look at somebody’s locations is recorded', () => {
  const views = async () =>
    Number(
      (await db.sql`select count(*) from location_views where company_id = ${us.id}`)[0]?.['count'],
    );

  beforeAll(async () => {
    await as(db.sql, us.owner, (tx) => tx`update companies set capture_location = true`);
    await as(
      db.sql,
      us.employee,
      (tx) =>
        tx`select clock_in(project_id_param => ${us.project}, location_param => ${tx.json({ latitude: 39.7, longitude: -104.9, accuracy_m: 5, fix_age_s: 1 })})`,
    );
  });

  test.each([
    [{ query: '?select=moment::int' }],
    [{ query: '?select=moment::int&latitude=gt.39' }],
    [{ query: '?moment=match.(' }],
    [ROLLBACK],
    [NONE_AFFECTED],
  ] as [Way][])('%j', async (way) => {
    const before = await views();
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const look = {
      employee_id_param: us.employee.employeeId,
      start_date_param: yesterday,
      end_date_param: today,
      purpose_param: `because ${JSON.stringify(way)}`,
    };
    const { status, text } = await call(rest, us.manager, 'punch_locations_for', look, way);
    expect(status).toBe(400);
    if (way.prefer === undefined) {
      expect(text).toMatch(/22P02|2201B/);
      expect(await views()).toBe(before + 1);
    } else {
      expect(text).not.toContain('latitude');
      expect(await views()).toBe(before);
    }
  });
});

test('wrong pairing codes are counted, and ten are the limit', async () => {
  const stranger = await tablet(db.sql);
  const guess = () => call(rest, stranger, 'pair_kiosk', { code_param: 'AAAA-BBBB' });
  for (let tries = 0; tries < 10; tries++) {
    expect(await guess()).toEqual({ status: 200, text: 'null' });
  }
  expect((await guess()).text).toContain('too_many_pairing_attempts');
  const undone = await call(
    rest,
    await tablet(db.sql),
    'pair_kiosk',
    { code_param: 'A' },
    ROLLBACK,
  );
  expect(undone.text).toContain('cannot_be_undone');
});

interface Signature {
  name: string;
  arguments: string;
  result: string;
  columns: { name: string; type: string; category: string }[] | null;
}

/**
 * Every function of the catalog that may write and that clients may call: its body is replaced by one
 * that writes and answers, so that what is tried is how its answer is served, whatever it is given.
 */
describe('every function that writes', () => {
  let fake: TestDatabase;
  let server: RestApp;
  let functions: Signature[];

  beforeAll(async () => {
    fake = await createTestDatabase();
    functions = (await fake.sql`
      select p.proname as name, pg_get_function_arguments(p.oid) as arguments,
        pg_get_function_result(p.oid) as result,
        case when 't' = any (p.proargmodes::text[]) then
          (select json_agg(json_build_object('name', u.name, 'type', format_type(u.type, null), 'category', t.typcategory) order by u.place)
            from unnest(p.proallargtypes, p.proargmodes, p.proargnames) with ordinality as u (type, mode, name, place)
            join pg_type t on t.oid = u.type where u.mode = 't')
        when r.typrelid <> 0 then
          (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'category', t.typcategory) order by a.attnum)
            from pg_attribute a join pg_type t on t.oid = a.atttypid
            where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped)
        end as columns
      from pg_proc p join pg_type r on r.oid = p.prorettype
      where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute')
        and p.prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`) as never;
    await fake.sql.unsafe(`create table public.tried (name text); grant all on public.tried to public; set check_function_bodies = off;
      ${functions.map(rewritten).join('\n')}`);
    server = await createRestApp(fake.endpoint, project);
  });
  afterAll(async () => {
    await server.close();
    await fake.drop();
  });

  /** Text that is no number, and a number that is no smallint: a cast of it fails. */
  const samples: Record<string, readonly [value: string, cast: string]> = {
    S: ["'x'", 'int'],
    integer: ['100000', 'int2'],
    bigint: ['100000', 'int2'],
    numeric: ['100000', 'int2'],
    jsonb: [`'"x"'`, 'int'],
  };
  const sampleOf = ({ type, category }: { type: string; category: string }) =>
    samples[type] ?? samples[category];
  const sample = (column: { type: string; category: string }) =>
    `${sampleOf(column)?.[0] ?? 'null'}::${column.type}`;

  function rewritten({ name, arguments: list, result, columns }: Signature): string {
    const value = columns?.map(sample).join(', ') ?? (result === 'void' ? '' : `null::${result}`);
    const answer = value === '' ? '' : `select ${value}`;
    return `create or replace function public.${name}(${list}) returns ${result}
      language sql volatile security definer as $f$ insert into public.tried values ('${name}'); ${answer} $f$;`;
  }

  const written = async (name: string) =>
    Number((await fake.sql`select count(*) from tried where name = ${name}`)[0]?.['count']);

  /** Null for every argument, by the names of the first overload. */
  const args = (list: string) =>
    Object.fromEntries(
      list === '' ? [] : list.split(/, (?=\w+_param )/).map((one) => [one.split(' ')[0], null]),
    );

  test('has written what it answers with', async () => {
    const nobody = { userId: us.employee.userId };
    const undone: string[] = [];
    expect(functions.length).toBeGreaterThan(100);
    for (const { name, arguments: list, columns } of functions) {
      const column = columns?.find(sampleOf);
      const cast = column ? `${column.name}::${sampleOf(column)?.[1]}` : 'result::int';
      const ways: Way[] = [ROLLBACK, NONE_AFFECTED];
      // Ids alone have no cast that fails only when it is made.
      if (column || columns === null) ways.push({ query: `?select=${cast}` });
      for (const way of ways) {
        const before = await written(name);
        const { status, text } = await call(server, nobody, name, args(list), way);
        const wrote = (await written(name)) - before;
        // Otherwise nothing was tried.
        if (way.query && columns !== null) expect([name, status]).toEqual([name, 400]);
        const isRefusedFirst = wrote === 0 && /PGRST1(22|28)/.test(text);
        if (wrote !== 1 && !isRefusedFirst)
          undone.push(`${name} ${JSON.stringify(way)} ${status} ${text}`);
      }
    }
    expect(undone).toEqual([]);
  });
});

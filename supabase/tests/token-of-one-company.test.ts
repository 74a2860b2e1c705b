import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import { type Callable, callAll, hostileCalls, readCallables, watch } from './hostile-calls.ts';
import { makeSamples } from './samples.ts';
import { as, hire, hireAlso, inCompany, openCompanies, type Person } from './world.ts';

// An account of two companies, in every pair of roles: with a token for one, nothing of the other is read or
// changed, through any table and any function the catalog has.

const ROLES = ['owner', 'manager', 'foreman', 'employee'] as const;
const TRIES = repeats(5000, 1000);
/** What is about the account, and says so: its companies by name, and the choice of one. */
const OF_THE_ACCOUNT = /^(public\.)?(my_companies|switch_company)\(/;

const { db, us, them } = await openCompanies({ connections: 2 });
let people: { readonly roles: string; readonly person: Person }[];
let attempts: string[];

beforeAll(async () => {
  await makeSamples(db.sql, us);
  people = [];
  for (const here of ROLES) {
    for (const there of ROLES) {
      const person = await hire(db.sql, us.owner, here);
      await hireAlso(db.sql, them.owner, person, there);
      // So that the account's own profile and preferences are not of our company either.
      await as(db.sql, person, (tx) => tx`select switch_company(${them.id})`);
      people.push({ roles: `${here} here, ${there} there`, person });
    }
  }
  await db.sql.unsafe(`
    create function public.try_write(statement_param text) returns setof json language plpgsql as $$
    begin
      return query execute 'with w as (' || statement_param || ' returning *) select to_json(w) from w';
    end $$;
    grant execute on function public.try_write(text) to authenticated`);
  const callables = (await readCallables(db.sql)).filter(({ name }) => name !== 'try_write');
  attempts = [...(await tableAttempts()), ...callables.flatMap(functionAttempts)];
  await watch(db.sql, us.id);
});

function functionAttempts(callable: Callable): string[] {
  return hostileCalls(callable, us).filter((call) => !OF_THE_ACCOUNT.test(call));
}

/** Reading, and writing rows of our company: as they are, changed, copied, deleted. */
async function tableAttempts(): Promise<string[]> {
  const tables = await db.sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' and has_column_privilege('authenticated', c.oid, a.attnum, 'update')) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p', 'v') and has_any_column_privilege('authenticated', c.oid, 'select')`;
  const write = (statement: string) => `public.try_write('${statement.replaceAll("'", "''")}')`;
  return tables.flatMap(({ name, columns }) => [
    name,
    `(select * from ${name} order by random() limit 5)`,
    ...columns.map((column) => write(`update ${name} set "${column}" = "${column}"`)),
    write(`delete from ${name}`),
    write(
      `insert into ${name} select * from json_populate_record(null::${name}, '{"company_id": "${us.id}", "id": "${us.employee.employeeId}"}')`,
    ),
  ]);
}

test('random tries with a token for another company of the account read and change nothing', async () => {
  const random = new Random(429);
  const each = Math.ceil(TRIES / people.length);
  const harm: string[] = [];
  let tried = 0;
  for (const { roles, person } of people) {
    const calls = random.list(each, each, () => random.pick(attempts));
    const outcomes = await callAll(db.sql, inCompany(person, them.id), calls, us, true);
    tried += outcomes.length;
    for (const { call, leaks, changed } of outcomes) {
      if (leaks) harm.push(`${roles}: ${call.slice(0, 200)} tells of the other company`);
      if (changed) harm.push(`${roles}: ${call.slice(0, 200)} changes ${changed}`);
    }
  }
  expect(harm).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(TRIES);
});

test('the same tries with a token for our company do read and change: the test could fail', async () => {
  const owner = people.find(({ roles }) => roles.startsWith('owner here'))?.person as Person;
  const calls = attempts.filter((call) => /projects|time_entries/.test(call)).slice(0, 300);
  const outcomes = await callAll(db.sql, inCompany(owner, us.id), calls, us, true);
  expect(outcomes.filter(({ leaks }) => leaks).length).toBeGreaterThan(5);
  expect(outcomes.filter(({ changed }) => changed !== '').length).toBeGreaterThan(0);
});

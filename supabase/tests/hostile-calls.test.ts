import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { PostgresError } from '../../server/database/postgres-error.ts';
import { fromPostgres } from '../../server/rest/respond/postgres-failure.ts';
import {
  type Callable,
  callAll,
  hostileCalls,
  type Outcome,
  readCallables,
  watch,
} from './hostile-calls.ts';
import { makeSamples } from './samples.ts';
import { type Company, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany({ connections: 2 });
let victim: Company;
let callables: Callable[];

beforeAll(async () => {
  victim = await makeCompany(db.sql, 'Victim');
  await makeSamples(db.sql, victim);
  callables = await readCallables(db.sql);
  await watch(db.sql, victim.id);
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}, ${us.manager.userId}, 'totp', 'verified')`;
});

/** What an attacker must not get: a failure of the server, something of others, a change. */
function harm({ code, message, leaks, changed, call }: Outcome): string[] {
  const shown = call.length > 160 ? `${call.slice(0, 160)}…` : call;
  const status = code ? fromPostgres({ code, message } as PostgresError, false).status : 200;
  // A name or type that does not fit is a mistake in the function, not an answer to its caller.
  const isMistake = status >= 500 || (code.startsWith('42') && code !== '42501');
  return [
    ...(isMistake ? [`${shown}: ${code} ${message}`] : []),
    ...(leaks ? [`${shown}: tells of others`] : []),
    ...(changed ? [`${shown}: changes ${changed}`] : []),
  ];
}

/** A recovery code is what an account without its factor may use; wrong ones are counted. */
const WITHOUT_FACTOR = /^use_recovery_code\(/;

const ATTACKERS: Record<string, () => { person: Person | 'anon'; mayChange: boolean }> = {
  'a visitor': () => ({ person: 'anon', mayChange: false }),
  'an employee of another company': () => ({ person: us.employee, mayChange: true }),
  'a foreman of another company': () => ({ person: us.foreman, mayChange: true }),
  'an owner of another company': () => ({ person: us.owner, mayChange: true }),
  'a manager without the second factor': () => ({ person: us.manager, mayChange: false }),
};

test.each(Object.keys(ATTACKERS))('every function withstands %s', async (name) => {
  const { person, mayChange } = (ATTACKERS[name] as () => { person: Person; mayChange: boolean })();
  const calls = callables
    .flatMap((callable) => hostileCalls(callable, victim))
    .filter((call) => mayChange || !WITHOUT_FACTOR.test(call));
  expect(calls.length).toBeGreaterThan(400);
  const outcomes = await callAll(db.sql, person, calls, victim, mayChange);
  expect(outcomes.flatMap(harm)).toEqual([]);
});

test('an owner who calls with the impossible about the own company gets an answer', async () => {
  const calls = callables.flatMap((callable) => hostileCalls(callable, us));
  const outcomes = await callAll(db.sql, us.owner, calls, victim, true);
  expect(outcomes.flatMap(harm)).toEqual([]);
  expect(outcomes.filter(({ code }) => code === '').length).toBeGreaterThan(100);
});

test('what is no value of its type ends before any function begins', async () => {
  for (const value of ['not-a-uuid', '\0']) {
    const error = (await db.sql`select ${value}::text::uuid`.catch(
      (reason) => reason,
    )) as PostgresError;
    expect(fromPostgres(error, false).status).toBe(400);
  }
});

test('a careless function is found out', async () => {
  await db.sql.unsafe(`
    create function public.careless(company_id_param uuid, number_param integer) returns text
    language plpgsql security definer set search_path = '' as $$
    begin
      update public.companies c set updated_at = now() where c.id = company_id_param;
      return (select c.name from public.companies c where c.id = company_id_param);
    end $$;
    create function public.broken(number_param integer) returns text
    language plpgsql set search_path = '' as $$ begin
      if number_param is null then return unknown_column; end if;
      raise exception using errcode = 'XX000';
    end $$;
    grant execute on function public.careless(uuid, integer), public.broken(integer) to authenticated`);
  const careless = {
    name: 'public.careless',
    parameters: [
      { name: 'company_id_param', type: 'uuid' },
      { name: 'number_param', type: 'integer' },
    ],
  };
  const broken = { name: 'public.broken', parameters: [careless.parameters[1] as never] };
  const calls = [careless, broken].flatMap((one) => hostileCalls(one, victim));
  const found = (await callAll(db.sql, us.employee, calls, victim, true)).flatMap(harm).join('\n');
  for (const part of ['tells of others', 'changes companies', ': XX000', ': 42703']) {
    expect(found).toContain(part);
  }
});

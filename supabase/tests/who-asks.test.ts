import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../server/database/caller.ts';
import { ConnectionPool } from '../../server/database/connection-pool.ts';
import { PooledRequestTransactions } from '../../server/database/pooled-request-transactions.ts';
import type { TransactionOptions } from '../../server/database/request-transaction.ts';
import { createRestApp, type RestApp } from '../../testing/rest-app.ts';
import { as, makeCompany, openCompanies, type Person, signUp } from './world.ts';

// Decision 306: the server finds who asks once, keeps it for the policies of requests that only read,
// and nobody else can say who asks.

const { db, us, them } = await openCompanies();
/** One connection, so that whatever outlives a request meets the next one. */
const pool = new ConnectionPool(db.endpoint, { size: 1, queueLimit: 100, queueTimeoutMs: 60_000 });
const requests = new PooledRequestTransactions(pool);
let rest: RestApp;

beforeAll(async () => {
  await db.sql.unsafe(`
    create function public.kept() returns text language sql stable as $$ select current_setting('caller.claims', true) $$;
    create function public.kept_writing() returns text language sql volatile as $$ select current_setting('caller.claims', true) $$;
    grant execute on function public.kept(), public.kept_writing() to anon, authenticated`);
  rest = await createRestApp(
    db.endpoint,
    {
      schemas: ['public'],
      maxRows: 1000,
      extraSearchPath: ['public', 'extensions'],
      raw: {},
    } as never,
    1,
  );
});
afterAll(async () => {
  await rest.close();
  await pool.close();
});

const callerOf = (userId: string, more: Readonly<Record<string, unknown>> = {}): Caller => ({
  role: 'authenticated',
  claims: JSON.stringify({ role: 'authenticated', sub: userId, ...more }),
});
const WHO = {
  text: `select private.my_company_id()::text, private.my_employee_id()::text, private.my_role(),
    private.is_manager()::text, private.is_owner()::text, coalesce(current_setting('caller.claims', true), '')`,
};
const ONCE: TransactionOptions = { readOnly: true, asksOnce: true };

async function who(caller: Caller, options: TransactionOptions) {
  const [result] = await requests.run(caller, [WHO], options);
  const fields = result?.rows[0]?.map((field) => field?.toString() ?? null) ?? [];
  return { answer: fields.slice(0, -1), kept: fields.at(-1) };
}

const answerFor = ({ companyId, employeeId }: Person, role: string) => [
  companyId,
  employeeId,
  role,
  String(role === 'owner' || role === 'manager'),
  String(role === 'owner'),
];
const NOBODY = [null, null, null, 'false', 'false'];

async function withSecondFactor(): Promise<Person> {
  const { owner } = await makeCompany(db.sql, 'Two Factors');
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${owner.userId}, 'totp', 'verified', now(), now())`;
  return owner;
}

describe('what is kept', () => {
  test('is what the policies find by themselves, in every situation', async () => {
    const guarded = await withSecondFactor();
    const outsider = await signUp(db.sql);
    const situations: readonly [Caller, readonly (string | null)[]][] = [
      [callerOf(us.owner.userId), answerFor(us.owner, 'owner')],
      [callerOf(us.manager.userId), answerFor(us.manager, 'manager')],
      [callerOf(us.foreman.userId), answerFor(us.foreman, 'foreman')],
      [callerOf(us.employee.userId), answerFor(us.employee, 'employee')],
      [callerOf(us.employee.userId.toUpperCase()), answerFor(us.employee, 'employee')],
      [callerOf(them.owner.userId), answerFor(them.owner, 'owner')],
      [callerOf(guarded.userId, { aal: 'aal2' }), answerFor(guarded, 'owner')],
      [callerOf(guarded.userId, { aal: 'aal1' }), NOBODY],
      [callerOf(guarded.userId), NOBODY],
      [callerOf(us.deactivated.userId), NOBODY],
      [callerOf(outsider.userId), NOBODY],
      [callerOf(outsider.userId, { is_anonymous: true }), NOBODY],
      [callerOf(randomUUID()), NOBODY],
      [{ role: 'authenticated', claims: '{"role":"authenticated"}' }, NOBODY],
    ];
    for (const [caller, expected] of situations) {
      const once = await who(caller, ONCE);
      const lookedUp = await who(caller, { readOnly: true });
      expect({ caller, answer: once.answer }).toEqual({ caller, answer: expected });
      expect({ caller, answer: lookedUp.answer }).toEqual({ caller, answer: expected });
      expect(lookedUp.kept).toBe('');
    }
    expect((await who(callerOf(us.owner.userId), ONCE)).kept).toBe(
      callerOf(us.owner.userId).claims,
    );
  });

  test('is kept for an active employee only', async () => {
    expect((await who(callerOf(us.deactivated.userId), ONCE)).kept).toBe('');
    expect((await who({ role: 'service_role', claims: '{}' }, ONCE)).kept).toBe('');
    const nonsense = callerOf('nobody');
    const [result] = await requests.run(nonsense, [{ text: 'select 1' }], ONCE);
    expect(result?.commandTag).toBe('SELECT 1');
  });

  test('is not kept where anything can be written', async () => {
    expect((await who(callerOf(us.owner.userId), { asksOnce: true })).kept).toBe('');
    const write = {
      text: 'update public.employees set role = role where id = $1',
      values: [us.employee.employeeId],
    };
    await expect(requests.run(callerOf(us.owner.userId), [write], ONCE)).rejects.toMatchObject({
      code: '25006',
    });
    const unlock = { text: "select set_config('transaction_read_only', 'off', true)" };
    await expect(
      requests.run(callerOf(us.owner.userId), [unlock, write], ONCE),
    ).rejects.toMatchObject({ code: '25001' });
  });

  test('ends with the request', async () => {
    await who(callerOf(us.owner.userId), ONCE);
    expect(await who(callerOf(us.deactivated.userId), {})).toEqual({ answer: NOBODY, kept: '' });
    const [left] = await requests.run({ role: 'anon', claims: '{"role":"anon"}' }, [
      {
        text: `select current_setting('caller.company', true) || current_setting('caller.employee', true)
        || current_setting('caller.role', true)`,
      },
    ]);
    expect(left?.rows[0]?.[0]?.toString()).toBe('');
  });

  test('is about these very claims: another caller in the same transaction is another', async () => {
    const answers = await requests.transaction(callerOf(us.owner.userId), ONCE, async (open) => {
      const ask = async (claims: string) => {
        await open.query({
          text: "select set_config('request.jwt.claims', $1, true)",
          values: [claims],
        });
        const { rows } = await open.query(WHO);
        return rows[0]?.slice(0, -1).map((field) => field?.toString() ?? null);
      };
      const own = callerOf(us.owner.userId).claims;
      return [
        await ask(own),
        await ask(callerOf(them.employee.userId).claims),
        await ask(callerOf(us.deactivated.userId).claims),
        await ask(`${own} `),
        await ask('{"role":"anon"}'),
        await ask(''),
      ];
    });
    expect(answers).toEqual([
      answerFor(us.owner, 'owner'),
      answerFor(them.employee, 'employee'),
      NOBODY,
      answerFor(us.owner, 'owner'),
      NOBODY,
      NOBODY,
    ]);
  });
});

test('who leaves or is given another role in a transaction has lost it in the next statement', async () => {
  const company = await makeCompany(db.sql, 'Leaving');
  const answers = await requests.transaction(
    callerOf(company.owner.userId),
    { asksOnce: true, rollback: true },
    async (open) => {
      const look = async () =>
        (await open.query(WHO)).rows[0]?.slice(0, 3).map((field) => field?.toString() ?? null);
      const before = await look();
      await open.query({
        text: "update public.employees set role = 'owner' where id = $1",
        values: [company.manager.employeeId],
      });
      await open.query({
        text: 'select public.deactivate_employee($1)',
        values: [company.owner.employeeId],
      });
      return [before, await look()];
    },
  );
  expect(answers).toEqual([answerFor(company.owner, 'owner').slice(0, 3), [null, null, null]]);
});

test('who was made to leave is nobody in the next request of the same connection', async () => {
  const company = await makeCompany(db.sql, 'Left');
  const caller = callerOf(company.employee.userId);
  expect((await who(caller, ONCE)).kept).toBe(caller.claims);
  await as(
    db.sql,
    company.owner,
    (tx) => tx`select deactivate_employee(${company.employee.employeeId})`,
  );
  expect(await who(caller, ONCE)).toEqual({ answer: NOBODY, kept: '' });
});

describe('nobody else can say who asks', () => {
  /** As far as anybody could get who may run SQL of their own, which no caller may. */
  const forged = (caller: Caller, local: boolean) => ({
    text: `select set_config('caller.claims', $1, ${local}), set_config('caller.company', $2, ${local}),
      set_config('caller.employee', $3, ${local}), set_config('caller.role', 'owner', ${local})`,
    values: [caller.claims, them.id, them.owner.employeeId],
  });

  test('a lie that was left on a connection is overwritten by every request', async () => {
    const caller = callerOf(us.employee.userId);
    const leaver = callerOf(us.deactivated.userId);
    for (const [victim, expected] of [
      [caller, answerFor(us.employee, 'employee')],
      [leaver, NOBODY],
    ] as const) {
      await requests.run(victim, [forged(victim, false)]);
      for (const options of [{}, { readOnly: true }, { asksOnce: true }, ONCE]) {
        expect((await who(victim, options)).answer).toEqual(expected);
      }
    }
    await requests.run(caller, [
      {
        text: "select set_config(name, '', false) from unnest('{caller.claims,caller.company,caller.employee,caller.role}'::text[]) name",
      },
    ]);
  });

  const asMember = (sub: string, more: Record<string, string> = {}) => ({
    'x-role': 'authenticated',
    'x-sub': sub,
    ...more,
  });
  const companies = async (headers: Record<string, string>, query = '') => {
    const answer = await rest.app.inject({
      url: `/rest/v1/companies?select=id${query}`,
      headers,
    });
    return answer.json();
  };

  test('the data API keeps it for reads, and not for what may write', async () => {
    const { claims } = callerOf(us.employee.userId);
    const headers = asMember(us.employee.userId);
    const read = await rest.app.inject({ url: '/rest/v1/rpc/kept', headers });
    const written = await rest.app.inject({
      method: 'POST',
      url: '/rest/v1/rpc/kept_writing',
      headers,
      payload: {},
    });
    expect(read.json()).toBe(claims);
    expect(written.json()).toBe('');
    expect(await companies(headers)).toEqual([{ id: us.id }]);
    expect(await companies(asMember(us.deactivated.userId))).toEqual([]);
  });

  test('neither headers, settings, addresses nor claims reach it', async () => {
    const lies = {
      'caller.claims': callerOf(us.employee.userId).claims,
      'caller.company': them.id,
      'caller.role': 'owner',
      'x-caller-company': them.id,
      cookie: `caller.company=${them.id}; caller.role=owner`,
    };
    expect(await companies(asMember(us.employee.userId, lies))).toEqual([{ id: us.id }]);
    expect(await companies(asMember(us.deactivated.userId, lies))).toEqual([]);
    for (const [name, value] of [
      ['prefer', `timezone=UTC', true), set_config('caller.company', '${them.id}`],
      ['prefer', `caller.company=${them.id}`],
      ['accept-profile', 'private'],
      ['accept-profile', 'pg_catalog'],
    ] as const) {
      const answer = await rest.app.inject({
        url: '/rest/v1/companies?select=id',
        headers: asMember(us.employee.userId, { [name]: value }),
      });
      if (answer.statusCode === 200) expect(answer.json()).toEqual([{ id: us.id }]);
      else expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }
    for (const query of [
      `&select=id,set_config('caller.role','owner',true)`,
      `&caller.company=eq.${them.id}`,
      `&order=set_config(caller.role,owner)`,
    ]) {
      const found = await companies(asMember(us.employee.userId), query);
      if (Array.isArray(found)) expect(found).not.toContainEqual({ id: them.id });
    }
    const claims = { caller: { company: them.id, role: 'owner' }, company: them.id };
    expect((await who(callerOf(us.employee.userId, claims), ONCE)).answer).toEqual(
      answerFor(us.employee, 'employee'),
    );
  });

  test('set_config, the view and the function behind it cannot be called or read', async () => {
    for (const [method, path] of [
      ['POST', 'rpc/set_config'],
      ['POST', 'rpc/who_asks'],
      ['GET', 'askers'],
    ] as const) {
      for (const profile of ['public', 'private', 'pg_catalog']) {
        const answer = await rest.app.inject({
          method,
          url: `/rest/v1/${path}`,
          headers: asMember(us.owner.userId, {
            'content-profile': profile,
            'accept-profile': profile,
          }),
          ...(method === 'POST' && {
            payload: {
              setting_name: 'caller.role',
              new_value: 'owner',
              is_local: false,
              claims: {},
            },
          }),
        });
        expect([404, 406]).toContain(answer.statusCode);
      }
    }
    const [rights] = await db.sql`
      select bool_or(has_table_privilege(r, 'private.askers', 'select, insert, update, delete')) as view,
        bool_or(has_function_privilege(r, 'private.who_asks(uuid,text,text)', 'execute')) as function
      from unnest(array['anon', 'authenticated', 'service_role']) r`;
    expect(rights).toEqual({ view: false, function: false });
  });

  test('no function of the database sets it, the claims or the role, or a setting of any name', async () => {
    const suspicious = async () => {
      const found = await db.sql`
        select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private', 'auth', 'storage') and p.prokind in ('f', 'p')
          and (p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), '')) ~* ${SETS_WHO_ASKS}`;
      return found.map(({ name }) => name);
    };
    expect(await suspicious()).toEqual([]);
    const careless = [
      'select set_config(name_param, name_param, true)',
      "select set_config('caller.company', name_param, true)",
      "select pg_catalog.set_config( 'request.jwt.claims', name_param, true)",
      "select set_config('chalkline.reason', name_param, false)",
    ];
    for (const [number, body] of careless.entries()) {
      await db.sql.unsafe(
        `create function public.careless_${number}(name_param text) returns text language sql as $$ ${body} $$`,
      );
    }
    expect((await suspicious()).sort()).toEqual(careless.map((_, number) => `careless_${number}`));
  });
});

/** A name that is no literal, one that says who asks, or a value that outlives the transaction. */
const SETS_WHO_ASKS = [
  String.raw`set_config\s*\(\s*([^'\s]|'(caller|request|role|session))`,
  String.raw`set_config\s*\([^;]*,\s*false\s*\)`,
  String.raw`\mset\s+(local|session)\s`,
  String.raw`\mset\s+role\s+[^=\s]`,
].join('|');

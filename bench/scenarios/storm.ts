import { randomUUID } from 'node:crypto';
import type { BenchEnvironment } from '../environment.ts';
import { clearData, generateLoad } from '../generate.ts';
import { loadHttp, loadSql, type Measurement } from '../load.ts';
import type { Scenario } from './scenario.ts';

const PEOPLE = 1_000;
const CONNECTIONS = 32;
/** Calls of each connection before those that count: the server keeps its connections, and a first call costs ten. */
const FIRST_CALLS = 6;
const SPREADS = [1, 100] as const;

/**
 * A thousand people clock in and out at once: of one company, whose audit chain they share, of a hundred
 * companies, and of the one by pgbench with nothing between it and PostgreSQL. The first calls of each
 * connection do not count, in none of the three.
 */
export const storm: Scenario = {
  name: 'storm',
  async *run(environment) {
    const rates: number[] = [];
    for (const companies of SPREADS) {
      await clearData(environment.sql);
      await generateLoad(environment.sql, companies, PEOPLE / companies, 5);
      const { clockIn, clockOut } = await clockEverybody(environment, companies);
      rates.push(clockIn.perSecond);
      yield {
        name: `clock-in, ${companies} companies`,
        ours: clockIn,
        figures: [
          {
            line: `clock-in, ${companies} companies, p99 against p50`,
            value: clockIn.p99Ms / clockIn.p50Ms,
            atMost: 4,
          },
        ],
      };
      yield { name: `clock-out, ${companies} companies`, ours: clockOut };
    }
    await clearData(environment.sql);
    await generateLoad(environment.sql, 1, PEOPLE, 5);
    const direct = await clockDirectly(environment);
    const [one = 0, many = 1] = rates;
    yield {
      name: 'clock-in, one company by pgbench',
      direct,
      note: `one company ${(one / many).toFixed(2)} of a hundred, ${(one / direct.perSecond).toFixed(2)} of pgbench`,
      figures: [
        {
          line: 'clock-in, one company against pgbench',
          value: one / direct.perSecond,
          atLeast: 0.8,
        },
        { line: 'clock-in, one company against a hundred', value: one / many, atLeast: 0.8 },
      ],
    };
  },
};

interface Person {
  readonly userId: string;
  readonly projectId: string;
}

async function everybody({ sql }: BenchEnvironment, companies: number): Promise<Person[]> {
  return sql<Person[]>`
    select private.generate_id('user ' || c || ' ' || n) as "userId",
      private.generate_id('project ' || c || ' ' || 1 + n % 20) as "projectId"
    from generate_series(1, ${companies}) as c, generate_series(1, ${PEOPLE / companies}) as n
    order by md5(c || ' ' || n)`;
}

async function clockEverybody(environment: BenchEnvironment, companies: number) {
  const people = await Promise.all(
    (await everybody(environment, companies)).map(async ({ userId, projectId }) => ({
      headers: { authorization: `Bearer ${await environment.tokenFor(userId)}` },
      projectId,
    })),
  );
  const first = FIRST_CALLS * CONNECTIONS;
  const measure = async (name: string, bodyFor: (projectId: string) => object) => {
    const rush = (some: typeof people) =>
      loadHttp(
        {
          url: `${environment.url}/rest/v1/rpc/${name}`,
          headers: { apikey: environment.anonKey, 'content-type': 'application/json' },
          each: some.map(({ headers, projectId }) => ({
            headers,
            body: JSON.stringify(bodyFor(projectId)),
          })),
        },
        { connections: CONNECTIONS, seconds: 120 },
      );
    await rush(people.slice(0, first));
    const measured = await rush(people.slice(first));
    if (measured.errors > 0) throw new Error(`${name}: ${measured.errors} calls were refused.`);
    return measured;
  };
  return {
    clockIn: await measure('clock_in', (projectId) => ({
      id_param: randomUUID(),
      project_id_param: projectId,
    })),
    clockOut: await measure('clock_out', () => ({})),
  };
}

const TURNS = Math.floor(PEOPLE / CONNECTIONS);

/** Each connection clocks in people of its own, one after the other. */
async function clockDirectly({ sql, direct }: BenchEnvironment): Promise<Measurement> {
  await sql`create table public.storm_people as
    select n, private.generate_id('project 1 ' || 1 + n % 20) as project_id,
      json_build_object('sub', private.generate_id('user 1 ' || n), 'role', 'authenticated')::text as claims
    from generate_series(1, ${PEOPLE}) as n`;
  await sql`alter table public.storm_people add primary key (n)`;
  await sql`grant select on public.storm_people to public`;
  const script = `\\set turn :turn + 1
\\set n :client_id * ${TURNS} + :turn
begin;
select set_config('request.jwt.claims', claims, true) from public.storm_people where n = :n;
set local role authenticated;
select public.clock_in(project_id, id_param => gen_random_uuid()) from public.storm_people where n = :n;
commit;
`;
  return loadSql(script, direct, {
    connections: CONNECTIONS,
    seconds: 0,
    transactions: TURNS,
    skipped: FIRST_CALLS,
  });
}

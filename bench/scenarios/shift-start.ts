import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { cpuSecondsOf, serverCpuSeconds } from '../processes.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const EMPLOYEES = 100;
const LONG = { companies: 50, stormSeconds: 60 };
const STEPS = ['refresh', 'viewer', 'clock in', 'today’s list'] as const;

/**
 * Seven o'clock: 5,000 people take out their phones within one minute. Each renews the session, reads
 * who they are, clocks in and looks at the list. Arrivals do not wait for those before them.
 */
export const shiftStart: Scenario<typeof LONG> = {
  name: 'shift-start',
  // As many people a second.
  settings: { long: LONG, quick: { companies: 25, stormSeconds: 30 } },
  async *run(environment, _options, { companies, stormSeconds }) {
    await generateLoad(environment.sql, companies, EMPLOYEES, 5);
    const people = await openSessions(environment.sql, companies);
    const times = Object.fromEntries(STEPS.map((step) => [step, new Times()])) as Record<
      (typeof STEPS)[number],
      Times
    >;
    const cpu = cpuOf(environment);
    const begun = performance.now();
    await Promise.all(
      people.map(async (person, index) => {
        await sleep((index / people.length) * stormSeconds * 1000);
        await startShift(environment, person, times);
      }),
    );
    const seconds = (performance.now() - begun) / 1000;
    for (const step of STEPS) {
      const ours = times[step].summary(seconds);
      const figures = [{ line: `shift start, ${step}: errors`, value: ours.errors, atMost: 0 }];
      yield { name: step, ours, figures };
    }
    const { server, database } = cpu();
    const share = ((database / (server + database)) * 100).toFixed(0);
    yield {
      name: `all within ${seconds.toFixed(1)} s`,
      note: `CPU: server ${server.toFixed(1)} s, PostgreSQL ${database.toFixed(1)} s (${share} % of both)`,
    };
  },
};

interface Person {
  readonly refreshToken: string;
  readonly projectId: string;
}

async function startShift(
  { url, anonKey }: BenchEnvironment,
  { refreshToken, projectId }: Person,
  times: Record<(typeof STEPS)[number], Times>,
): Promise<void> {
  const call = (path: string, body: unknown, token = anonKey) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const session = await times.refresh.measure(() =>
    call('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken }),
  );
  const { access_token: token } = (await session.json()) as { access_token: string };
  const read = async (step: (typeof STEPS)[number], path: string, body: unknown) => {
    const answer = await times[step].measure(() => call(`/rest/v1/rpc/${path}`, body, token));
    await answer.arrayBuffer();
  };
  await read('viewer', 'viewer', {});
  await read('clock in', 'clock_in', { id_param: randomUUID(), project_id_param: projectId });
  const start = new Date(Date.now() - 12 * 3_600_000).toISOString();
  const end = new Date(Date.now() + 12 * 3_600_000).toISOString();
  await read('today’s list', 'list_time_entries', { start_param: start, end_param: end });
}

/** As if everyone had signed in yesterday. */
async function openSessions(sql: Sql, companies: number): Promise<Person[]> {
  const people = await sql<{ userId: string; projectId: string }[]>`
    select private.generate_id('user ' || c || ' ' || n) as "userId",
      private.generate_id('project ' || c || ' ' || 1 + n % 20) as "projectId"
    from generate_series(1, ${companies}) as c, generate_series(1, ${EMPLOYEES}) as n
    order by md5(c || ' ' || n)`;
  const sessions = people.map(({ userId, projectId }) => {
    const refreshToken = randomUUID();
    const hash = createHash('sha256').update(refreshToken).digest('hex');
    return { userId, projectId, refreshToken, hash, sessionId: randomUUID() };
  });
  const list = (key: 'userId' | 'hash' | 'sessionId') => sessions.map((session) => session[key]);
  await sql`
    with given as (
      select * from unnest(${list('sessionId')}::uuid[], ${list('userId')}::uuid[], ${list('hash')}::text[])
        as g (session_id, user_id, token)
    ), opened as (
      insert into auth.sessions (id, user_id, aal, created_at, updated_at)
      select session_id, user_id, 'aal1', now(), now() from given
    )
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    select token, user_id::text, session_id, false, now(), now() from given`;
  return sessions;
}

/** CPU seconds that the server and all processes of its PostgreSQL take from now on. */
function cpuOf({ serverPid, postmasterPid }: BenchEnvironment) {
  const read = () => ({
    server: serverCpuSeconds(serverPid),
    database: cpuSecondsOf(postmasterPid),
  });
  const before = read();
  return () => {
    const after = read();
    return { server: after.server - before.server, database: after.database - before.database };
  };
}

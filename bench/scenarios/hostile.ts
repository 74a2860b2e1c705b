import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const HONEST = 8;
const AT_ONCE = 10;
const SOCKETS = 20;
/** What honest requests keep of their throughput at least. */
const KEPT = 0.7;

/**
 * One account and one visitor without any do what costs the server most, as fast as it lets them, while
 * the people of another company go on working.
 */
export const hostile: Scenario = {
  name: 'hostile',
  async *run(environment, { seconds }) {
    await generateLoad(environment.sql, 2, 20, 30);
    const [attacker, ...honest] = await tokens(environment);
    if (!attacker) throw new Error('nobody was generated');
    const alone = await work(environment, honest, seconds);
    yield { name: 'honest work alone', ours: alone };

    const attacks = {
      'an account': (signal: AbortSignal) => attackWithAccount(environment, attacker, signal),
      'a visitor': (signal: AbortSignal) => attackWithout(environment, signal),
    };
    const lost: string[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      const stop = new AbortController();
      const harm = attack(stop.signal);
      const attacked = await work(environment, honest, seconds);
      stop.abort();
      const attempts = (await Promise.all(harm)).reduce((sum, count) => sum + count, 0);
      const kept = attacked.perSecond / alone.perSecond;
      const note = `${(kept * 100).toFixed(0)} % of the throughput kept, ${attempts} hostile requests`;
      yield { name: `honest work beside ${name}`, ours: attacked, note };
      if (kept < KEPT) lost.push(`beside ${name} ${kept.toFixed(2)}`);
    }
    if (lost.length > 0) throw new Error(`Honest requests kept less than ${KEPT}: ${lost.join()}`);
  },
};

/** The first one is of another company than the rest. */
async function tokens({ sql, tokenFor }: BenchEnvironment): Promise<string[]> {
  const people = await sql<{ user_id: string }[]>`
    select user_id from (
      select e.user_id, dense_rank() over (order by e.company_id) as company,
             row_number() over (partition by e.company_id order by e.id) as place
        from public.employees e where e.user_id is not null and e.active) ranked
     where (company = 1 and place = 1) or (company = 2 and place <= ${HONEST})
     order by company`;
  return Promise.all(people.map(({ user_id }) => tokenFor(user_id)));
}

/** Everyone reads their time again and again; what is refused is no work. */
async function work(environment: BenchEnvironment, people: readonly string[], seconds: number) {
  const times = new Times();
  const path = '/rest/v1/time_entries?select=id,clock_in,clock_out&limit=50';
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    people.map(async (token) => {
      while (performance.now() < end) {
        await times.measure(() => request(environment, path, { token }));
      }
    }),
  );
  const summary = times.summary(seconds);
  return { ...summary, perSecond: summary.perSecond - summary.errors / seconds };
}

function attackWithAccount(
  environment: BenchEnvironment,
  token: string,
  signal: AbortSignal,
): Promise<number>[] {
  const embedded = 'id,employees(time_entries(employees(time_entries(id))))';
  const paths = [
    `/rest/v1/time_entries?select=${embedded}`,
    `/rest/v1/time_entries?select=*&notes=match.(a%2B)%2B%24&order=notes,id`,
    '/rest/v1/audit_events?select=*&order=reason,hash',
  ];
  return Array.from({ length: AT_ONCE }, (_, index) =>
    repeat(signal, () =>
      request(environment, paths[index % paths.length] ?? '', { token, signal }),
    ),
  );
}

function attackWithout(environment: BenchEnvironment, signal: AbortSignal): Promise<number>[] {
  const guess = (n: number) =>
    request(environment, '/auth/v1/token?grant_type=password', {
      signal,
      body: { email: `somebody-${n}@example.com`, password: `guess ${n}` },
    });
  let tried = 0;
  const guessing = Array.from({ length: AT_ONCE }, () => repeat(signal, () => guess(tried++)));
  const listening = Array.from({ length: SOCKETS }, () =>
    repeat(signal, () => listen(environment, signal)),
  );
  return [...guessing, ...listening];
}

/** A socket that asks for twenty costly patterns, and hangs up when it is answered. */
function listen({ url, anonKey }: BenchEnvironment, signal: AbortSignal): Promise<void> {
  const filters = Array.from({ length: 20 }, (_, n) => ({
    ...{ event: '*', schema: 'public', table: 'time_entries', filter: `notes=match.(a+)+${n}$` },
  }));
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`;
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const done = () => {
      socket.close();
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          ...{ topic: 'realtime:harm', event: 'phx_join', ref: '1', join_ref: '1' },
          payload: { config: { postgres_changes: filters } },
        }),
      );
    socket.onmessage = done;
    socket.onerror = done;
    socket.onclose = done;
  });
}

/** Bounded by the signal; one request at a time. */
async function repeat(signal: AbortSignal, act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count++) await act();
  return count;
}

/** Whatever goes wrong on the way is no answer. */
async function request(
  { url, anonKey }: BenchEnvironment,
  path: string,
  { token, body, signal }: { token?: string; signal?: AbortSignal; body?: object },
): Promise<Response> {
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  try {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    await answer.arrayBuffer();
    return answer;
  } catch {
    return Response.error();
  }
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { AttackOrder, AttackReport } from '../attackers.ts';
import type { BenchEnvironment } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { cpuSeconds, cpuSecondsOf, serverCpuSeconds } from '../processes.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const HONEST = 8;
const ROUNDS = 5;
/** What honest requests keep of their throughput at least. */
const MIN_SHARE = 0.85;
const ATTACKERS = path.join(import.meta.dirname, '../attackers.ts');

/**
 * One account and one visitor without any do what costs the server most, as fast as it lets them, while
 * the people of another company go on working.
 */
export const hostile: Scenario = {
  name: 'hostile',
  // The attackers come from an address of their own, which a proxy on this machine would tell.
  env: { TRUSTED_PROXIES: '127.0.0.1' },
  async *run(environment, { seconds }) {
    await generateLoad(environment.sql, 2, 20, 30);
    const [attacker, ...honest] = await tokens(environment);
    if (!attacker) throw new Error('nobody was generated');
    const { url, anonKey } = environment;
    const orders = {
      'an account': { url, anonKey, token: attacker },
      'a visitor': { url, anonKey },
    };
    const lost: string[] = [];
    const attackers = fork(ATTACKERS);
    await work(environment, honest, new Times(), 2);
    for (const [name, order] of Object.entries(orders)) {
      const alone = new Times();
      const attacked = new Times();
      const cpu = new CpuTime(environment, attackers.pid ?? 0);
      let asked = 0;
      // By turns, so that whatever else the machine does falls on both alike.
      for (let round = 0; round < ROUNDS; round++) {
        await cpu.measure('alone', () => work(environment, honest, alone, seconds / ROUNDS));
        attackers.send(order satisfies AttackOrder);
        await cpu.measure('attacked', () => work(environment, honest, attacked, seconds / ROUNDS));
        attackers.send('stop');
        asked += ((await once(attackers, 'message')) as [AttackReport])[0].asked;
      }
      const [before, beside] = [summarize(alone, seconds), summarize(attacked, seconds)];
      const kept = beside.perSecond / before.perSecond;
      const note = `${(kept * 100).toFixed(0)} % of the throughput kept, ${asked} hostile requests`;
      yield { name: `honest work without ${name}`, ours: before };
      const figures = [{ line: `honest work beside ${name}`, value: kept, atLeast: MIN_SHARE }];
      yield { name: `honest work beside ${name}`, ours: beside, note, figures };
      yield {
        name: '  processor time',
        note: cpu.note(before.perSecond, beside.perSecond, seconds),
      };
      if (kept < MIN_SHARE) lost.push(`beside ${name} ${kept.toFixed(2)}`);
    }
    attackers.disconnect();
    if (lost.length > 0)
      throw new Error(`Honest requests kept less than ${MIN_SHARE}: ${lost.join()}`);
  },
};

type Turn = 'alone' | 'attacked';

/**
 * Who takes how much of the machine, which holds on a busy one as well: the attackers and whoever
 * measures are on it too, and what they take themselves is no fault of the server's.
 */
class CpuTime {
  readonly #read: () => number[];
  readonly #taken: Record<Turn, number[]> = { alone: [0, 0, 0], attacked: [0, 0, 0] };

  constructor({ serverPid, postmasterPid }: BenchEnvironment, attackersPid: number) {
    this.#read = () => [
      serverCpuSeconds(serverPid),
      cpuSecondsOf(postmasterPid),
      cpuSeconds(attackersPid),
    ];
  }

  async measure(turn: Turn, run: () => Promise<void>): Promise<void> {
    const before = this.#read();
    await run();
    const after = this.#read();
    this.#taken[turn] = this.#taken[turn].map(
      (sum, index) => sum + (after[index] ?? 0) - (before[index] ?? 0),
    );
  }

  /** What honest requests cost is known from the turns without attackers. */
  note(alone: number, attacked: number, seconds: number): string {
    const [node = 0, sql = 0] = this.#taken.alone;
    const [nodeBeside = 0, sqlBeside = 0, attackers = 0] = this.#taken.attacked;
    const honest = ((node + sql) * attacked) / alone;
    const cores = (...taken: number[]) => taken.map((each) => (each / seconds).toFixed(2));
    const [a, b] = [cores(node, sql), cores(nodeBeside, sqlBeside, attackers)];
    return (
      `cores of server and PostgreSQL ${a.join(' + ')}, attacked ${b.slice(0, 2).join(' + ')}, ` +
      `of which honest ${(honest / (nodeBeside + sqlBeside)).toFixed(2)}; attackers take ${b[2]}`
    );
  }
}

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

/** Everyone reads their time again and again. */
async function work(
  environment: BenchEnvironment,
  people: readonly string[],
  times: Times,
  seconds: number,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    people.map(async (token) => {
      while (performance.now() < end) await times.measure(() => readTime(environment, token));
    }),
  );
}

/** What is refused is no work. */
function summarize(times: Times, seconds: number) {
  const summary = times.summary(seconds);
  return { ...summary, perSecond: summary.perSecond - summary.errors / seconds };
}

/** Whatever goes wrong on the way is no answer. */
async function readTime({ url, anonKey }: BenchEnvironment, token: string): Promise<Response> {
  const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
  const path = '/rest/v1/time_entries?select=id,clock_in,clock_out&limit=50';
  try {
    const answer = await fetch(url + path, { headers });
    await answer.arrayBuffer();
    return answer;
  } catch {
    return Response.error();
  }
}

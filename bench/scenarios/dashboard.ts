import { generateLoad } from '../generate.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const EMPLOYEES = 1_000;
const LOOKUPS = 5;
const LONG = { days: 1_000, rounds: 60 };

/** The first screen of one company with 1,000 employees and 1,000,000 entries, against five indexed lookups. */
export const dashboard: Scenario<typeof LONG> = {
  name: 'dashboard',
  settings: { long: LONG, quick: { days: 200, rounds: 30 } },
  async *run(environment, _options, { days, rounds }) {
    const { sql, url, anonKey } = environment;
    await generateLoad(sql, 1, EMPLOYEES, days);
    const [row] = await sql<{ managerId: string; companyId: string }[]>`
      select private.generate_id('user 1 2') as "managerId", private.generate_id('company 1') as "companyId"`;
    if (!row) throw new Error('nothing was generated');
    const headers = {
      apikey: anonKey,
      authorization: `Bearer ${await environment.tokenFor(row.managerId)}`,
      'content-type': 'application/json',
    };
    const rest = `${url}/rest/v1`;
    const lookup = `${rest}/time_entries?select=id,clock_in,clock_out,project_id,employee_id&company_id=eq.${row.companyId}&order=clock_in.desc&limit=50`;
    const [screen, lookups] = [new Times(), new Times()];
    for (let round = 0; round < rounds; round++) {
      const answer = await screen.measure(() =>
        fetch(`${rest}/rpc/dashboard`, { method: 'POST', headers, body: '{}' }),
      );
      await answer.arrayBuffer();
      const answers = await lookups.measure(async () => {
        let last = new Response();
        for (let turn = 0; turn < LOOKUPS; turn++) {
          last = await fetch(lookup, { headers });
          await last.arrayBuffer();
        }
        return last;
      });
      if (!answers.ok) throw new Error('the lookup was refused');
    }
    const [ours, five] = [screen.summary(1), lookups.summary(1)];
    const ratio = ours.p50Ms / five.p50Ms;
    const line = 'dashboard of 1,000 employees';
    yield {
      name: line,
      note: `${ours.p50Ms.toFixed(1)} ms, five lookups ${five.p50Ms.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
      figures: [{ line: `${line} against five lookups`, value: ratio, atMost: 1.5 }],
    };
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import { generateLoad } from '../generate.ts';
import { Times } from '../times.ts';
import type { Scenario } from './scenario.ts';

const CODES = 200;
const ROUNDS = 20;
const PEOPLE = 1000;

/**
 * The report of a project with 200 budgeted codes of one company with all the entries, against reading the rows it is
 * made of. Pay of past weeks is kept as the job of every minute would, so "cold" is this week's and the last one's.
 */
export const budget: Scenario = {
  name: 'budget',
  async *run(environment, { entries }) {
    const { sql, url, anonKey } = environment;
    await generateLoad(sql, 1, PEOPLE, Math.max(1, Math.round(entries / PEOPLE)));
    const [company] = await sql<{ companyId: string; managerId: string; projectId: string }[]>`
      select p.company_id as "companyId", private.generate_id('user 1 2') as "managerId", p.id as "projectId"
        from public.projects p where p.company_id = private.generate_id('company 1') order by p.name limit 1`;
    if (!company) throw new Error('nothing was generated');
    const { companyId, managerId, projectId } = company;
    await keepPay(sql, companyId);
    await sql`insert into public.cost_codes (company_id, code, name)
      select ${companyId}, 'B' || n, 'Budgeted ' || n
      from generate_series(1, ${CODES} - (select count(*) from public.cost_codes where company_id = ${companyId})) n`;
    const [made] = await sql<
      { id: string }[]
    >`insert into public.budgets (company_id, project_id, version)
      values (${companyId}, ${projectId}, 1) returning id`;
    await sql`insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, quantity, unit)
      select company_id, ${made?.id ?? ''}, id, 500, 1000, 'SF' from public.cost_codes where company_id = ${companyId}`;
    await sql`update public.budgets set status = 'approved', approved_at = now() where id = ${made?.id ?? ''}`;
    await sql`vacuum analyze`;
    const headers = {
      apikey: anonKey,
      authorization: `Bearer ${await environment.tokenFor(managerId)}`,
      'content-type': 'application/json',
    };
    const ask = () =>
      fetch(`${url}/rest/v1/rpc/budget_report`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ project_id_param: projectId }),
      });
    const read = () => sql`select (select sum(seconds) from public.work_totals
        where company_id = ${companyId} and project_id = ${projectId}) as worked,
      (select sum(l.straight_cents + l.premium_cents) from private.pay_lines p cross join lateral unnest(p.lines) l
        where p.company_id = ${companyId} and p.project_id = ${projectId}) as paid`;
    const cold = new Times();
    const answer = await cold.measure(ask);
    if (!answer.ok) throw new Error(await answer.text());
    const first = (await answer.json()) as unknown[];
    const [report, rows] = [new Times(), new Times()];
    for (let round = 0; round < ROUNDS; round++) {
      await (await report.measure(ask)).arrayBuffer();
      await rows.time(read);
    }
    if (report.errors > 0) throw new Error('the report was refused');
    const [ours, direct] = [report.summary(1).p50Ms, rows.summary(1).p50Ms];
    yield {
      name: `budget report, ${entries.toLocaleString('en')} entries`,
      note: `${first.length} codes, cold ${cold.summary(1).p50Ms.toFixed(0)} ms, warm ${ours.toFixed(1)} ms, its rows ${direct.toFixed(1)} ms, ratio ${(ours / direct).toFixed(2)}`,
      figures: [{ line: 'budget report against its rows', value: ours / direct, atMost: 3 }],
    };
  },
};

/** The server's own job may be at it, and only one of them at a time keeps anything. */
async function keepPay(sql: Sql, companyId: string): Promise<void> {
  for (;;) {
    await sql`select private.cache_past_pay('1 hour')`;
    const missing = await sql`select from private.past_pay_weeks_missing(${companyId}) limit 1`;
    if (missing.length === 0) return;
    await sleep(1000);
  }
}

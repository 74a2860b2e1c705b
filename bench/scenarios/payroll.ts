import { generateLoad } from '../generate.ts';
import { cpuSecondsOf } from '../processes.ts';
import { callAs, median } from '../rpc.ts';
import type { Scenario } from './scenario.ts';

const EMPLOYEES = 1_000;
const DAYS = 60;
const ROUNDS = 7;
const PRESETS = ['FLSA', 'CA'] as const;

/**
 * The payroll screen of 1,000 people and two weeks: cold (no line of pay is kept), and warm against reading
 * as many rows. Cold is CPU of PostgreSQL, so that what runs beside it counts less.
 */
export const payroll: Scenario = {
  name: 'payroll',
  async *run(environment) {
    const { sql, postmasterPid } = environment;
    await generateLoad(sql, 1, EMPLOYEES, DAYS);
    const [made] = await sql<{ ownerId: string; companyId: string; from: string; until: string }[]>`
      select private.generate_id('user 1 1') as "ownerId", private.generate_id('company 1') as "companyId",
        (max(work_date) - 13)::text as from, max(work_date)::text as until from public.time_entries`;
    if (!made) throw new Error('nothing was generated');
    const call = await callAs(environment, made.ownerId);
    const period = { start_date_param: made.from, end_date_param: made.until };
    const overview = () => call('payroll_overview', period);
    for (const preset of PRESETS) {
      await call('set_overtime_policy', {
        preset_param: preset,
        effective_from_param: '2020-01-01',
      });
      await sql`truncate private.pay_lines, private.pay_weeks`;
      const before = cpuSecondsOf(postmasterPid);
      const begun = performance.now();
      await overview();
      const cold = (performance.now() - begun) / 1000;
      const cpu = cpuSecondsOf(postmasterPid) - before;
      yield {
        name: `payroll overview, cold, ${preset}`,
        note: `${cold.toFixed(2)} s, CPU of PostgreSQL ${cpu.toFixed(2)} s`,
        figures: [
          { line: `payroll overview, cold, ${preset}, CPU`, value: cpu, unit: 's', atMost: 1 },
        ],
      };
      await sql`vacuum analyze private.pay_lines, private.pay_weeks`;
      const warm = await median(ROUNDS, overview);
      const rows = await median(
        ROUNDS,
        () => sql`select l.* from private.pay_lines p
          cross join lateral private.lines_of(p.employee_id, p.week, p.project_id, p.lines) l
          where p.company_id = ${made.companyId} and l.work_date between ${made.from} and ${made.until}`,
      );
      const bare = await median(
        ROUNDS,
        () => sql`select employee_id, sum(clock_out - clock_in) from public.time_entries
          where company_id = ${made.companyId} and work_date between ${made.from} and ${made.until} group by 1`,
      );
      yield {
        name: `payroll overview, warm, ${preset}`,
        note: `${warm.toFixed(0)} ms, its lines read ${rows.toFixed(0)} ms, ratio ${(warm / rows).toFixed(2)}; bare sum ${bare.toFixed(0)} ms`,
        figures: [
          {
            line: `payroll overview, warm, ${preset}, against its lines`,
            value: warm / rows,
            atMost: 3,
          },
        ],
      };
    }
  },
};

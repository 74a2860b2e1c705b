import { generateLoad } from '../generate.ts';
import { callAs, median } from '../rpc.ts';
import type { Scenario } from './scenario.ts';

const EMPLOYEES = 1_400;
const DAYS = 365;
const ROUNDS = 7;
const GROUPINGS = ['employee', 'project', 'cost_code', 'month', 'week', 'day'] as const;
const BARE_KEYS: Record<(typeof GROUPINGS)[number], string> = {
  employee: 'employee_id',
  project: 'project_id',
  cost_code: 'cost_code_id',
  month: `date_trunc('month', work_date::timestamp)`,
  week: `date_trunc('week', work_date::timestamp)`,
  day: 'work_date',
};

/** A year of 1,400 people by each grouping, over HTTP, against the bare grouped sum over their entries. */
export const reports: Scenario = {
  name: 'reports',
  async *run(environment) {
    const { sql } = environment;
    await generateLoad(sql, 1, EMPLOYEES, DAYS);
    const [made] = await sql<
      { managerId: string; companyId: string; until: string; from: string }[]
    >`
      select private.generate_id('user 1 2') as "managerId", private.generate_id('company 1') as "companyId",
        max(work_date)::text as until, (max(work_date) - 364)::text as from from public.time_entries`;
    if (!made) throw new Error('nothing was generated');
    const { managerId, companyId, from, until } = made;
    const call = await callAs(environment, managerId);
    for (const grouping of GROUPINGS) {
      const ours = await median(ROUNDS, () =>
        call('hours_report', {
          start_date_param: from,
          end_date_param: until,
          group_by_param: grouping,
        }),
      );
      const bare = await median(ROUNDS, () =>
        sql.unsafe(
          `select ${BARE_KEYS[grouping]}, sum(clock_out - clock_in), count(*) from public.time_entries
            where company_id = '${companyId}' and work_date between '${from}' and '${until}' group by 1`,
        ),
      );
      yield {
        name: `year by ${grouping.replace('_', ' ')}`,
        note: `${ours.toFixed(0)} ms, bare sum ${bare.toFixed(0)} ms, ratio ${(ours / bare).toFixed(2)}`,
      };
    }
  },
};

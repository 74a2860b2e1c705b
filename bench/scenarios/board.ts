import { generateLoad } from '../generate.ts';
import { callAs, median } from '../rpc.ts';
import type { Scenario } from './scenario.ts';

const PEOPLE = 200;
const DAYS = 14;
const ROUNDS = 9;

/** The schedule of 200 people and two weeks, with its warnings, against reading its 2,800 shifts. */
export const board: Scenario = {
  name: 'board',
  async *run(environment) {
    const { sql } = environment;
    await generateLoad(sql, 1, PEOPLE, 30);
    await sql`
      insert into public.shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
      select e.company_id, e.id, private.generate_id('project 1 ' || 1 + e.employee_number::integer % 20),
        (current_date + d + time '07:00') at time zone 'America/New_York',
        (current_date + d + time '15:30') at time zone 'America/New_York', 'published'
      from public.employees e cross join generate_series(0, ${DAYS - 1}) d`;
    await sql`vacuum analyze public.shifts`;
    const [made] = await sql<
      { managerId: string; companyId: string; start: string; end: string }[]
    >`
      select private.generate_id('user 1 2') as "managerId", private.generate_id('company 1') as "companyId",
        min(work_date)::text as start, max(work_date)::text as end from public.shifts`;
    if (!made) throw new Error('nothing was generated');
    const call = await callAs(environment, made.managerId);
    const range = { start_date_param: made.start, end_date_param: made.end };
    const rows = await median(
      ROUNDS,
      () => sql`select * from public.shifts where company_id = ${made.companyId}`,
    );
    for (const name of ['schedule_board', 'schedule_warnings', 'plan_and_actual']) {
      const ours = await median(ROUNDS, () => call(name, range));
      yield {
        name,
        note: `${ours.toFixed(0)} ms, its shifts read ${rows.toFixed(0)} ms, ratio ${(ours / rows).toFixed(2)}`,
      };
    }
  },
};

import type { Sql } from '../../server/database/sql/sql.ts';
import { generateLoad } from '../generate.ts';
import { callAs, median } from '../rpc.ts';
import type { Scenario } from './scenario.ts';

const PEOPLE = 200;
const DAYS = 9;
const ROUNDS = 9;

/**
 * What waits for approval in a company of 200 people with 1,800 open entries on 40 projects in a tree, foreman, then
 * project manager, then payroll, against reading its rows. A third of it is at each step.
 */
export const approvals: Scenario = {
  name: 'approvals',
  async *run(environment) {
    const { sql } = environment;
    await generateLoad(sql, 1, PEOPLE, DAYS);
    await makeStructure(sql);
    const [made] = await sql<{ managerId: string; companyId: string; from: string; to: string }[]>`
      select private.generate_id('user 1 2') as "managerId", private.generate_id('company 1') as "companyId",
        min(work_date)::text as from, max(work_date)::text as to from public.time_entries`;
    if (!made) throw new Error('nothing was generated');
    const call = await callAs(environment, made.managerId);
    const rows = await median(
      ROUNDS,
      () => sql`select t.*, e.first_name, p.name, s.decision from public.time_entries t
        join public.employees e on e.id = t.employee_id join public.projects p on p.id = t.project_id
        left join public.step_approvals s on s.company_id = t.company_id and s.time_entry_id = t.id
        where t.company_id = ${made.companyId}`,
    );
    for (const [name, range] of [
      ['approvals_waiting', {}],
      ['approval_progress', { start_date_param: made.from, end_date_param: made.to }],
    ] as const) {
      let waiting = 0;
      const ours = await median(ROUNDS, async () => {
        waiting = ((await call(name, range)) as unknown[]).length;
      });
      yield {
        name,
        note: `${waiting} rows, ${ours.toFixed(0)} ms, its entries read ${rows.toFixed(0)} ms, ratio ${(ours / rows).toFixed(2)}`,
        figures: [{ line: `${name} against its rows`, value: ours / rows, atMost: 8 }],
      };
    }
  },
};

/** 8 sites with two levels of phases, 20 crews, a manager of every site, and the chain of the company. */
export async function makeStructure(sql: Sql): Promise<void> {
  await sql`insert into public.projects (company_id, id, name, number)
    select private.generate_id('company 1'), private.generate_id('project 1 ' || n), 'Phase ' || n, n::text from generate_series(21, 40) n`;
  await sql`update public.projects set parent_id = private.generate_id('project 1 ' || 1 + number::integer % 8) where number::integer between 9 and 24`;
  await sql`update public.projects set parent_id = private.generate_id('project 1 ' || number::integer - 16) where number::integer > 24`;
  await sql`update public.employees set role = case when employee_number::integer < 23 then 'foreman' else 'manager' end
    where employee_number::integer between 3 and 30`;
  await sql`update public.projects set manager_id = private.generate_id('employee 1 ' || 22 + number::integer) where parent_id is null`;
  await sql`update public.time_entries t set project_id = private.generate_id('project 1 ' || 1 + ('x' || substr(md5(t.id::text), 1, 6))::bit(24)::integer % 40)`;
  await sql`insert into public.crews (company_id, id, name, foreman_id)
    select e.company_id, private.generate_id('crew ' || e.employee_number), 'Crew ' || e.employee_number, e.id
    from public.employees e where e.role = 'foreman'`;
  await sql`insert into public.crew_members (company_id, crew_id, employee_id, from_date)
    select e.company_id, private.generate_id('crew ' || 3 + e.employee_number::integer % 20), e.id, '2020-01-01' from public.employees e`;
  await sql`insert into public.approval_chains (company_id, id, name)
    values (private.generate_id('company 1'), private.generate_id('chain'), 'Everybody')`;
  await sql`insert into public.approval_steps (company_id, id, chain_id, level, decider, role)
    select private.generate_id('company 1'), private.generate_id('step ' || s.level), private.generate_id('chain'), s.level, s.decider, s.role
    from (values (1, 'crew_foreman', null), (2, 'project_manager', null), (3, 'role', 'manager')) s (level, decider, role)`;
  // Of two entries in three the foreman has approved, of one in three the project manager too.
  await sql`insert into public.step_approvals (company_id, time_entry_id, step_id, employee_id, work_date, entry_version, decision, decided_by, seen)
    select t.company_id, t.id, private.generate_id('step ' || s), t.employee_id, t.work_date,
      private.entry_version(t.company_id, t.id, t.updated_at), 'approved', private.generate_id('employee 1 2'), private.entry_facts(t)
    from public.time_entries t cross join generate_series(1, 2) s where ('x' || substr(md5(t.id::text), 7, 6))::bit(24)::integer % 3 >= s`;
  await sql`vacuum analyze`;
}

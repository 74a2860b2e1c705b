import { generateLoad } from '../generate.ts';
import { callAs, median } from '../rpc.ts';
import type { Scenario } from './scenario.ts';

const DAYS = 365;
const LONG = { employees: 1_400, rounds: 7 };
const GROUPINGS = ['employee', 'project', 'cost_code', 'month', 'week', 'day'] as const;
type Grouping = (typeof GROUPINGS)[number];
const PAIRS: readonly (readonly [Grouping, Grouping])[] = [
  ['project', 'cost_code'],
  ['project', 'month'],
  ['cost_code', 'week'],
  ['project', 'day'],
  ['employee', 'month'],
  ['employee', 'project'],
  ['employee', 'cost_code'],
];
const BARE_KEYS: Record<Grouping, string> = {
  employee: 'employee_id',
  project: 'project_id',
  cost_code: 'cost_code_id',
  month: `date_trunc('month', work_date::timestamp)`,
  week: `date_trunc('week', work_date::timestamp)`,
  day: 'work_date',
};

/** A year of 1,400 people by each grouping and by two, over HTTP, against the bare grouped sum over their entries. */
export const reports: Scenario<typeof LONG> = {
  name: 'reports',
  settings: { long: LONG, quick: { employees: 500 } },
  async *run(environment, _options, { employees, rounds }) {
    const { sql } = environment;
    await generateLoad(sql, 1, employees, DAYS);
    const [made] = await sql<
      { managerId: string; companyId: string; until: string; from: string }[]
    >`
      select private.generate_id('user 1 2') as "managerId", private.generate_id('company 1') as "companyId",
        max(work_date)::text as until, (max(work_date) - 364)::text as from from public.time_entries`;
    if (!made) throw new Error('nothing was generated');
    const { managerId, companyId, from, until } = made;
    const call = await callAs(environment, managerId);
    for (const [one, two] of [...GROUPINGS.map((grouping) => [grouping] as const), ...PAIRS]) {
      const keys = two ? `${BARE_KEYS[one]}, ${BARE_KEYS[two]}` : BARE_KEYS[one];
      const ours = await median(rounds, () =>
        call('hours_report', {
          start_date_param: from,
          end_date_param: until,
          group_by_param: one,
          then_by_param: two ?? null,
        }),
      );
      const bare = await median(rounds, () =>
        sql.unsafe(
          `select ${keys}, sum(clock_out - clock_in), count(*) from public.time_entries
            where company_id = '${companyId}' and work_date between '${from}' and '${until}' group by ${two ? '1, 2' : '1'}`,
        ),
      );
      const name = `year by ${two ? `${one} and ${two}` : one}`.replace('_', ' ');
      yield {
        name,
        note: `${ours.toFixed(0)} ms, bare sum ${bare.toFixed(0)} ms, ratio ${(ours / bare).toFixed(2)}`,
        figures: [
          { line: `${name} against the bare sum`, value: ours / bare, atMost: two ? 1 : 0.5 },
        ],
      };
    }
  },
};

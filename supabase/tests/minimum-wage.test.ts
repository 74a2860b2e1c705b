import { describe, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const db = await openDatabase();

const WEEK = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];

interface Story {
  readonly rate: string;
  readonly policy?: string;
  readonly address?: string;
  readonly year?: string;
  readonly setUp?: (stage: PayrollStage, worker: string, project: string) => Promise<unknown>;
}

/** A week of 40 hours on a project, as the overview has it. */
async function week({ rate, policy, address, year = '2026', setUp }: Story) {
  const stage = await PayrollStage.open(db.sql, { policy: policy ?? 'FLSA' });
  const project = await stage.project('Site');
  await db.sql`update projects set address = ${address ?? null} where id = ${project}`;
  const worker = await stage.worker(rate);
  await setUp?.(stage, worker, project);
  for (const date of WEEK.map((day) => day.replace('2026', year)))
    await stage.work(worker, `${date} 08:00`, `${date} 16:00`, { project, mealWaived: true });
  const rows = await as(
    db.sql,
    stage.owner,
    (tx) => tx`select employee_id, flags, minimum_wage_missing::float8 as missing
      from payroll_overview(${`${year}-03-01`}, ${`${year}-03-31`})`,
  );
  const row = rows.find((one) => one['employee_id'] === worker);
  const flagged = row?.['flags'].includes('below_minimum_wage') === true;
  return { flagged, missing: row?.['missing'] as number | null, stage, worker };
}

const own =
  (state: string, place: string | null, rate: number, from = '2020-01-01') =>
  (stage: PayrollStage) =>
    as(
      db.sql,
      stage.owner,
      (tx) =>
        tx`insert into minimum_wages (state, place, from_date, rate) values (${state}, ${place}, ${from}, ${rate})`,
    );

const DENVER = '1437 Bannock St, Denver, CO 80202';

describe('the minimum wage (docs/rules/pay.md#minimum-wage)', () => {
  test.each<[string, Story, number | null]>([
    ['MW-1: 40 hours at 7.00 in Colorado, 15.16', { rate: '7.00', policy: 'CO' }, 326.4],
    ['MW-2: the address of the site names the state', { rate: '7.00', address: DENVER }, 326.4],
    ['MW-3: no state known: the federal one', { rate: '7.00' }, 10],
    ['MW-4: exactly the minimum wage', { rate: '15.16', policy: 'CO' }, null],
    ['MW-5: the rate of the work date', { rate: '15.00', policy: 'CO', year: '2025' }, null],
    [
      'MW-6: a city of the company, the higher of the three',
      { rate: '16.00', address: DENVER, setUp: own('CO', 'denver', 19.29) },
      131.6,
    ],
    [
      'MW-6: a street of that name is not the city',
      { rate: '16.00', address: '12 Denver Ave, Boulder, CO', setUp: own('CO', 'Denver', 19.29) },
      null,
    ],
    [
      'MW-6: a city whose rate starts later',
      { rate: '16.00', address: DENVER, setUp: own('CO', 'Denver', 19.29, '2026-04-01') },
      null,
    ],
    [
      'MW-7: a state that has a new one',
      { rate: '16.00', policy: 'CO', setUp: own('CO', null, 16.5, '2026-01-02') },
      20,
    ],
    [
      'MW-8: the site before the company',
      { rate: '7.25', policy: 'CA', address: '500 Elm St, Dallas, TX' },
      null,
    ],
    [
      'MW-9: the state of the company itself',
      {
        rate: '15.00',
        setUp: (stage) =>
          db.sql`insert into contractor_details (company_id, state) values (${stage.companyId}, 'WA')`,
      },
      85.2,
    ],
    [
      'MW-10: exempt by a rule of their own',
      {
        rate: '7.00',
        policy: 'CO',
        setUp: (stage, worker) => stage.policy('NONE', undefined, { employee: worker }),
      },
      null,
    ],
  ])('%s', async (_case, story, missing) => {
    const result = await week(story);
    expect([result.flagged, result.missing]).toEqual([missing !== null, missing]);
  });

  test('“Approve all without issues” leaves them out; somebody who looked may approve', async () => {
    const { stage, worker } = await week({ rate: '7.00', policy: 'CO' });
    const approve = (statement: string) => as(db.sql, stage.owner, (tx) => tx.unsafe(statement));
    expect(await approve(`select * from approve_clean_time('2026-03-01', '2026-03-31')`)).toEqual(
      [],
    );
    await approve(`select approve_time('${worker}', '2026-03-01', '2026-03-31')`);
    const [count] =
      await db.sql`select count(*)::int as days from approvals where employee_id = ${worker}`;
    expect(count).toEqual({ days: 5 });
  });

  test('an owner without a rate of their own is not flagged', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CO' });
    const owner = stage.owner.employeeId as string;
    await db.sql`delete from employee_rates where employee_id = ${owner}`;
    await stage.rate(owner, '0.00');
    await stage.work(owner, '2026-03-09 08:00', '2026-03-09 16:00');
    const [row] = await as(
      db.sql,
      stage.owner,
      (tx) => tx`select flags from payroll_overview('2026-03-01', '2026-03-31')`,
    );
    expect(row?.['flags']).not.toContain('below_minimum_wage');
  });

  test('owners write the list; a state has two letters, a rate is at most 100.00', async () => {
    const stage = await PayrollStage.open(db.sql);
    const refusal = (state: string, rate: number) =>
      own(
        state,
        null,
        rate,
      )(stage).then(
        () => null,
        (error) => error.constraint_name ?? error.message,
      );
    expect(await refusal('Colorado', 15)).toContain('minimum_wages_state_code');
    expect(await refusal('CO', 100.01)).toContain('minimum_wages_rate_range');
    expect(await refusal('CO', 0)).toContain('minimum_wages_rate_range');
    expect(await refusal('CO', 15)).toBeNull();
    expect(await refusal('CO', 15)).toContain('minimum_wages_once_a_day');
  });
});

import { describe, expect, test } from 'vitest';
import { PayrollStage } from './payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const PACIFIC = 'America/Los_Angeles';

const db = await openDatabase();

/** Work by the clock on the wall of the site. */
async function workAt(
  stage: PayrollStage,
  worker: string,
  project: string,
  from: string,
  to: string,
) {
  return stage.entry(worker, stage.instant(from, PACIFIC), stage.instant(to, PACIFIC), { project });
}

async function hint(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'accepted',
    (error) => error.hint,
  );
}

describe('a site in another zone than the company', () => {
  test('ten hours up to midnight there are one day of California: 2:00 of overtime', async () => {
    const stage = await PayrollStage.open(db.sql);
    const site = await stage.project('Sacramento', PACIFIC);
    await stage.policy('CA', { meal_premium: false }, { project: site });
    await workAt(stage, await stage.worker(30), site, '2026-03-10 14:00', '2026-03-11 00:00');
    expect((await stage.lines()).map((l) => [l.work_date, l.pay_code, l.minutes])).toEqual([
      ['2026-03-10', 'REG', 480],
      ['2026-03-10', 'OT', 120],
    ]);
    expect((await stage.only()).total_earnings).toBe('330.00');
  });

  test('a Sunday evening there is paid in the period of that Sunday, on its work date', async () => {
    const stage = await PayrollStage.open(db.sql);
    const site = await stage.project('Sacramento', PACIFIC);
    const worker = await stage.worker(30);
    await workAt(stage, worker, site, '2026-03-15 15:00', '2026-03-15 23:30');
    expect((await stage.lines()).map((l) => [l.work_date, l.minutes])).toEqual([
      ['2026-03-15', 510],
    ]);
    expect(await stage.export('2026-03-16', '2026-03-22')).toEqual([]);
    const totals =
      await db.sql`select work_date::text, seconds from work_totals where employee_id = ${worker}`;
    expect(totals.map((row) => [row['work_date'], row['seconds']])).toEqual([
      ['2026-03-15', 510 * 60],
    ]);
  });

  test('a run that goes on at a site in another zone stays one day where days are not split', async () => {
    const stage = await PayrollStage.open(db.sql, {
      policy: 'AK',
      custom: { day_split: 'start_day' },
    });
    const site = await stage.project('Boise shop', PACIFIC);
    const home = await stage.project('Denver shop');
    const worker = await stage.worker(20);
    await workAt(stage, worker, site, '2026-03-10 19:00', '2026-03-10 23:30');
    // 00:30 in Denver, an hour earlier in Los Angeles.
    await stage.work(worker, '2026-03-11 00:30', '2026-03-11 05:30', { project: home });
    const row = await stage.only();
    expect([row.regular_minutes, row.overtime_minutes]).toEqual([480, 90]);
  });

  test('a workday that begins with the first punch is named by the site', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'NV' });
    const site = await stage.project('Reno', PACIFIC);
    const worker = await stage.worker(15);
    await workAt(stage, worker, site, '2026-03-15 18:00', '2026-03-16 03:00');
    const lines = await stage.lines();
    // The week ends at the site's midnight, and with it the workday.
    expect(lines.map((l) => [l.work_date, l.pay_code, l.minutes])).toEqual([
      ['2026-03-15', 'REG', 360],
      ['2026-03-16', 'REG', 180],
    ]);
  });

  test('another zone for a project is refused while it would move paid time', async () => {
    const stage = await PayrollStage.open(db.sql);
    const site = await stage.project('Sacramento', PACIFIC);
    const other = await stage.project('Reno', PACIFIC);
    const worker = await stage.worker(30);
    await workAt(stage, worker, site, '2026-03-15 15:00', '2026-03-15 23:30');
    await as(db.sql, stage.owner, (tx) => tx`select lock_pay_period('2026-03-09', '2026-03-15')`);
    const rezone = (project: string) =>
      hint(
        as(
          db.sql,
          stage.owner,
          (tx) => tx`update projects set time_zone = null where id = ${project}`,
        ),
      );
    expect(await rezone(site)).toBe('zone_moves_locked_time');
    expect(await rezone(other)).toBe('accepted');
    expect((await stage.lines()).map((l) => [l.work_date, l.minutes])).toEqual([
      ['2026-03-15', 510],
    ]);
  });

  test('stored pay follows a new zone of a project', async () => {
    const stage = await PayrollStage.open(db.sql);
    const site = await stage.project('Sacramento', PACIFIC);
    const worker = await stage.worker(30);
    await workAt(stage, worker, site, '2026-03-15 15:00', '2026-03-15 23:30');
    await stage.lines();
    await db.sql`update projects set time_zone = null where id = ${site}`;
    expect((await stage.lines()).map((l) => [l.work_date, l.minutes])).toEqual([
      ['2026-03-15', 480],
      ['2026-03-16', 30],
    ]);
  });

  test('a period is over when it is over at every active site', async () => {
    const stage = await PayrollStage.open(db.sql, { timeZone: 'Pacific/Kiritimati' });
    const [row] = await db.sql`select private.company_today(${stage.companyId})::text as today`;
    const yesterday = new Date(Date.parse(String(row?.['today'])) - 86_400_000)
      .toISOString()
      .slice(0, 10);
    const lock = () =>
      hint(as(db.sql, stage.owner, (tx) => tx`select lock_pay_period(${yesterday}, ${yesterday})`));
    // Kiritimati is 25 hours ahead of Pago Pago: there its yesterday is always still going on.
    const site = await stage.project('Harbor', 'Pacific/Pago_Pago');
    expect(await lock()).toBe('period_not_over');
    await db.sql`update projects set status = 'completed' where id = ${site}`;
    expect(await lock()).toBe('accepted');
  });

  test('a zone in a rule is refused where it is not that of the work, and never stored', async () => {
    const stage = await PayrollStage.open(db.sql);
    const site = await stage.project('Sacramento', PACIFIC);
    const set = (tz: string, project?: string) =>
      hint(stage.policy('CA', { tz }, project ? { project } : {}));
    expect(await set('America/New_York')).toBe('overtime_rule_zone');
    expect(await set('America/Denver', site)).toBe('overtime_rule_zone');
    expect(await set(PACIFIC, site)).toBe('accepted');
    expect(await set('America/Denver')).toBe('accepted');
    const stored =
      await db.sql`select policy ->> 'tz' as tz from overtime_policies where company_id = ${stage.companyId}`;
    expect(stored.map((row) => row['tz'])).toEqual([null, null]);
  });
});

describe('of several rules', () => {
  test('person and project wins over person, person over project, project over company', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
    const site = await stage.project('Sacramento');
    const worker = await stage.worker(28);
    for (const day of ['09', '10', '11', '12', '13'])
      await stage.work(worker, `2026-03-${day} 07:00`, `2026-03-${day} 17:00`, { project: site });
    const earned = async () => (await stage.only()).total_earnings;
    expect(await earned()).toBe('1540.00'); // 40 and 10 at 1.5
    await stage.policy('CA', undefined, { project: site });
    expect(await earned()).toBe('1680.00'); // and five meals missed
    await stage.policy('NONE', undefined, { employee: worker });
    expect(await earned()).toBe('1400.00'); // exempt
    await stage.policy('AK', undefined, { employee: worker, project: site });
    expect(await earned()).toBe('1540.00'); // 8 hours a day on this project
    const [explained] = await as(
      db.sql,
      stage.owner,
      (tx) =>
        tx`select distinct policy_preset from payroll_explanation(${worker}, '2026-03-09', '2026-03-15')`,
    );
    expect(explained).toEqual({ policy_preset: 'AK' });
  });

  test.each([
    // BR-10: half an hour in Colorado, eight in California without a meal: California's day, and its meal.
    ['Colorado', 'California', 1],
    ['California', 'Colorado', 0],
  ])(
    'half an hour in %s, eight in %s: one rule for overtime, meals and rests of the shift',
    async (first, second, premiums) => {
      const stage = await PayrollStage.open(db.sql, { policy: 'FLSA', timeZone: 'America/Denver' });
      const sites: Record<string, string> = {
        California: await stage.project('California'),
        Colorado: await stage.project('Colorado'),
      };
      await stage.policy('CA', { rest_premium: true }, { project: sites['California'] as string });
      await stage.policy('CO', undefined, { project: sites['Colorado'] as string });
      const worker = await stage.worker(22);
      await stage.work(worker, '2026-03-09 06:00', '2026-03-09 06:30', {
        project: sites[first] as string,
      });
      await stage.work(worker, '2026-03-09 06:30', '2026-03-09 14:30', {
        project: sites[second] as string,
      });
      const lines = await stage.lines();
      const count = (code: string) => lines.filter((line) => line.pay_code === code).length;
      expect([count('OT'), count('MEAL_PREM'), count('REST_PREM')]).toEqual([
        premiums,
        premiums,
        premiums,
      ]);
    },
  );

  test('BR-11: a missed meal is paid on the project and code where most of the shift was worked', async () => {
    const stage = await PayrollStage.open(db.sql, { policy: 'CA' });
    const [shop, site] = [await stage.project('Shop'), await stage.project('Site')];
    const code = await stage.code('03 30 00');
    const worker = await stage.worker(22);
    const work = (from: string, to: string, project: string) =>
      stage.work(worker, `2026-03-09 ${from}`, `2026-03-09 ${to}`, { project, code });
    await work('06:00', '08:00', shop);
    await work('08:00', '12:00', site);
    const premium = async () =>
      (await stage.lines())
        .filter((line) => line.pay_code === 'MEAL_PREM')
        .map((line) => [line.project_id, line.cost_code_id, line.total_cents]);
    expect(await premium()).toEqual([[site, code, 2200]]);
    await as(
      db.sql,
      stage.owner,
      (tx) => tx`select lock_pay_period('2026-03-09', '2026-03-15', true)`,
    );
    expect(await premium()).toEqual([[site, code, 2200]]);
    const owed = () =>
      as(
        db.sql,
        stage.owner,
        (tx) => tx`select * from payroll_adjustments_owed('2026-03-09', '2026-03-15')`,
      );
    expect(await owed()).toEqual([]);
    // Locked by an earlier version, on no project: nothing is owed for that.
    await db.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update payroll_lines set project_id = null, cost_code_id = null
        where company_id = ${stage.companyId} and pay_code = 'MEAL_PREM'`;
    });
    expect(await owed()).toEqual([]);
    expect(await premium()).toEqual([[null, null, 2200]]);
  });
});

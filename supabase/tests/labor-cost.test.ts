import { describe, expect, test } from 'vitest';
import { readWhileChanging } from './held-reader.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, makeCompany, openDatabase, type Person } from './world.ts';

const db = await openDatabase({ connections: 8 });

const report = (who: Person | 'anon', by: string, thenBy: string | null = null) =>
  as(
    db.sql,
    who,
    (
      tx,
    ) => tx`select label, then_label, minutes::int, straight_cents::int, premium_cents::int, other_cents::int,
      total_cents::int, unrated_minutes::int
      from labor_cost_report('2026-03-08', '2026-03-14', ${by}, ${thenBy})`,
  );

async function stage() {
  const open = await PayrollStage.open(db.sql);
  const worker = await open.worker();
  const code = await open.code('03 30 00');
  await open.rate(worker, '20.00');
  await open.rate(worker, '30.00', { code });
  // 44 hours: 34 at 20, 10 at 30, four of them over 40.
  for (const [day, end] of Object.entries({ '09': 18, '10': 18, '11': 16 })) {
    await open.work(worker, `2026-03-${day} 06:00`, `2026-03-${day} ${end}:00`);
  }
  await open.work(worker, '2026-03-12 06:00', '2026-03-12 16:00', { code });
  return open;
}

test('cost by cost code and by person is what payroll pays, to the cent', async () => {
  const open = await stage();
  const paid = (await open.lines()).reduce((sum, line) => sum + (line.total_cents ?? 0), 0);
  const byCode = await report(open.owner, 'cost_code');
  expect(byCode.map((row) => [row['label'], row['minutes']])).toEqual([
    ['03 30 00', 600],
    [null, 2040],
  ]);
  expect(byCode.reduce((sum, row) => sum + row['total_cents'], 0)).toBe(paid);
  expect(byCode.reduce((sum, row) => sum + row['straight_cents'], 0)).toBe(34 * 2000 + 10 * 3000);
  const [person] = await report(open.owner, 'employee');
  expect(person).toMatchObject({ minutes: 2640, total_cents: paid, unrated_minutes: 0 });
  expect(await report(open.owner, 'employee', 'day')).toHaveLength(4);
});

test('hours without a rate are told, not counted as free', async () => {
  const open = await PayrollStage.open(db.sql);
  const worker = await open.worker();
  await db.sql`delete from employee_rates where employee_id = ${worker}`;
  await open.work(worker, '2026-03-09 06:00', '2026-03-09 10:00');
  expect(await report(open.owner, 'project')).toMatchObject([
    { minutes: 240, total_cents: 0, unrated_minutes: 240 },
  ]);
});

test('it is for managers of the company alone', async () => {
  const open = await stage();
  const foreman = await hire(db.sql, open.owner, 'foreman');
  const them = await makeCompany(db.sql);
  await expect(report(foreman, 'project')).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(report('anon', 'project')).rejects.toMatchObject({ code: '42501' });
  expect(await report(them.owner, 'employee')).toEqual([]);
  await expect(report(open.owner, 'equipment')).rejects.toMatchObject({
    hint: 'unknown_cost_grouping',
  });
});

describe('a budget report is never outdated', () => {
  /** Two people on a project for three weeks with two codes, a budget, all pay kept. */
  async function budgeted() {
    const open = await PayrollStage.open(db.sql);
    const [ana, ben] = [await open.worker(20), await open.worker(30)];
    const [project, elsewhere] = [await open.project(), await open.project()];
    const [walls, roof] = [await open.code('Walls'), await open.code('Roof')];
    for (const monday of ['2026-03-02', '2026-03-09', '2026-03-16'])
      for (const [worker, code] of [
        [ana, walls],
        [ben, roof],
      ] as const)
        await open.days(worker, ['9', '9', '9', '9', '9'], { monday, project, code });
    const [budget] = await db.sql`insert into budgets (company_id, project_id, status)
      values (${open.companyId}, ${project}, 'approved') returning id`;
    await db.sql`insert into budget_lines (company_id, budget_id, cost_code_id, hours, quantity, labor_amount)
      values (${open.companyId}, ${budget?.['id']}, ${walls}, 100, 50, 2000)`;
    const [entry] = await db.sql`select id from time_entries
      where company_id = ${open.companyId} and employee_id = ${ana} and work_date = '2026-03-10'`;
    const read = async () =>
      JSON.stringify(
        await as(db.sql, open.owner, (tx) => tx`select * from budget_report(${project})`),
      );
    /** The report, after comparing it with one for which nothing was kept. */
    const report = async () => {
      const shown = await read();
      await db.sql`delete from private.pay_lines where company_id = ${open.companyId}`;
      await db.sql`delete from private.pay_weeks where company_id = ${open.companyId}`;
      expect(shown).toBe(await read());
      return shown;
    };
    const amounts = async () =>
      (JSON.parse(await report()) as { code: string; actual_amount: string }[]).map(
        ({ code, actual_amount }) => [code, Number(actual_amount)],
      );
    await report();
    const id = entry?.['id'] as string;
    return { open, ana, ben, project, elsewhere, walls, roof, id, read, report, amounts };
  }

  test('whatever it rests on, a change shows at once', async () => {
    const { open, ana, ben, project, elsewhere, walls, roof, id, report } = await budgeted();
    const company = open.companyId;
    const changes: Record<string, () => PromiseLike<unknown>> = {
      entry: () =>
        db.sql`update time_entries set clock_out = clock_out + interval '1 hour' where id = ${id}`,
      'entry elsewhere, same week': () =>
        open.work(ana, '2026-03-09 16:00', '2026-03-09 19:00', { project: elsewhere }),
      break: () =>
        open.pause(id, open.instant('2026-03-10 09:00'), open.instant('2026-03-10 09:40')),
      rate: () => open.rate(ben, 41, { from: '2026-03-12' }),
      'rate of the job': () => open.rate(ana, 25, { project, from: '2026-03-03' }),
      policy: () => open.policy('FLSA', { weekly_after: 1800 }, { from: '2026-03-16' }),
      burden: () => db.sql`insert into burden_rates (company_id, percent, effective_from)
        values (${company}, 12.5, '2026-03-11')`,
      'burden of a trade': () => db.sql`insert into burden_rates (company_id, trade, percent)
        values (${company}, 'Carpenter', 30)`,
      trade: () => db.sql`update employees set job_title = 'roofer' where id = ${ben}`,
      'pay item': () =>
        db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents, project_id, cost_code_id)
        values (${company}, ${ben}, '2026-03-05', 'BONUS_ND', 5000, ${project}, ${walls})`,
      'budget line': () => db.sql`with made as (
          insert into budgets (company_id, project_id, status) values (${company}, ${project}, 'approved') returning id)
        insert into budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount)
        select ${company}, id, ${walls}, 120, 2400 from made`,
      quantity: () =>
        db.sql`insert into quantities (company_id, project_id, cost_code_id, work_date, quantity)
        values (${company}, ${project}, ${walls}, '2026-03-06', 5)`,
      'start of the week': () => db.sql`update companies set week_start = 3 where id = ${company}`,
      'code of an entry': () =>
        db.sql`update time_entries set cost_code_id = ${roof} where id = ${id}`,
      'project of an entry': () =>
        db.sql`update time_entries set project_id = ${elsewhere} where id = ${id}`,
      'deleted entry': () =>
        db.sql`delete from time_entries where employee_id = ${ben} and work_date = '2026-03-17'`,
      'a person more': () =>
        open
          .worker(50)
          .then((cal) =>
            open.work(cal, '2026-03-04 06:00', '2026-03-04 10:00', { project, code: roof }),
          ),
    };
    await db.sql`update employees set job_title = 'carpenter' where id = ${ben}`;
    let before = await report();
    for (const [what, change] of Object.entries(changes)) {
      await change();
      const after = await report();
      expect(after, what).not.toBe(before);
      before = after;
    }
  });

  test('what was frozen stays, what was not goes on', async () => {
    const { open, ben, amounts } = await budgeted();
    const paid = await amounts();
    await as(db.sql, open.owner, (tx) => tx`select lock_pay_period('2026-03-02', '2026-03-11')`);
    expect(await amounts()).toEqual(paid);
    await open.rate(ben, 60, { from: '2026-03-01' });
    const [roof, walls] = await amounts();
    expect(walls).toEqual(paid[1]);
    expect(roof?.[1]).toBeGreaterThan(paid[0]?.[1] as number);
    expect(roof?.[1]).toBeLessThan(2 * (paid[0]?.[1] as number));
  });

  test('work that left the project while somebody filled is not counted, nor kept by who only reads', async () => {
    const { open, ben, project, elsewhere, walls, read, amounts } = await budgeted();
    const [roof] = await amounts();
    // The filler holds the lock, so the lines of what moves cannot be deleted.
    await db.sql.begin(async (filler) => {
      await filler`select private.pay_lock(${open.companyId}, true)`;
      await db.sql`update time_entries set project_id = ${elsewhere}
        where employee_id = ${ben} and work_date between '2026-03-09' and '2026-03-15'`;
      const left = JSON.parse(await read()) as { code: string; actual_amount: string }[];
      expect(Number(left.find((row) => row.code === 'Roof')?.actual_amount)).toBe(
        ((roof?.[1] as number) * 2) / 3,
      );
    });
    expect(await amounts()).toEqual([
      ['Roof', ((roof?.[1] as number) * 2) / 3],
      ['Walls', expect.any(Number)],
    ]);
    await db.sql`update time_entries set cost_code_id = ${walls} where employee_id = ${ben} and project_id = ${project}`;
    const [alone] = await db.sql.begin('read only', async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: open.owner.userId, role: 'authenticated' })}, true)`;
      return tx`select code from budget_report(${project})`;
    });
    expect(alone).toEqual({ code: 'Walls' });
  });

  test('a change between looking for pay and reading it loses nobody', async () => {
    const { open, project, id, read } = await budgeted();
    await read();
    const [before, after] = await readWhileChanging(
      db,
      'select sum(amount) as value from private.labor_cost($1, $2)',
      [open.companyId, project],
      (writer) =>
        writer`update time_entries set clock_out = clock_out + interval '1 hour' where id = ${id}`,
    );
    // As of the moment it began to look: all of it.
    expect(after).toBe(before);
    const [later] =
      await db.sql`select sum(amount)::float8 as value from private.labor_cost(${open.companyId}, ${project})`;
    expect(later?.['value']).toBe(before + 30);
  });

  test('readers and writers at once leave nothing outdated behind', async () => {
    const { open, ben, project, elsewhere, id, read, report } = await budgeted();
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        read(),
        db.sql`update time_entries set clock_out = clock_in + make_interval(mins => ${300 + round * 17}) where id = ${id}`,
        read(),
        db.sql`update time_entries set project_id = ${round % 2 ? project : elsewhere}
          where employee_id = ${ben} and work_date between '2026-03-09' and '2026-03-15'`,
        read(),
        db.sql`update employee_rates set hourly_rate = ${31 + round} where employee_id = ${ben}`,
        open.lines(),
      ]);
      await report();
    }
  });

  test('weeks are computed for those who worked on the project in them', async () => {
    const { open, ana, project, elsewhere, roof, read, report } = await budgeted();
    const cal = await open.worker(25);
    await open.work(cal, '2026-03-03 06:00', '2026-03-03 09:00', { project, code: roof });
    await db.sql`select private.cache_past_pay('1 minute')`;
    for (const worker of [ana, cal])
      await open.work(worker, '2026-03-17 16:00', '2026-03-17 17:00', { project: elsewhere });
    await read();
    const missing = await db.sql`select employee_id, week::text
      from private.pay_weeks_missing(${open.companyId}, '2026-03-02', '2026-03-16', null)`;
    expect(missing).toEqual([{ employee_id: cal, week: '2026-03-16' }]);
    await report();
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { AccountingStage } from './accounting-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const db = await openDatabase();
let stage: AccountingStage;
beforeEach(async () => {
  stage = new AccountingStage(db.sql, await makeCompany(db.sql));
});

const time = (rows: readonly { content: { hours: number; minutes: number } | null }[]) =>
  rows.map(({ content }) => content && [content.hours, content.minutes]);

describe('Hours become activities', () => {
  test('C-1: 7.75 hours are 7 hours and 45 minutes', async () => {
    await (await stage.connect()).mapAll();
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T18:45:00Z');
    await stage.approve('2026-10-05');
    const [taken, ...more] = await stage.take();
    expect(more).toEqual([]);
    expect(taken).toMatchObject({
      action: 'create',
      attempt: 1,
      external_id: null,
      content: {
        work_date: '2026-10-05',
        person: { kind: 'employee', external_id: 'employee-Emp' },
        customer: { external_id: 'customer-Harbor' },
        item: { external_id: 'item-Carpentry' },
        project: null,
        class: null,
        payroll_item: null,
        hours: 7,
        minutes: 45,
        billable: false,
      },
    });
    expect(taken?.content?.description).toBe(
      `Harbor Point · 06 10 00 Rough carpentry [CL:${taken?.activity_id.slice(0, 8)}]`,
    );
  });

  test('C-2: added up first, then rounded half up to the minute', async () => {
    await (await stage.connect()).mapAll();
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T18:37:30Z');
    await stage.approve('2026-10-05');
    expect(time(await stage.take())).toEqual([[7, 38]]);
    await stage.work('2026-10-06T09:00:00Z', '2026-10-06T16:37:30Z');
    await stage.work('2026-10-06T17:00:00Z', '2026-10-07T00:37:30Z');
    await stage.approve('2026-10-06');
    const [, second] = await stage.take();
    expect(second?.content).toMatchObject({ hours: 15, minutes: 15, seconds: 54_900 });
  });

  test('C-3: more than 24 hours on a day are a problem and not sent', async () => {
    await (await stage.connect('quickbooks_online', '2026-10-25')).mapAll();
    // The day on which the clocks go back has 25 hours.
    await stage.work('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z');
    await stage.approve('2026-11-01', '2026-11-02');
    expect(await stage.take()).toEqual([]);
    expect(await stage.days()).toMatchObject([
      {
        work_date: '2026-11-01',
        state: 'problem',
        seconds: 90_000,
        problems: [{ code: 'over_24_hours' }],
      },
    ]);
  });

  test('C-4: a night on which the clocks go back counts what passed', async () => {
    await (await stage.connect('quickbooks_online', '2026-10-25')).mapAll();
    // 00:30 to 02:30 in New York.
    await stage.work('2026-11-01T04:30:00Z', '2026-11-01T07:30:00Z');
    await stage.approve('2026-11-01');
    const [taken] = await stage.take();
    expect(taken?.content).toMatchObject({ work_date: '2026-11-01', hours: 3, minutes: 0 });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { AccountingStage, type Taken } from './accounting-stage.ts';
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

describe('Nothing of a day is sent unless all of it can be', () => {
  test('what is not matched is listed with its reason; matching sends it', async () => {
    await stage.connect();
    await stage.read('employee', ['Emp', 'Col']);
    await stage.read('customer', ['Harbor']);
    await stage.read('item', ['Carpentry', 'Other']);
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T15:00:00Z');
    await stage.work('2026-10-05T16:00:00Z', '2026-10-05T18:00:00Z', {});
    await stage.approve('2026-10-05');
    const [day] = await stage.days();
    expect(day).toMatchObject({ state: 'problem', seconds: 6 * 3600 });
    expect(day?.['problems'].map(({ code }: { code: string }) => code).toSorted()).toEqual([
      'item_unmapped',
      'item_unmapped',
      'person_unmapped',
      'project_unmapped',
    ]);
    await stage.mapAll();
    await stage.read('item', ['Carpentry', 'Other']);
    // Time without a cost code still has no item: the other four hours are not sent either.
    expect(await stage.take()).toEqual([]);
    const [before] =
      await db.sql`select * from accounting_connections where id = ${stage.connection}`;
    await stage.act(
      stage.us.manager,
      (tx) => tx`select save_changes('accounting_connections', ${tx.json({ id: stage.connection })},
        ${tx.json({ settings: { default_item_id: stage.records.get('Other') } } as never)}, ${tx.json({ settings: before?.['settings'] } as never)})`,
    );
    expect(time(await stage.take())).toEqual(
      expect.arrayContaining([
        [4, 0],
        [2, 0],
      ]),
    );
  });

  test('running and unapproved time waits; time before the first day is left alone', async () => {
    await (await stage.connect('quickbooks_online', '2026-10-05')).mapAll();
    await stage.work('2026-10-02T11:00:00Z', '2026-10-02T15:00:00Z');
    await stage.approve('2026-10-02');
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T15:00:00Z');
    await stage.work(new Date(Date.now() - 3_600_000).toISOString(), null);
    expect(await stage.take()).toEqual([]);
    expect(await stage.days()).toMatchObject([
      { work_date: '2026-10-05', state: 'waiting', problems: [{ code: 'unapproved' }] },
      { state: 'waiting', problems: [{ code: 'running' }] },
    ]);
  });

  test('projects of one customer are one activity; a shift over midnight is two days', async () => {
    await (await stage.connect()).mapAll();
    const [second] = await stage.act(
      stage.us.owner,
      (tx) => tx`insert into projects (name) values ('Harbor Annex') returning id`,
    );
    await stage.map([
      { target: 'customer', project_id: second?.['id'], record_id: stage.records.get('Harbor') },
    ]);
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T12:00:20Z');
    await stage.work('2026-10-05T13:00:00Z', '2026-10-05T14:00:20Z', {
      project_id: second?.['id'],
      cost_code_id: stage.us.costCode,
    });
    // 22:00 to 02:00 in New York.
    await stage.work('2026-10-07T02:00:00Z', '2026-10-07T06:00:00Z');
    await stage.approve('2026-10-05', '2026-10-06');
    const taken = await stage.take();
    expect(taken.map(({ content }) => [content?.work_date, content?.seconds])).toEqual([
      ['2026-10-05', 7240],
      ['2026-10-06', 7200],
      ['2026-10-07', 7200],
    ]);
    const [first] = await stage.activities();
    expect(first?.['entry_ids']).toHaveLength(2);
  });

  test('a sub-phase is the customer of its project until it has one of its own', async () => {
    await (await stage.connect()).mapAll();
    const part = async (name: string, parent: string) => {
      const [made] = await stage.act(
        stage.us.owner,
        (tx) => tx`insert into projects (name, parent_id) values (${name}, ${parent}) returning id`,
      );
      return made?.['id'] as string;
    };
    const phase = await part('Level 2', stage.us.project);
    const below = await part('Framing', phase);
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T12:00:00Z', {
      project_id: below,
      cost_code_id: stage.us.costCode,
    });
    await stage.approve('2026-10-05');
    const customers = (taken: readonly Taken[]) =>
      taken.map(({ action, content }) => [action, content?.customer?.external_id]);
    expect(customers(await stage.sendAll())).toEqual([['create', 'customer-Harbor']]);
    await stage.read('customer', ['Harbor', 'Harbor Level 2']);
    const record = stage.records.get('Harbor Level 2');
    await stage.map([{ target: 'customer', project_id: phase, record_id: record }]);
    expect(customers(await stage.sendAll())).toEqual([
      ['delete', undefined],
      ['create', 'customer-Harbor Level 2'],
    ]);
  });
});

describe('What was sent follows', () => {
  const sent = async () => {
    await (await stage.connect()).mapAll();
    const id = await stage.work('2026-10-05T11:00:00Z', '2026-10-05T15:00:00Z');
    await stage.approve('2026-10-05');
    const [taken] = await stage.sendAll();
    if (!taken) throw new Error('Nothing was sent');
    return { id, taken };
  };
  const state = async () => (await stage.activities()).map((row) => row['state']);

  test('a correction becomes an update of the same activity', async () => {
    const { id, taken } = await sent();
    expect(await stage.take()).toEqual([]);
    await stage.unapprove('2026-10-05');
    expect(await state()).toEqual(['deleting']);
    // Within the hour nothing goes.
    expect(await stage.take()).toEqual([]);
    await stage.act(
      stage.us.manager,
      (tx) => tx`update time_entries set clock_out = '2026-10-05T16:30:00Z' where id = ${id}`,
    );
    await stage.approve('2026-10-05');
    const [update] = await stage.take();
    expect(update).toMatchObject({
      activity_id: taken.activity_id,
      action: 'update',
      external_id: `x-${taken.request_id}`,
      sync_token: '0',
      content: { hours: 5, minutes: 30 },
      sent_content: { hours: 4, minutes: 0 },
    });
    expect(update?.request_id).not.toBe(taken.request_id);
  });

  test('approved again unchanged sends nothing', async () => {
    await sent();
    await stage.unapprove('2026-10-05');
    expect(await state()).toEqual(['deleting']);
    await stage.approve('2026-10-05');
    expect(await state()).toEqual(['sent']);
    expect(await stage.take()).toEqual([]);
  });

  test('an approval taken back is deleted there after an hour, or with "send now"', async () => {
    const { taken } = await sent();
    await stage.unapprove('2026-10-05');
    await stage.compute();
    await stage.act(stage.us.manager, (tx) => tx`select send_accounting_now(${stage.connection})`);
    const [deletion] = await stage.take();
    expect(deletion).toMatchObject({
      action: 'delete',
      activity_id: taken.activity_id,
      content: null,
      sync_token: '0',
    });
    if (deletion) expect(await stage.note(deletion, { kind: 'deleted' })).toBe('deleted');
    // Approved once more it is made anew.
    await stage.approve('2026-10-05');
    expect(await stage.take()).toMatchObject([{ action: 'create', external_id: null }]);
  });

  test('time that is deleted is deleted there at once', async () => {
    const { id } = await sent();
    await stage.unapprove('2026-10-05');
    await stage.act(stage.us.manager, (tx) => tx`delete from time_entries where id = ${id}`);
    expect(await stage.take()).toMatchObject([{ action: 'delete' }]);
  });

  test('time added later waits, and what was sent stays', async () => {
    await sent();
    await stage.work('2026-10-05T17:00:00Z', '2026-10-05T18:00:00Z');
    expect(await stage.take()).toEqual([]);
    expect(await state()).toEqual(['sent']);
    expect(await stage.days()).toMatchObject([
      { state: 'waiting', problems: [{ code: 'unapproved' }] },
    ]);
    await stage.approve('2026-10-05');
    expect(await stage.take()).toMatchObject([{ action: 'update', content: { hours: 5 } }]);
  });

  test('another person there: the old activity goes before the new one comes', async () => {
    await sent();
    await stage.read('employee', ['Emp', 'Col', 'Third']);
    await stage.map([
      {
        target: 'person',
        employee_id: stage.us.employee.employeeId,
        record_id: stage.records.get('Third'),
      },
    ]);
    expect((await stage.take()).map(({ action }) => action)).toEqual(['delete', 'create']);
  });

  test('a record that is inactive there stops the day and leaves what was sent', async () => {
    await sent();
    await stage.read('item', []);
    expect(await stage.days()).toMatchObject([
      { state: 'problem', problems: [{ code: 'record_inactive' }] },
    ]);
    expect(await state()).toEqual(['sent']);
  });
});

describe('Exactly once', () => {
  const ready = async () => {
    await (await stage.connect()).mapAll();
    await stage.work('2026-10-05T11:00:00Z', '2026-10-05T15:00:00Z');
    await stage.approve('2026-10-05');
  };

  test('what was taken and not noted comes again as it was, and the change after it', async () => {
    await ready();
    const [first] = await stage.take();
    await stage.unapprove('2026-10-05');
    await db.sql`update time_entries set clock_out = '2026-10-05T17:00:00Z' where company_id = ${stage.us.id}`;
    await stage.approve('2026-10-05');
    const [again] = await stage.take();
    expect(again).toEqual({ ...first, attempt: 2, unanswered: true });
    if (!again) return;
    expect(await stage.note(again, { kind: 'sent', external_id: '77', sync_token: '0' })).toBe(
      'changed',
    );
    // An answer that comes twice changes nothing.
    await stage.note(again, { kind: 'refused', code: 'late' });
    expect(await stage.take()).toMatchObject([
      { action: 'update', external_id: '77', content: { hours: 6 } },
    ]);
  });

  test('a retry keeps its request id, and waits', async () => {
    await ready();
    const [taken] = await stage.take();
    if (!taken) throw new Error('Nothing taken');
    expect(await stage.note(taken, { kind: 'retry', after_seconds: 60, code: '429' })).toBe(
      'sending',
    );
    expect(await stage.take()).toEqual([]);
    await db.sql`update accounting_activities set next_attempt_at = now() where id = ${taken.activity_id}`;
    expect(await stage.take()).toMatchObject([{ request_id: taken.request_id, attempt: 2 }]);
  });

  test('what is refused waits for a change or for somebody who tries again', async () => {
    await ready();
    const [taken] = await stage.take();
    if (!taken) throw new Error('Nothing taken');
    expect(await stage.note(taken, { kind: 'refused', code: '6190', detail: 'expired' })).toBe(
      'problem',
    );
    expect(await stage.take()).toEqual([]);
    await stage.act(
      stage.us.manager,
      (tx) => tx`select retry_accounting_activity(${taken.activity_id})`,
    );
    const [again] = await stage.take();
    expect(again?.request_id).not.toBe(taken.request_id);
  });

  test('one server at a time: two ask at once, one gets it, and a dead one is replaced', async () => {
    await ready();
    await stage.tell({ release: true }, stage.lease);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [row] = await db.sql`select private.accounting_due() as due`;
        const due: { connection_id: string }[] = row?.['due'] ?? [];
        return due.filter(({ connection_id }) => connection_id === stage.connection).length;
      }),
    );
    expect(answers.reduce((sum, count) => sum + count, 0)).toBe(1);
    // The lease of before is not worth anything any more.
    await expect(stage.take()).rejects.toMatchObject({ hint: 'accounting_lease_ended' });
    await db.sql`update private.accounting_leases set leased_until = now() - interval '1 second' where connection_id = ${stage.connection}`;
    expect(await stage.due()).toBe(1);
    expect(await stage.take()).toHaveLength(1);
  });

  test('a pause takes the lease; resuming goes on', async () => {
    await ready();
    const set = (state: string) =>
      stage.act(
        stage.us.manager,
        (tx) => tx`select set_accounting_state(${stage.connection}, ${state})`,
      );
    await set('paused');
    await expect(stage.take()).rejects.toMatchObject({ hint: 'accounting_lease_ended' });
    expect(await stage.due()).toBe(0);
    await set('connected');
    expect(await stage.due()).toBe(1);
    expect(await stage.take()).toHaveLength(1);
  });

  test('"send now" does not wait for the next try, except where the other side asked to wait', async () => {
    await stage.connect();
    const send = () =>
      stage.act(stage.us.manager, (tx) => tx`select send_accounting_now(${stage.connection})`);
    for (const [problem, connections] of [
      ['wrong_keys', 1],
      ['too_many', 0],
    ] as const) {
      await stage.due();
      await stage.tell({ problem, wait_seconds: 3600, release: true }, stage.lease);
      await send();
      expect(await stage.due(), problem).toBe(connections);
      await db.sql`update private.accounting_leases set leased_until = null, lease = null, rests_until = null where connection_id = ${stage.connection}`;
    }
  });

  test('of two refreshed tokens the first is stored', async () => {
    await stage.connect();
    const swap = async (before: string | null, after: string | null) => {
      const [row] =
        await db.sql`select private.accounting_swap_secret(${stage.connection}, ${before}, ${after}) as ok`;
      return row?.['ok'];
    };
    expect(await Promise.all([swap('sealed-1', 'a'), swap('sealed-1', 'b')])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await swap('sealed-1', 'c')).toBe(false);
    expect(await swap(null, 'd')).toBe(false);
  });
});

describe('Conflicts are decided by people', () => {
  const conflict = async (reason: string, theirs: object | null) => {
    await (await stage.connect()).mapAll();
    const entry = await stage.work('2026-10-05T11:00:00Z', '2026-10-05T15:00:00Z');
    await stage.approve('2026-10-05');
    if (reason !== 'exists') await stage.sendAll();
    await stage.unapprove('2026-10-05');
    await db.sql`update time_entries set clock_out = '2026-10-05T16:00:00Z' where id = ${entry}`;
    await stage.approve('2026-10-05');
    const [taken] = await stage.take();
    if (!taken) throw new Error('Nothing taken');
    expect(await stage.note(taken, { kind: 'conflict', reason, theirs })).toBe('conflict');
    expect(await stage.take()).toEqual([]);
    return taken;
  };
  const decide = async (id: string, decision: string) => {
    const [row] = await stage.act(
      stage.us.manager,
      (tx) => tx`select (decide_accounting_conflict(${id}, ${decision})).state`,
    );
    return row?.['state'];
  };
  const theirs = (hours: number) => ({
    external_id: '55',
    sync_token: '3',
    content: { work_date: '2026-10-05', hours, minutes: 0 },
  });

  test('edited: theirs stays until our time changes again, and then it is asked again', async () => {
    const taken = await conflict('edited', theirs(3));
    expect(await decide(taken.activity_id, 'keep_theirs')).toBe('kept');
    expect(await stage.take()).toEqual([]);
    await stage.unapprove('2026-10-05');
    await db.sql`update time_entries set clock_out = '2026-10-05T17:00:00Z' where company_id = ${stage.us.id}`;
    await stage.approve('2026-10-05');
    // With the token of before: it is refused there, never written over theirs.
    expect(await stage.take()).toMatchObject([{ action: 'update', sync_token: '0' }]);
  });

  test('edited: ours is sent with their token, based on theirs', async () => {
    const taken = await conflict('edited', theirs(3));
    expect(await decide(taken.activity_id, 'send_ours')).toBe('changed');
    expect(await stage.take()).toMatchObject([
      { action: 'update', external_id: '55', sync_token: '3', sent_content: { hours: 3 } },
    ]);
  });

  test('billed: stays as it is', async () => {
    const taken = await conflict('billed', theirs(4));
    await expect(decide(taken.activity_id, 'send_ours')).rejects.toMatchObject({
      hint: 'accounting_decision_impossible',
    });
    expect(await decide(taken.activity_id, 'keep_theirs')).toBe('kept');
  });

  test('gone: made again, or left', async () => {
    const taken = await conflict('gone', null);
    expect(await decide(taken.activity_id, 'send_ours')).toBe('new');
    expect(await stage.take()).toMatchObject([{ action: 'create', external_id: null }]);
  });

  test('entered there by hand: the same becomes ours, or is sent beside it', async () => {
    const taken = await conflict('exists', {
      ...theirs(5),
      content: {
        work_date: '2026-10-05',
        hours: 5,
        minutes: 0,
        person: { external_id: 'employee-Emp' },
        customer: { external_id: 'customer-Harbor' },
        item: { external_id: 'item-Carpentry' },
      },
    });
    expect(taken.may_exist).toBe(true);
    expect(await decide(taken.activity_id, 'link')).toBe('sent');
    const [row] = await stage.activities();
    expect(row).toMatchObject({ external_id: '55', sync_token: '3', state: 'sent' });
    expect(await stage.take()).toEqual([]);
  });
});

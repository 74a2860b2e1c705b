import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { OfflineStage, ZONE } from './offline-stage.ts';
import { as, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

beforeAll(async () => {
  await db.sql`update companies set time_zone = ${ZONE}, late_punch_hours = 120 where id = ${us.id}`;
});

const stage = () => OfflineStage.make(db.sql, us);

/** An approval of the stage's day, given at that time. */
async function approve(on: OfflineStage, at: string): Promise<void> {
  await db.sql.begin(async (tx) => {
    await tx`alter table approvals disable trigger user`;
    await tx`insert into approvals (company_id, employee_id, work_date, approved_at)
      values (${us.id}, ${on.worker.employeeId}, (${on.at('12:00')}::timestamptz at time zone ${ZONE})::date, ${on.at(at)})`;
    await tx`alter table approvals enable trigger user`;
  });
}

/** Locks the stage's day while the story runs. */
async function whileLocked(on: OfflineStage, story: () => Promise<void>): Promise<void> {
  const [period] =
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
    select ${us.id}, day, day, 'locked', now() from (select (${on.at('12:00')}::timestamptz at time zone ${ZONE})::date as day) d returning id`;
  try {
    await story();
  } finally {
    await db.sql`delete from pay_periods where id = ${period?.['id']}`;
  }
}

const resolve = (who: Person, id: string, action: string, reason: string | null = null) =>
  as(db.sql, who, (tx) => tx`select * from resolve_held_event(${id}, ${action}, ${reason})`).then(
    ([row]) => row,
  );

describe('vectors', () => {
  test('OF-1 a whole day', async () => {
    const on = await stage();
    expect(
      await on.send([
        'A1 in 7:00 P e1',
        'A2 break 12:00',
        'A3 end 12:30',
        'A4 switch 13:00 Q e2',
        'A5 out 15:30',
      ]),
    ).toEqual(Array(5).fill('applied'));
    expect(await on.entries()).toEqual(['e1 P 7:00-13:00 (0:30)', 'e2 Q 13:00-15:30']);
    expect(await on.held()).toEqual([]);
  });

  test('OF-1 event by event, and in any order within the batch', async () => {
    const texts = [
      'A1 in 7:00 P e1',
      'A2 break 12:00',
      'A3 end 12:30',
      'A4 switch 13:00 Q e2',
      'A5 out 15:30',
    ];
    const single = await stage();
    for (const text of texts) expect(await single.send([text])).toEqual(['applied']);
    const shuffled = await stage();
    expect(await shuffled.send(texts.toReversed())).toEqual(Array(5).fill('applied'));
    for (const on of [single, shuffled]) {
      expect(await on.entries()).toEqual(['e1 P 7:00-13:00 (0:30)', 'e2 Q 13:00-15:30']);
    }
  });

  test('OF-2 the same event again', async () => {
    const on = await stage();
    expect(await on.send(['A1 in 7:00 P e1'])).toEqual(['applied']);
    expect(await on.send(['A1 in 7:00 P e1', 'A2 out 15:30 e1'])).toEqual(['repeated', 'applied']);
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30']);
  });

  test('OF-3 on the clock elsewhere', async () => {
    const on = await stage();
    await on.entry('s', '7:00', null);
    expect(await on.send(['B1 in 7:02 P e1', 'B2 out 15:30'])).toEqual(['held', 'held']);
    expect(await on.entries()).toEqual(['s P 7:00-']);
    expect(await on.heldReasons()).toEqual([
      'Overlaps 7:00 AM–now by manager Example.',
      'Waiting for the clock-in.',
    ]);
  });

  test('OF-4 three devices clock out', async () => {
    const on = await stage();
    await on.entry('s', '7:00', null);
    expect(await on.send(['A1 out 15:30 s'])).toEqual(['applied']);
    expect(await on.send(['B1 out 15:31'])).toEqual(['repeated']);
    expect(await on.send(['C1 out 15:40 s'])).toEqual(['held']);
    expect(await on.entries()).toEqual(['s P 7:00-15:30']);
    expect(await on.heldReasons()).toEqual(['Already clocked out at 3:30 PM.']);
  });

  test('OF-5 the foreman entered it', async () => {
    const on = await stage();
    await on.entry('f', '7:00', '15:30');
    expect(await on.send(['A1 in 6:58', 'A2 out 15:31'])).toEqual(['held', 'held']);
    expect(await on.entries()).toEqual(['f P 7:00-15:30']);
  });

  test('OF-6 before what the foreman entered', async () => {
    const on = await stage();
    await on.entry('f', '7:00', '15:30');
    expect(await on.send(['A1 in 5:30 P e1', 'A2 out 7:00'])).toEqual(['applied', 'applied']);
    expect(await on.entries()).toEqual(['e1 P 5:30-7:00', 'f P 7:00-15:30']);
  });

  test('OF-7 a closed pay period', async () => {
    const on = await stage();
    await whileLocked(on, async () => {
      expect(await on.send(['A1 in 7:00', 'A2 out 15:30'])).toEqual(['held', 'held']);
      expect(await on.heldReasons()).toEqual([
        'This pay period is closed.',
        'Waiting for the clock-in.',
      ]);
    });
    expect(await on.entries()).toEqual([]);
  });

  test('OF-8 an approved day: what is older is held, what is newer applies', async () => {
    const on = await stage();
    await on.entry('s', '7:00', '12:00');
    await approve(on, '17:00');
    expect(
      await on.send(['A1 in 12:30', 'A2 out 15:30', 'A3 in 18:00 P e2', 'A4 out 19:00']),
    ).toEqual(['held', 'held', 'applied', 'applied']);
    expect(await on.entries()).toEqual(['s P 7:00-12:00', 'e2 P 18:00-19:00']);
    expect((await on.heldReasons())[0]).toBe('This day was approved.');
  });

  test('OF-9 what ran when the day was approved can be stopped', async () => {
    const on = await stage();
    await on.entry('s', '7:00', null);
    await approve(on, '17:00');
    expect(await on.send(['A1 out 15:30 s'])).toEqual(['applied']);
    expect(await on.entries()).toEqual(['s P 7:00-15:30']);
  });

  test('OF-10 a switch to an archived project still stops the old entry', async () => {
    const on = await stage();
    await db.sql`update projects set archived_at = now() where id = ${on.project('Q')}`;
    expect(await on.send(['A1 in 7:00 P e1', 'A2 switch 10:00 Q e2', 'A3 out 15:30 e2'])).toEqual([
      'applied',
      'held',
      'held',
    ]);
    expect(await on.entries()).toEqual(['e1 P 7:00-10:00']);
    expect(await on.heldReasons()).toEqual([
      'Project closed. Pick another.',
      'Waiting for the clock-in.',
    ]);
    const apart = await stage();
    await db.sql`update projects set archived_at = now() where id = ${apart.project('Q')}`;
    for (const text of ['A1 in 7:00 P e1', 'A2 switch 10:00 Q e2', 'A3 out 15:30 e2'])
      await apart.send([text]);
    expect(await apart.entries()).toEqual(['e1 P 7:00-10:00']);
  });

  test('OF-11 a clock four minutes ahead is set right', async () => {
    const on = await stage();
    expect(await on.send(['A1 in 7:04 P e1', 'A2 out 15:34 e1'], -240_000)).toEqual([
      'applied',
      'applied',
    ]);
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30']);
  });

  test('OF-12 a clock an hour ahead is held', async () => {
    const on = await stage();
    expect(await on.send(['A1 in 8:00 P e1', 'A2 out 16:30 e1'], -3_600_000)).toEqual([
      'held',
      'held',
    ]);
    expect(await on.entries()).toEqual([]);
    expect((await on.heldReasons())[0]).toBe(
      "Your phone's clock was wrong. We think it was 7:00 AM.",
    );
  });

  test('OF-13 the clock-out arrives first', async () => {
    const on = await stage();
    expect(await on.send(['A2 out 15:30 e1'])).toEqual(['held']);
    expect(await on.send(['A1 in 7:00 P e1'])).toEqual(['applied']);
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30']);
    expect(await on.held()).toMatchObject([{ status: 'applied', resolved_by: null }]);
  });

  test('OF-14 a minute over 24 hours', async () => {
    const over = await stage();
    expect(await over.send(['A1 in Mon 7:00 P e1', 'A2 out Tue 7:01 e1'])).toEqual([
      'applied',
      'held',
    ]);
    expect(await over.entries()).toEqual(['e1 P 7:00-']);
    expect(await over.heldReasons()).toEqual(['Longer than 24 hours.']);
    const whole = await stage();
    expect(await whole.send(['A1 in Mon 7:00 P e1', 'A2 out Tue 7:00 e1'])).toEqual([
      'applied',
      'applied',
    ]);
    expect(await whole.entries()).toEqual(['e1 P 7:00-7:00']);
  });

  test('OF-15 the end makes an older clock-in fit', async () => {
    const on = await stage();
    await on.entry('s', 'Tue 7:00', null);
    expect(await on.send(['A1 in Mon 7:00 P e1'])).toEqual(['held']);
    expect(await on.send(['A2 out Mon 15:30 e1'])).toEqual(['applied']);
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30', 's P 7:00-']);
    expect(await on.held()).toMatchObject([{ status: 'applied' }]);
  });
});

describe('nothing is refused', () => {
  test('known events: held stays held with one row, discarded is repeated', async () => {
    const on = await stage();
    await on.entry('f', '7:00', '15:30');
    expect(await on.send(['A1 in 8:00'])).toEqual(['held']);
    expect(await on.send(['A1 in 8:00'])).toEqual(['held']);
    expect(await on.held()).toHaveLength(1);
    await resolve(us.manager, on.event('A1 in 8:00').id, 'discard', 'Entered by the foreman');
    expect(await on.send(['A1 in 8:00'])).toEqual(['repeated']);
    expect(await on.entries()).toEqual(['f P 7:00-15:30']);
  });

  test('an event that makes no sense is kept as it came', async () => {
    const on = await stage();
    const id = randomUUID();
    const broken = { id, device_id: 'A', sequence: 'x', kind: 'dance', happened_at: 'soon' };
    expect(await on.sendRaw([broken, on.event('A1 in 7:00 P e1')])).toMatchObject([
      { result: 'held' },
      { result: 'applied' },
    ]);
    expect((await on.held())[0]).toMatchObject({
      problem: 'unreadable',
      payload: broken,
      reason: 'Your manager has to look at this.',
    });
    const infinite = { ...on.event('A2 out 15:30 e1'), id: randomUUID(), happened_at: 'infinity' };
    expect(await on.sendRaw([infinite])).toMatchObject([{ result: 'held' }]);
  });

  test('started with signal, the answer lost, then sent as an event: one entry', async () => {
    const on = await stage();
    const event = { ...on.event('A1 in 7:00 P e1'), happened_at: new Date().toISOString() };
    await as(
      db.sql,
      on.worker,
      (tx) => tx`select clock_in(${us.project}, null, null, ${on.id('e1')})`,
    );
    expect(await on.sendRaw([event])).toMatchObject([
      { result: 'repeated', entry_id: on.id('e1') },
    ]);
    expect(await on.entries()).toHaveLength(1);
  });

  test('a clock that was changed in between is held', async () => {
    const on = await stage();
    expect(await on.send(['A1 in 7:00 P e1', 'A2 out 15:30 e1'])).toEqual(['applied', 'applied']);
    expect(await on.send(['A3 in 14:00'])).toEqual(['held']);
    const changed = { ...on.event('A4 in 18:00'), sent_offset_ms: 3_600_000 };
    expect(await on.sendRaw([changed])).toMatchObject([{ result: 'held' }]);
    const ahead = {
      ...on.event('A5 in 7:00'),
      happened_at: new Date(Date.now() + 600_000).toISOString(),
    };
    expect(await on.sendRaw([ahead])).toMatchObject([{ result: 'held' }]);
    expect((await on.held()).map(({ problem }) => problem)).toEqual(Array(3).fill('clock_wrong'));
  });

  test('a code that is gone and a team one is not on', async () => {
    const on = await stage();
    const gone = on.event('A1 in 7:00 P e1');
    const without = { ...gone, payload: { ...gone.payload, cost_code_id: randomUUID() } };
    expect(await on.sendRaw([without, on.event('A2 out 8:00 e1')])).toMatchObject([
      { result: 'held' },
      { result: 'held' },
    ]);
    await db.sql`insert into project_members (company_id, project_id, employee_id) values (${us.id}, ${on.project('Q')}, ${us.colleague.employeeId})`;
    expect(await on.send(['A3 in 9:00 Q e3'])).toEqual(['held']);
    expect(await on.heldReasons()).toEqual([
      'Cost code not in use here. Pick another.',
      'Waiting for the clock-in.',
      'Not on the team of this project. Pick another.',
    ]);
  });

  test('a note, and time typed by hand', async () => {
    const on = await stage();
    await on.send(['A1 in 7:00 P e1', 'A2 out 9:00 e1']);
    const entry = (sequence: number, payload: object) => ({
      id: randomUUID(),
      device_id: `A-${on.worker.employeeId}`,
      sequence,
      kind: 'entry',
      happened_at: on.at('16:00').toISOString(),
      offset_ms: 0,
      payload,
    });
    const typed = {
      entry_id: on.id('m'),
      project_id: us.project,
      clock_in: on.at('10:00'),
      clock_out: on.at('11:00'),
    };
    const overlapping = { ...typed, entry_id: randomUUID(), clock_in: on.at('8:30') };
    const results = await on.sendRaw([
      entry(3, { entry_id: on.id('e1'), notes: 'Formwork' }),
      entry(4, typed),
      entry(5, overlapping),
    ]);
    expect(results.map(({ result }) => result)).toEqual(['applied', 'applied', 'held']);
    expect(await on.entries()).toEqual(['e1 P 7:00-9:00', 'm P 10:00-11:00']);
    const [row] = await db.sql`select notes, source from time_entries where id = ${on.id('e1')}`;
    expect(row).toEqual({ notes: 'Formwork', source: 'timer' });
  });
});

/** Time typed by hand on the phone of the stage's worker. */
const typedOn = (on: OfflineStage, sequence: number, payload: object) => ({
  id: randomUUID(),
  device_id: `A-${on.worker.employeeId}`,
  sequence,
  kind: 'entry',
  happened_at: on.at('16:00').toISOString(),
  offset_ms: 0,
  payload,
});

describe('time typed by hand', () => {
  const hours = (on: OfflineStage) => ({
    entry_id: on.id('m'),
    project_id: us.project,
    clock_in: on.at('7:00'),
    clock_out: on.at('15:30'),
  });

  test('brings its breaks, once', async () => {
    const on = await stage();
    const breaks = [
      { started_at: on.at('12:00'), ended_at: on.at('12:30'), kind: 'meal', paid: false },
    ];
    const event = typedOn(on, 1, { ...hours(on), breaks, meal_waived: true });
    expect(await on.sendRaw([event])).toMatchObject([{ result: 'applied' }]);
    expect(await on.sendRaw([event])).toMatchObject([{ result: 'repeated' }]);
    expect(await on.entries()).toEqual(['m P 7:00-15:30 (0:30)']);
    const moved = [
      { started_at: on.at('11:00'), ended_at: on.at('11:45'), kind: 'meal', paid: false },
    ];
    const later = {
      ...typedOn(on, 2, { ...hours(on), notes: 'Moved', breaks: moved }),
      happened_at: new Date(),
    };
    expect(await on.sendRaw([later])).toMatchObject([{ result: 'applied' }]);
    expect(await on.entries()).toEqual(['m P 7:00-15:30 (0:45)']);
    const [row] = await db.sql`select meal_waived from time_entries where id = ${on.id('m')}`;
    expect(row).toEqual({ meal_waived: true });
  });

  test('an edit of what someone changed in the meantime is held', async () => {
    const on = await stage();
    await on.entry('m', '7:00', '15:00');
    const event = typedOn(on, 1, hours(on));
    expect(await on.sendRaw([event])).toMatchObject([
      { result: 'held', reason: 'Someone changed this entry in the meantime.' },
    ]);
    expect(await on.entries()).toEqual(['m P 7:00-15:00']);
    await resolve(us.manager, event.id, 'apply');
    expect(await on.entries()).toEqual(['m P 7:00-15:30']);
  });

  test('is held where the company does not let people add their time, or asks for a reason', async () => {
    const on = await stage();
    const allow = (rule: string | null) =>
      db.sql`update employees set own_time_add = ${rule} where id = ${on.worker.employeeId}`;
    await allow('not_allowed');
    const refused = typedOn(on, 1, hours(on));
    expect(await on.sendRaw([refused])).toMatchObject([
      { result: 'held', reason: 'Your company does not let you add your own time. Ask a manager.' },
    ]);
    await allow('with_reason');
    const silent = typedOn(on, 2, { ...hours(on), entry_id: randomUUID() });
    expect(await on.sendRaw([silent])).toMatchObject([{ result: 'held' }]);
    const said = typedOn(on, 3, { ...hours(on), entry_id: on.id('n'), reason: 'Forgot my phone' });
    expect(await on.sendRaw([said])).toMatchObject([{ result: 'applied' }]);
    const [event] =
      await db.sql`select reason from audit_events where entity_id = ${on.id('n')} and action = 'created'`;
    expect(event?.['reason']).toBe('Forgot my phone');
  });
});

describe('quantities', () => {
  /** A quantity of the stage's worker, sent as an event of their phone. */
  const entered = async (on: OfflineStage, payload: Record<string, unknown> = {}) => {
    const [code] =
      await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, ${randomUUID().slice(0, 8)}, 'Forms') returning id`;
    return {
      id: randomUUID(),
      device_id: on.event('A1 in 6:00 P e0').device_id,
      sequence: 1,
      kind: 'quantity',
      happened_at: on.at('11:00').toISOString(),
      offset_ms: 0,
      payload: {
        quantity_id: randomUUID(),
        project_id: on.project('P'),
        cost_code_id: code?.['id'],
        work_date: '2026-02-02',
        quantity: 40.5,
        area: 'Level 2',
        note: null,
        ...payload,
      },
    };
  };
  const send = (who: Person, event: object) =>
    as(db.sql, who, (tx) => tx`select * from sync_events(${tx.json([event])})`).then(
      ([row]) => row?.['result'],
    );
  const kept = (id: unknown) =>
    db.sql`select quantity::float, area, status, created_by, photo_id from quantities where id = ${id as string}`;

  test('is entered once, as its worker, whatever the phone’s clock says', async () => {
    const on = await stage();
    const photo_id = randomUUID();
    const event = { ...(await entered(on, { photo_id })), offset_ms: 7_200_000 };
    expect(await send(on.worker, event)).toBe('applied');
    expect(await send(on.worker, event)).toBe('repeated');
    expect(await send(on.worker, { ...event, id: randomUUID(), sequence: 2 })).toBe('repeated');
    expect(await kept(event.payload.quantity_id)).toEqual([
      {
        quantity: 40.5,
        area: 'Level 2',
        status: 'entered',
        created_by: on.worker.userId,
        photo_id,
      },
    ]);
    // Nor does it make a later punch look set back.
    expect(await on.send(['A5 in 7:00 P e1', 'A6 out 9:00'])).toEqual(['applied', 'applied']);
  });

  test('what is refused is held, and a manager decides', async () => {
    const on = await stage();
    const [closed] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Closed') returning id`;
    await db.sql`insert into project_members (company_id, project_id, employee_id)
      values (${us.id}, ${closed?.['id']}, ${us.colleague.employeeId})`;
    const foreign = await entered(on, { project_id: closed?.['id'] });
    expect(await send(on.worker, foreign)).toBe('held');
    expect(await kept(foreign.payload.quantity_id)).toEqual([]);
    await resolve(us.owner, foreign.id, 'apply');
    expect(await kept(foreign.payload.quantity_id)).toMatchObject([{ quantity: 40.5 }]);
    const below = await entered(on, { quantity: -5 });
    expect(await send(on.worker, below)).toBe('held');
    await expect(resolve(us.owner, below.id, 'adjust', 'No')).rejects.toMatchObject({
      hint: 'not_adjustable',
    });
    await resolve(us.owner, below.id, 'discard', 'Typed wrong');
    expect(await send(on.worker, below)).toBe('repeated');
  });

  test('nobody enters one for someone else, nor into another company', async () => {
    const on = await stage();
    const forOther = { ...(await entered(on)), employee_id: us.colleague.employeeId };
    expect(await send(on.worker, forOther)).toBe('held');
    const them = await makeCompany(db.sql);
    const elsewhere = await entered(on, { project_id: them.project });
    expect(await send(on.worker, elsewhere)).toBe('held');
    expect(await kept(elsewhere.payload.quantity_id)).toEqual([]);
  });
});

describe('who', () => {
  test('a foreman sends for the crew, nobody for strangers', async () => {
    const on = await stage();
    await db.sql`insert into project_members (company_id, project_id, employee_id) values
      (${us.id}, ${on.project('Q')}, ${us.foreman.employeeId}), (${us.id}, ${on.project('Q')}, ${on.worker.employeeId})`;
    const forWorker = (text: string) => ({ ...on.event(text), employee_id: on.worker.employeeId });
    expect(
      await on.sendRaw([forWorker('F1 in 7:00 Q e1'), forWorker('F2 out 9:00 e1')], us.foreman),
    ).toMatchObject([{ result: 'applied' }, { result: 'applied' }]);
    const [row] =
      await db.sql`select source, created_by from time_entries where id = ${on.id('e1')}`;
    expect(row).toEqual({ source: 'crew', created_by: us.foreman.userId });
    expect(await on.sendRaw([forWorker('X1 in 10:00 P e2')], us.colleague)).toMatchObject([
      { result: 'held' },
    ]);
    expect(await on.heldReasons()).toEqual(['Your manager has to look at this.']);
  });

  test('someone deactivated meanwhile loses nothing, and a manager decides', async () => {
    const on = await stage();
    await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${on.worker.employeeId})`);
    expect(await on.send(['A1 in 7:00 P e1', 'A2 out 15:30 e1'])).toEqual(['held', 'held']);
    await resolve(us.manager, on.event('A1 in 7:00 P e1').id, 'apply');
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30']);
  });

  test('another company, an account without one, and anonymous', async () => {
    const on = await stage();
    const others = await makeCompany(db.sql, 'Others');
    const event = on.event('A1 in 7:00 P e1');
    await on.send(['A1 in 7:00 P e1', 'A2 out 8:00 e1']);
    const stranger = { ...event, employee_id: on.worker.employeeId };
    expect(await on.sendRaw([stranger], others.employee)).toMatchObject([{ result: 'held' }]);
    const [kept] =
      await db.sql`select employee_id, problem from held_events where company_id = ${others.id}`;
    expect(kept).toEqual({ employee_id: others.employee.employeeId, problem: 'unreadable' });
    await expect(on.sendRaw([event], us.colleague)).rejects.toMatchObject({ hint: 'id_taken' });
    await expect(
      as(db.sql, 'anon', (tx) => tx`select * from sync_events(${tx.json([event] as never)})`),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await on.entries()).toEqual(['e1 P 7:00-8:00']);
  });

  test('held events are seen by the worker and managers, resolved by managers only, and audited', async () => {
    const on = await stage();
    await on.entry('f', '7:00', '15:30');
    await on.send(['A1 in 8:00']);
    const { id } = on.event('A1 in 8:00');
    const seen = (who: Person) =>
      as(db.sql, who, (tx) => tx`select id from held_events where id = ${id}`).then(
        (rows) => rows.length,
      );
    expect([
      await seen(on.worker),
      await seen(us.manager),
      await seen(us.colleague),
      await seen(us.foreman),
    ]).toEqual([1, 1, 0, 0]);
    const others = await makeCompany(db.sql, 'Others');
    await expect(resolve(others.owner, id, 'discard', 'x')).rejects.toMatchObject({
      hint: 'not_found',
    });
    for (const who of [on.worker, us.foreman]) {
      await expect(resolve(who, id, 'discard', 'x')).rejects.toMatchObject({
        hint: 'managers_only',
      });
    }
    await expect(resolve(us.manager, id, 'discard', ' ')).rejects.toMatchObject({
      hint: 'reason_required',
    });
    await expect(resolve(us.manager, id, 'apply')).rejects.toMatchObject({ hint: 'time_overlap' });
    expect(await resolve(us.manager, id, 'discard', 'Twice')).toMatchObject({
      status: 'discarded',
      resolved_by: us.manager.userId,
      resolution: 'Twice',
    });
    expect(await resolve(us.manager, id, 'discard', 'Again')).toMatchObject({
      resolution: 'Twice',
    });
    await expect(resolve(us.manager, id, 'apply')).rejects.toMatchObject({
      hint: 'held_event_resolved',
    });
    const trail =
      await db.sql`select action, actor_id, reason from audit_events where entity_id = ${id} order by sequence`;
    expect(trail.at(0)).toMatchObject({ action: 'created', actor_id: on.worker.userId });
    expect(trail.at(-1)).toMatchObject({
      action: 'updated',
      actor_id: us.manager.userId,
      reason: 'Twice',
    });
  });
});

describe('a manager decides', () => {
  test('apply takes the whole entry along once it is possible', async () => {
    const on = await stage();
    await whileLocked(on, async () => {
      await on.send(['A1 in 7:00 P e1', 'A2 break 12:00', 'A3 end 12:30', 'A4 out 15:30']);
      await expect(resolve(us.manager, on.event('A4 out 15:30').id, 'apply')).rejects.toMatchObject(
        { hint: 'period_locked' },
      );
    });
    await resolve(us.manager, on.event('A4 out 15:30').id, 'apply');
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30 (0:30)']);
    expect((await on.held()).map(({ status }) => status)).toEqual(Array(4).fill('applied'));
  });

  test('apply after a wrong clock, on an approved day, and past a stop', async () => {
    const clock = await stage();
    await clock.send(['A1 in 8:00 P e1', 'A2 out 16:30 e1'], -3_600_000);
    await resolve(us.manager, clock.event('A1 in 8:00 P e1').id, 'apply');
    expect(await clock.entries()).toEqual(['e1 P 7:00-15:30']);
    const approved = await stage();
    await approve(approved, '17:00');
    await approved.send(['A1 in 7:00 P e1', 'A2 out 15:30 e1']);
    await resolve(us.manager, approved.event('A1 in 7:00 P e1').id, 'apply');
    expect(await approved.entries()).toEqual(['e1 P 7:00-15:30']);
    const stopped = await stage();
    await stopped.entry('s', '7:00', '15:30');
    expect(await stopped.send(['A1 out 15:40 s'])).toEqual(['held']);
    await resolve(us.manager, stopped.event('A1 out 15:40 s').id, 'apply');
    expect(await stopped.entries()).toEqual(['s P 7:00-15:40']);
  });

  test('a switch that was held starts where it stopped the old entry', async () => {
    const on = await stage();
    await db.sql`update projects set archived_at = now() where id = ${on.project('Q')}`;
    await on.send(['A1 in 7:00 P e1', 'A2 switch 10:00 Q e2', 'A3 out 15:30 e2']);
    await db.sql`update projects set archived_at = null where id = ${on.project('Q')}`;
    await resolve(us.manager, on.event('A2 switch 10:00 Q e2').id, 'apply');
    expect(await on.entries()).toEqual(['e1 P 7:00-10:00', 'e2 Q 10:00-15:30']);
  });

  test('adjust puts it on its day without unpaid breaks and posts the difference on today', async () => {
    const on = await stage();
    await db.sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from)
      values (${us.id}, ${on.worker.employeeId}, 20, '1970-01-01')
      on conflict on constraint employee_rates_one_per_day do update set hourly_rate = 20`;
    await whileLocked(on, async () => {
      await on.send(['A1 in 7:00 P e1', 'A2 break 12:00', 'A3 end 12:30', 'A4 out 15:30']);
      await resolve(us.manager, on.event('A1 in 7:00 P e1').id, 'adjust', 'Sent after the lock');
    });
    expect(await on.entries()).toEqual(['e1 P 7:00-15:30 (0:30)']);
    expect((await on.held()).map(({ status }) => status)).toEqual(Array(4).fill('adjusted'));
    const items =
      await db.sql`select pay_code, minutes, amount_cents::int, note, work_date::text, corrects_pay_code, project_id
      from pay_items where employee_id = ${on.worker.employeeId}`;
    const [today] = await db.sql`select (now() at time zone ${ZONE})::date::text as today`;
    expect(items).toEqual([
      {
        pay_code: 'ADJUSTMENT',
        minutes: 480,
        amount_cents: 16_000,
        note: 'Sent after the lock',
        work_date: today?.['today'],
        corrects_pay_code: 'REG',
        project_id: us.project,
      },
    ]);
  });

  test('adjust is for locked periods', async () => {
    const on = await stage();
    await on.entry('s', '7:00', '15:30');
    expect(await on.send(['A1 out 15:40 s'])).toEqual(['held']);
    await expect(
      resolve(us.manager, on.event('A1 out 15:40 s').id, 'adjust', 'x'),
    ).rejects.toMatchObject({ hint: 'not_adjustable' });
    expect(await on.entries()).toEqual(['s P 7:00-15:30']);
  });

  test('adjust needs an end', async () => {
    const on = await stage();
    await whileLocked(on, async () => {
      await on.send(['A1 in 7:00 P e1']);
      await expect(
        resolve(us.manager, on.event('A1 in 7:00 P e1').id, 'adjust', 'x'),
      ).rejects.toMatchObject({ hint: 'not_adjustable' });
    });
  });
});

test('evidence is kept beside the entry and the list marks it', async () => {
  const on = await stage();
  await on.send(['A1 in 7:04 P e1', 'A2 out 15:34 e1'], -240_000);
  await on.entry('f', 'Tue 7:00', 'Tue 8:00');
  const rows = await as(
    db.sql,
    on.worker,
    (tx) =>
      tx`select sequence, kind, happened_at, offset_ms, counts_at from synced_events where entry_id = ${on.id('e1')} order by sequence`,
  );
  expect(rows).toEqual([
    {
      sequence: '1',
      kind: 'clock_in',
      happened_at: on.at('7:04'),
      offset_ms: '-240000',
      counts_at: on.at('7:00'),
    },
    {
      sequence: '2',
      kind: 'clock_out',
      happened_at: on.at('15:34'),
      offset_ms: '-240000',
      counts_at: on.at('15:30'),
    },
  ]);
  const [list] = await as(
    db.sql,
    on.worker,
    (tx) => tx`select list_time_entries(${on.at('0:00')}, ${on.at('Tue 23:00')}) as answer`,
  );
  expect(list?.['answer'].entries.map((entry: { offline: boolean }) => entry.offline)).toEqual([
    false,
    true,
  ]);
});

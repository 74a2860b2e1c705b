import { beforeEach, expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let ana: Person;
let project: string;
beforeEach(async () => {
  await db.sql`delete from time_entries`;
  await db.sql`delete from shifts`;
  ana = await hire(db.sql, us.owner, 'employee');
  const [site] = await act(
    us.owner,
    (tx) => tx`insert into projects (name) values (${`Site ${ana.employeeId}`}) returning id`,
  );
  project = site?.['id'];
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = () => Math.floor(Date.now() / MINUTE) * MINUTE;
const ago = (ms: number) => new Date(now() - ms);

/** A clock that was started so long ago and still runs. */
async function running(ms: number, who = ana): Promise<string> {
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in)
    values (${us.id}, ${who.employeeId}, ${project}, ${ago(ms)}) returning id`;
  return entry?.['id'];
}
const worked = (who: Person, from: number, to: number) =>
  db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
    values (${us.id}, ${who.employeeId}, ${project}, ${ago(from)}, ${ago(to)})`;
const shift = (from: number, to: number, who = ana) =>
  db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
    values (${us.id}, ${who.employeeId}, ${project}, ${ago(from)}, ${ago(to)}, 'published')`;
const ask = async (): Promise<number> => {
  const [row] = await db.sql`select private.ask_forgotten_punches()::int as asked`;
  return row?.['asked'];
};
interface Question {
  id: string;
  cause: string;
  reason: string;
  proposed_at: Date;
  answer: string | null;
  answered_time: Date | null;
  outcome: string | null;
  disputed: boolean;
  channel: string | null;
  device: string | null;
  decided_at: Date | null;
  sample_size: number;
}
const questions = async (entry: string): Promise<Question[]> =>
  (await db.sql`select * from forgotten_punches where time_entry_id = ${entry} order by asked_at`) as never;
const stored = async (entry: string) => {
  const [row] = await db.sql`select clock_in, clock_out from time_entries where id = ${entry}`;
  return row as { clock_in: Date; clock_out: Date | null };
};

/** As the job leaves it, with a link whose id is known here. */
async function asked(ms = 9 * HOUR): Promise<{ entry: string; link: string; question: Question }> {
  const entry = await running(ms);
  await shift(ms, HOUR);
  expect(await ask()).toBe(1);
  const [question] = await questions(entry);
  if (!question) throw new Error('Nothing was asked.');
  const link = crypto.randomUUID();
  // The id of a link is only in the message: this one takes its place.
  await db.sql`alter table forgotten_punches disable trigger keep_answer`;
  await db.sql`update forgotten_punches set link_hash = private.link_hash(${link}) where id = ${question.id}`;
  await db.sql`alter table forgotten_punches enable trigger keep_answer`;
  return { entry, link, question };
}
const answer = async (who: Person | 'anon', id: string, at: Date | null) => {
  const [row] = await act(who, (tx) => tx`select answer_forgotten_punch(${id}, ${at}) as state`, {
    'user-agent': 'Test phone',
  });
  return row?.['state'] as { status: string; answer: string | null; outcome: string | null };
};

test('asks after the end of the shift and the grace, once, with the shift as the proposal', async () => {
  const entry = await running(9 * HOUR);
  await shift(9 * HOUR, 20 * MINUTE);
  expect(await ask()).toBe(0);
  await db.sql`delete from shifts`;
  await shift(9 * HOUR, 31 * MINUTE);
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(0);
  expect(await questions(entry)).toMatchObject([
    { cause: 'schedule', reason: 'schedule', proposed_at: ago(31 * MINUTE), answer: null },
  ]);
});

test('the middle of a crew beats the plan, what the person did last beats both', async () => {
  const entry = await running(9 * HOUR);
  await shift(9 * HOUR, HOUR);
  for (const out of [95, 90, 85])
    await worked(await hire(db.sql, us.owner, 'employee'), 9 * HOUR, out * MINUTE);
  const propose = async () => {
    const [row] = await act(ana, (tx) => tx`select * from proposed_clock_out(${entry})`);
    return row;
  };
  expect(await propose()).toEqual({
    proposed_at: ago(90 * MINUTE),
    reason: 'crew',
    sample_size: 3,
  });
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind)
    values (${us.id}, ${entry}, ${ago(60 * MINUTE)}, ${ago(40 * MINUTE)}, 'meal')`;
  expect(await propose()).toEqual({
    proposed_at: ago(40 * MINUTE),
    reason: 'break',
    sample_size: 0,
  });
  // The same for managers before payroll, under the name it always had there.
  await db.sql`update time_entries set clock_in = clock_in - interval '5 hours' where id = ${entry}`;
  const day = (
    await db.sql`select work_date::text as day from time_entries where id = ${entry}`
  )[0]?.['day'];
  const [proposal] = await act(
    us.manager,
    (tx) =>
      tx`select proposed_clock_out, basis from propose_clock_outs(${day}, ${day}) where time_entry_id = ${entry}`,
  );
  expect(proposal).toEqual({ proposed_clock_out: ago(40 * MINUTE), basis: 'break' });
});

test('without a shift the usual end of that weekday is what is waited for, by the clock on the wall', async () => {
  // Three weeks back there is a clock change in between for half of the year; 15:00 stays 15:00.
  const [zone] = await db.sql`select time_zone from companies where id = ${us.id}`;
  const day = '2026-11-09';
  const usual = async (date: string) => {
    const [row] = await db.sql`select median_at, late_at, days
      from private.usual_end(${us.id}, ${ana.employeeId}, ${date}, ${zone?.['time_zone']})`;
    return row;
  };
  expect(await usual(day)).toBeUndefined();
  // 15:00, 15:00, 16:00 in New York: two before the clocks went back on November 1, one after.
  for (const [from, to] of [
    ['2026-10-19 11:00Z', '2026-10-19 19:00Z'],
    ['2026-10-26 11:00Z', '2026-10-26 19:00Z'],
    ['2026-11-02 12:00Z', '2026-11-02 21:00Z'],
  ])
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
      values (${us.id}, ${ana.employeeId}, ${project}, ${from ?? ''}, ${to ?? ''})`;
  expect(await usual(day)).toEqual({
    median_at: new Date('2026-11-09T20:00:00Z'),
    late_at: new Date('2026-11-09T21:00:00Z'),
    days: 3,
  });
});

test('a night over midnight and a clock change is asked about after its shift', async () => {
  const at = (time: string) => new Date(`2026-11-01T${time}Z`);
  // 22:00 on Halloween to 06:00 is nine hours: the clocks go back at two.
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in)
    values (${us.id}, ${ana.employeeId}, ${project}, ${at('02:00:00')}) returning id`;
  await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
    values (${us.id}, ${ana.employeeId}, ${project}, ${at('02:00:00')}, ${at('11:00:00')}, 'published')`;
  const due = (moment: string) =>
    db.sql`select time_entry_id, cause from private.forgotten_clocks(${at(moment)})`;
  expect(await due('11:29:00')).toEqual([]);
  expect(await due('11:30:00')).toEqual([{ time_entry_id: entry?.['id'], cause: 'schedule' }]);
});

test('nothing is asked where the company does not want it, about people who left, or before ten hours without a plan', async () => {
  await running(9 * HOUR);
  expect(await ask()).toBe(0);
  await db.sql`delete from time_entries`;
  const entry = await running(10 * HOUR + MINUTE);
  await act(us.owner, (tx) => tx`update companies set ask_forgotten_punches = false`);
  expect(await ask()).toBe(0);
  await act(us.owner, (tx) => tx`update companies set ask_forgotten_punches = true`);
  expect(await ask()).toBe(1);
  expect(await questions(entry)).toMatchObject([{ cause: 'long_day', reason: 'eight_hours' }]);
  await db.sql`delete from time_entries`;
  await running(11 * HOUR);
  await act(us.owner, (tx) => tx`select deactivate_employee(${ana.employeeId})`);
  expect(await ask()).toBe(0);
});

test('the link stops the clock at the time that was said, without an account, and pay follows', async () => {
  const { entry, link, question } = await asked();
  const read = async (id: string) => {
    const [row] = await act('anon', (tx) => tx`select forgotten_punch_question(${id}) as state`);
    return row?.['state'];
  };
  // Opening changes nothing, however often.
  await read(link);
  expect(await read(link)).toMatchObject({
    status: 'open',
    company: 'Test Builders',
    reason: 'schedule',
  });
  expect((await stored(entry)).clock_out).toBeNull();

  const said = ago(70 * MINUTE);
  expect(await answer('anon', link, said)).toMatchObject({
    status: 'answered',
    outcome: 'applied',
  });
  expect((await stored(entry)).clock_out).toEqual(said);
  expect(await questions(entry)).toMatchObject([
    {
      answer: 'stopped',
      answered_time: said,
      channel: 'link',
      device: 'Test phone',
      disputed: false,
    },
  ]);
  const day = said.toISOString().slice(0, 10);
  const [pay] = await act(
    us.manager,
    (tx) => tx`select (regular_minutes + overtime_minutes + double_time_minutes)::int as minutes
      from payroll_overview(${day}::date - 2, ${day}::date + 1) where employee_id = ${ana.employeeId}`,
  );
  expect(pay?.['minutes']).toBe((9 * HOUR - 70 * MINUTE) / MINUTE);
  const history = await act(
    us.manager,
    (tx) => tx`select reason from time_entry_history(${entry})`,
  );
  expect(history.at(-1)?.['reason']).toBe("The worker's answer by link");

  // A second use says what was said first, and moves nothing.
  expect(await answer('anon', link, ago(20 * MINUTE))).toMatchObject({ status: 'answered' });
  expect((await stored(entry)).clock_out).toEqual(said);
  await expect(
    db.sql`update forgotten_punches set answered_time = now() where id = ${question.id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
});

test('a link is over after 24 hours and then says nothing about anybody', async () => {
  const { entry, link, question } = await asked();
  await db.sql`alter table forgotten_punches disable trigger keep_answer`;
  await db.sql`update forgotten_punches set expires_at = now() - interval '1 second' where id = ${question.id}`;
  await db.sql`alter table forgotten_punches enable trigger keep_answer`;
  const state = await answer('anon', link, ago(HOUR));
  expect(state.status).toBe('expired');
  expect(JSON.stringify(state)).not.toContain('Test Builders');
  expect((await stored(entry)).clock_out).toBeNull();
  // In the app it is still their own question.
  expect(await answer(ana, question.id, ago(HOUR))).toMatchObject({ outcome: 'applied' });
});

test('the id of the row opens nothing for anybody else, and no link for somebody who left', async () => {
  const { entry, link, question } = await asked();
  const invalid = { hint: 'answer_link_invalid' };
  const kiosk = { ...ana, userId: crypto.randomUUID() };
  for (const who of [
    'anon',
    us.colleague,
    us.manager,
    us.owner,
    us.deactivated,
    them.owner,
    kiosk,
  ] as const) {
    await expect(answer(who, question.id, ago(HOUR))).rejects.toMatchObject(invalid);
    await expect(
      act(who, (tx) => tx`select forgotten_punch_question(${question.id})`),
    ).rejects.toMatchObject(invalid);
  }
  await expect(answer('anon', crypto.randomUUID(), null)).rejects.toMatchObject(invalid);
  await expect(act(them.owner, (tx) => tx`select ask_if_still_working(${entry})`)).resolves.toEqual(
    [{ ask_if_still_working: false }],
  );
  expect(await act(us.colleague, (tx) => tx`select * from proposed_clock_out(${entry})`)).toEqual(
    [],
  );
  expect((await stored(entry)).clock_out).toBeNull();
  await act(us.owner, (tx) => tx`select deactivate_employee(${ana.employeeId})`);
  const left = await stored(entry);
  await expect(answer('anon', link, ago(HOUR))).rejects.toMatchObject(invalid);
  await expect(answer(ana, question.id, ago(HOUR))).rejects.toMatchObject(invalid);
  expect(await stored(entry)).toEqual(left);
  expect(await questions(entry)).toMatchObject([{ answer: null }]);
});

test('times that cannot be are refused and leave the question open', async () => {
  const { entry, link } = await asked();
  for (const wrong of [ago(10 * HOUR), ago(9 * HOUR), ago(-10 * MINUTE), 'infinity' as never])
    await expect(answer('anon', link, wrong)).rejects.toMatchObject({ hint: 'stated_end_invalid' });
  expect((await stored(entry)).clock_out).toBeNull();
  expect(await questions(entry)).toMatchObject([{ answer: null }]);
});

test('still working is asked again after two hours, three times in all', async () => {
  const { entry, link, question } = await asked();
  expect(await answer('anon', link, null)).toMatchObject({ answer: 'still_working' });
  const later = (hours: number) =>
    db.sql`select private.ask_forgotten_punches(now() + ${`${hours} hours`}::interval)::int as asked`;
  expect(await later(1)).toEqual([{ asked: 0 }]);
  expect(await later(2.1)).toEqual([{ asked: 1 }]);
  expect(await questions(entry)).toMatchObject([
    { id: question.id },
    { cause: 'again', answer: null },
  ]);
  // Nobody is asked while a question is open.
  expect(await later(6)).toEqual([{ asked: 0 }]);
  for (const _ of [1, 2]) {
    const open = (await questions(entry)).find((each) => each.answer === null);
    await answer(ana, open?.id ?? '', null);
    await later(5);
  }
  expect(await questions(entry)).toHaveLength(3);
  expect(await later(9)).toEqual([{ asked: 0 }]);
});

test('of two answers at once the first one stays', async () => {
  const { entry, link, question } = await asked();
  const answers = await Promise.all([
    answer('anon', link, ago(65 * MINUTE)),
    answer(ana, question.id, ago(50 * MINUTE)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['answered', 'answered']);
  const [row] = await questions(entry);
  expect((await stored(entry)).clock_out).toEqual(row?.answered_time);
});

test('an answer after somebody stopped the clock is stored, changes nothing and is flagged', async () => {
  const { entry, link } = await asked();
  const fixed = ago(2 * HOUR);
  await act(
    us.manager,
    (tx) => tx`update time_entries set clock_out = ${fixed} where id = ${entry}`,
  );
  const [state] = await act('anon', (tx) => tx`select forgotten_punch_question(${link}) as state`);
  expect(state?.['state']).toMatchObject({ status: 'stopped' });
  expect(await answer('anon', link, ago(HOUR))).toMatchObject({ outcome: 'already_stopped' });
  expect((await stored(entry)).clock_out).toEqual(fixed);
  expect(await questions(entry)).toMatchObject([{ disputed: true, answered_time: ago(HOUR) }]);
  const items = await act(
    us.manager,
    (tx) => tx`select detail ->> 'effect' as effect
    from verification_items() where kind = 'forgotten_punch' and employee_id = ${ana.employeeId}`,
  );
  expect(items).toEqual([{ effect: 'already_stopped' }]);
});

test('an answer far from the proposal stays flagged until a manager has decided', async () => {
  const { entry, link, question } = await asked();
  await answer('anon', link, ago(10 * MINUTE));
  expect(await questions(entry)).toMatchObject([{ disputed: true, decided_at: null }]);
  const issues = () => db.sql`select kind from private.time_issues(${us.id}, ${ana.employeeId},
    (select work_date from time_entries where id = ${entry}), (select work_date from time_entries where id = ${entry}))
    where kind = 'end_disputed'`;
  expect(await issues()).toEqual([{ kind: 'end_disputed' }]);
  await expect(
    act(ana, (tx) => tx`select resolve_verification('forgotten_punch', ${question.id})`),
  ).rejects.toMatchObject({ hint: 'managers_only' });
  await act(
    us.manager,
    (tx) => tx`select resolve_verification('forgotten_punch', ${question.id}, 'Asked the foreman')`,
  );
  expect(await issues()).toEqual([]);
  await act(us.manager, (tx) => tx`select reopen_verification('forgotten_punch', ${question.id})`);
  expect(await issues()).toEqual([{ kind: 'end_disputed' }]);
  // Correcting the time decides it as well.
  await act(
    us.manager,
    (tx) => tx`update time_entries set clock_out = ${ago(HOUR)} where id = ${entry}`,
  );
  expect(await issues()).toEqual([]);
});

test('a photo after the end that was said speaks against it', async () => {
  const { entry, link } = await asked();
  await db.sql`insert into photos (company_id, id, project_id, employee_id, path, taken_at, taken_on)
    select ${us.id}, i, ${project}, ${ana.employeeId}, ${us.id}::text || '/' || ${project}::text || '/' || i || '.jpg', ${ago(40 * MINUTE)}, current_date
    from (select gen_random_uuid() as i) n`;
  await answer('anon', link, ago(62 * MINUTE));
  expect(await questions(entry)).toMatchObject([{ disputed: true, outcome: 'applied' }]);
});

test('breaks after the end that was said go, one that lasts until then is cut', async () => {
  const { entry, link } = await asked();
  for (const [from, to] of [
    [300, 270],
    [70, 50],
    [30, 20],
  ])
    await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind)
      values (${us.id}, ${entry}, ${ago((from ?? 0) * MINUTE)}, ${ago((to ?? 0) * MINUTE)}, 'meal')`;
  await answer('anon', link, ago(HOUR));
  expect(
    await db.sql`select started_at, ended_at from time_entry_breaks where time_entry_id = ${entry} order by started_at`,
  ).toEqual([
    { started_at: ago(300 * MINUTE), ended_at: ago(270 * MINUTE) },
    { started_at: ago(70 * MINUTE), ended_at: ago(HOUR) },
  ]);
});

test('the page may say that the device left the site: asked at once, no place is stored', async () => {
  const entry = await running(2 * HOUR);
  const report = () => act(ana, (tx) => tx`select ask_if_still_working(${entry}) as asked`);
  expect(await report()).toEqual([{ asked: false }]);
  await db.sql`insert into geofences (company_id, project_id, shape, latitude, longitude, radius_m)
    values (${us.id}, ${project}, 'circle', 40.7, -74, 100)`;
  await expect(
    act(us.colleague, (tx) => tx`select ask_if_still_working(${entry}) as asked`),
  ).resolves.toEqual([{ asked: false }]);
  expect(await report()).toEqual([{ asked: true }]);
  expect(await report()).toEqual([{ asked: false }]);
  expect(await questions(entry)).toMatchObject([{ cause: 'left_site', reason: 'left_site' }]);
});

test('a clock of over 16 hours takes the real end, and a plain stop is flagged', async () => {
  const long = await running(17 * HOUR);
  await shift(17 * HOUR, 9 * HOUR);
  await expect(
    act(ana, (tx) => tx`select clock_out(${long}, null, null, ${ago(18 * HOUR)})`),
  ).rejects.toMatchObject({ hint: 'stated_end_invalid' });
  await act(ana, (tx) => tx`select clock_out(${long}, null, null, ${ago(9 * HOUR)})`);
  expect((await stored(long)).clock_out).toEqual(ago(9 * HOUR));
  expect(await questions(long)).toMatchObject([
    {
      cause: 'long_clock',
      answer: 'stopped',
      channel: 'clock',
      reason: 'schedule',
      disputed: false,
    },
  ]);
  await db.sql`delete from time_entries`;

  const short = await running(3 * HOUR);
  await expect(
    act(ana, (tx) => tx`select clock_out(${short}, null, null, ${ago(HOUR)})`),
  ).rejects.toMatchObject({ hint: 'clock_not_long' });
  expect((await stored(short)).clock_out).toBeNull();
  await db.sql`delete from time_entries`;

  const plain = await running(17 * HOUR);
  await act(ana, (tx) => tx`select clock_out(${plain})`);
  const flagged = () =>
    act(
      us.manager,
      (tx) => tx`select status from verifications
    where kind = 'long_clock' and subject_id = ${plain}`,
    );
  expect(await flagged()).toEqual([{ status: 'open' }]);
  await act(ana, (tx) => tx`select undo_clock_out(${plain})`);
  expect(await flagged()).toEqual([{ status: 'resolved' }]);

  // Over a day nobody but a manager could stop it; with the real end the person can, and the foreman.
  await db.sql`update time_entries set clock_in = ${ago(30 * HOUR)} where id = ${plain}`;
  await act(ana, (tx) => tx`select clock_out(${plain}, null, null, ${ago(22 * HOUR)})`);
  expect((await stored(plain)).clock_out).toEqual(ago(22 * HOUR));
});

test('a foreman says the real end for the crew; whoever has not run so long stops now', async () => {
  const crew = await act(us.owner, async (tx) => {
    const [made] =
      await tx`insert into crews (name, foreman_id) values ('Crew', ${us.foreman.employeeId}) returning id`;
    const ben = await hire(db.sql, us.owner, 'employee');
    await tx`insert into crew_members (crew_id, employee_id, from_date) values (${made?.['id']}, ${ana.employeeId}, '2020-01-01'),
      (${made?.['id']}, ${ben.employeeId}, '2020-01-01')`;
    return ben;
  });
  const long = await running(20 * HOUR);
  const short = await running(5 * HOUR, crew);
  const rows = await act(
    us.foreman,
    (tx) => tx`select employee_id, result
    from crew_clock_out(${[ana.employeeId, crew.employeeId]}, ${ago(12 * HOUR)})`,
  );
  expect(rows.map(({ result }) => result)).toEqual(['stopped', 'stopped']);
  expect((await stored(long)).clock_out).toEqual(ago(12 * HOUR));
  expect((await stored(short)).clock_out?.getTime()).toBeGreaterThan(now() - MINUTE);
  expect(await questions(long)).toMatchObject([{ channel: 'crew' }]);
});

test('the real end is taken at a kiosk, with the PIN and for long clocks only', async () => {
  const kiosk = await pairedTablet(db.sql, us);
  await act(us.manager, (tx) => tx`select set_employee_pin(${ana.employeeId}, '4711')`);
  const entry = await running(18 * HOUR);
  await shift(18 * HOUR, 10 * HOUR);
  const punch = (pin: string) =>
    act(
      kiosk,
      (tx) =>
        tx`select result from kiosk_punch(${ana.employeeId}, ${pin}, 'clock_out', null, null, null, ${ago(10 * HOUR)})`,
    );
  const [person] = await act(
    kiosk,
    (tx) =>
      tx`select kiosk_person(${ana.employeeId}, '4711') -> 'running' -> 'proposal' ->> 'reason' as reason`,
  );
  expect(person).toEqual({ reason: 'schedule' });
  expect(await punch('4712')).toEqual([{ result: 'wrong_pin' }]);
  expect((await stored(entry)).clock_out).toBeNull();
  expect(await punch('4711')).toEqual([{ result: 'done' }]);
  expect((await stored(entry)).clock_out).toEqual(ago(10 * HOUR));
  expect(await questions(entry)).toMatchObject([{ channel: 'kiosk', answer: 'stopped' }]);
});

test('a stop without a signal brings the real end with it, and twice is once', async () => {
  await knowDevices(db.sql, ana, 'phone');
  const entry = await running(20 * HOUR);
  const event = {
    id: crypto.randomUUID(),
    device_id: 'phone',
    sequence: 1,
    kind: 'clock_out',
    happened_at: ago(HOUR).toISOString(),
    offset_ms: 0,
    payload: { entry_id: entry, ended_at: ago(11 * HOUR).toISOString() },
  };
  const send = () =>
    act(ana, (tx) => tx`select result from sync_events(${tx.json([event] as never)})`);
  expect(await send()).toEqual([{ result: 'applied' }]);
  expect((await stored(entry)).clock_out).toEqual(ago(11 * HOUR));
  expect(await send()).toEqual([{ result: 'repeated' }]);
  expect(await questions(entry)).toMatchObject([{ channel: 'clock', answer: 'stopped' }]);
});

test('a clock-out punched without a signal after the answer is held, and nothing moves', async () => {
  await knowDevices(db.sql, ana, 'phone');
  const { entry, link } = await asked();
  const said = ago(65 * MINUTE);
  await answer('anon', link, said);
  const event = {
    id: crypto.randomUUID(),
    device_id: 'phone',
    sequence: 1,
    kind: 'clock_out',
    happened_at: ago(20 * MINUTE).toISOString(),
    offset_ms: 0,
    payload: { entry_id: entry },
  };
  const [result] = await act(
    ana,
    (tx) => tx`select result, reason from sync_events(${tx.json([event] as never)})`,
  );
  expect(result).toMatchObject({ result: 'held', reason: expect.stringContaining('Already') });
  expect((await stored(entry)).clock_out).toEqual(said);
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTime, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let injured: string;

beforeAll(async () => {
  const [question] = await act(
    us.owner,
    (tx) => tx`insert into clock_questions (moment, text_en, text_es, alarm_answer, opens_incident)
      values ('out', 'Were you injured today?', '¿Te lastimaste hoy?', 'yes', true) returning id`,
  );
  injured = question?.['id'];
});

const items = (who: Person, status = 'open') =>
  act(who, (tx) => tx`select * from verification_items(${status})`);
const kinds = async (who: Person = us.manager) => (await items(who)).map((row) => row['kind']);
const count = async (who: Person) =>
  (await act(who, (tx) => tx`select verification_count() as open`))[0]?.['open'];
const reset = () => db.sql`delete from verifications`;

const answer = (who: Person, entry: string, given: string, note: string | null = null) =>
  act(
    who,
    (tx) =>
      tx`select * from answer_clock_questions(${entry}, ${tx.json([{ question_id: injured, answer: given, note }])}, 'es')`,
  );

test('“no” to the injury question leaves only the answer; “yes” opens an incident and tells managers', async () => {
  await db.sql`update preferences set notify_time_reminders = true where user_id = ${us.manager.userId}`;
  const quiet = await addTime(db.sql, us.employee, hoursAgo(30), hoursAgo(26));
  expect(await answer(us.employee, quiet, 'no')).toMatchObject([
    { answer: 'no', incident_id: null },
  ]);
  expect(await kinds()).toEqual([]);

  const entry = await addTime(db.sql, us.employee, hoursAgo(10), hoursAgo(6), {
    project_id: us.project,
  });
  const [told] = await answer(us.employee, entry, 'yes', 'Cut on the hand');
  expect(told).toMatchObject({ answer: 'yes', incident_id: expect.any(String) });
  expect(await items(us.manager)).toMatchObject([
    { kind: 'injury', employee_id: us.employee.employeeId, project_id: us.project },
  ]);
  const [incident] = await act(us.employee, (tx) => tx`select * from incidents`);
  expect(incident).toMatchObject({
    number: expect.stringMatching(/^INC-\d{4}-0001$/),
    description: 'Cut on the hand',
    status: 'open',
    project_id: us.project,
  });
  const mails = await db.sql`select data from mail.outbox
    where template = 'clock_alarm' and to_address = ${us.manager.email}`;
  expect(mails).toMatchObject([{ data: { yes: true, note: 'Cut on the hand' } }]);
});

test('the first answer stays, whoever repeats it, and no role rewrites it', async () => {
  const entry = await addTime(db.sql, us.colleague, hoursAgo(10), hoursAgo(6));
  await answer(us.colleague, entry, 'no');
  expect(await answer(us.colleague, entry, 'yes')).toMatchObject([{ answer: 'no' }]);
  await expect(answer(us.employee, entry, 'yes')).rejects.toMatchObject({ hint: 'not_found' });
  await expect(
    db.sql`update clock_answers set answer = 'yes' where time_entry_id = ${entry}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  await expect(
    act(us.owner, (tx) => tx`delete from clock_answers where time_entry_id = ${entry}`),
  ).rejects.toMatchObject({ code: '42501' });
  const rows =
    await db.sql`select answer, language, text_es from clock_answers where time_entry_id = ${entry}`;
  expect(rows).toEqual([{ answer: 'no', language: 'es', text_es: '¿Te lastimaste hoy?' }]);
});

test('only one’s own time is answered for, with questions of one’s own company', async () => {
  const entry = await addTime(db.sql, us.employee, hoursAgo(20), hoursAgo(19));
  expect(await answer(us.employee, entry, 'no')).toMatchObject([{ answer: 'no' }]);
  expect(
    await act(us.colleague, (tx) => tx`select from clock_answers where time_entry_id = ${entry}`),
  ).toEqual([]);
  // A question of another company is no question here.
  expect(await answer(them.employee, randomUUID(), 'yes')).toEqual([]);
});

test('answering keeps nobody from the clock', async () => {
  await act(us.foreman, (tx) => tx`select clock_in(${us.project})`);
  const [stopped] = await act(us.foreman, (tx) => tx`select * from clock_out()`);
  expect(stopped?.['clock_out']).toEqual(expect.any(Date));
});

test('people complete their own open incident; only managers close it, and then it stays', async () => {
  const [incident] = await act(
    us.employee,
    (tx) =>
      tx`insert into incidents (description) values ('Slipped on the ramp') returning id, number`,
  );
  const id = incident?.['id'] as string;
  const change = (who: Person, status: string | null) =>
    act(who, (tx) =>
      status
        ? tx`update incidents set status = ${status} where id = ${id} returning status`
        : tx`update incidents set treatment = 'first_aid' where id = ${id} returning treatment`,
    );
  expect(await change(us.employee, null)).toHaveLength(1);
  expect(await change(us.colleague, null)).toHaveLength(0);
  expect(await change(them.owner, null)).toHaveLength(0);
  await expect(change(us.employee, 'closed')).rejects.toMatchObject({ hint: 'managers_only' });
  await change(us.manager, 'closed');
  await expect(
    act(us.manager, (tx) => tx`update incidents set description = 'Nothing' where id = ${id}`),
  ).rejects.toMatchObject({ hint: 'incident_closed' });
  await act(
    us.employee,
    (tx) =>
      tx`insert into incident_notes (incident_id, kind, body) values (${id}, 'closed', 'Back at work')`,
  );
  const story = await act(
    us.employee,
    (tx) => tx`select kind, body from incident_notes where incident_id = ${id} order by created_at`,
  );
  expect(story.map((row) => row['kind'])).toEqual(['opened', 'changed', 'closed', 'note']);
  await expect(
    db.sql`update incident_notes set body = 'x' where incident_id = ${id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  expect(
    await act(us.colleague, (tx) => tx`select from incident_notes where incident_id = ${id}`),
  ).toEqual([]);
});

test('a punch off site, a failed inspection and a meter jump are put in, and settle by themselves', async () => {
  await reset();
  const entry = await addTime(db.sql, us.employee, hoursAgo(5), hoursAgo(4), {
    project_id: us.project,
  });
  await db.sql`insert into punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, inside, edge_m)
    select company_id, id, employee_id, 'in', clock_in, 39.7, -104.9, false, 960 from time_entries where id = ${entry}`;
  const [machine] = await act(
    us.manager,
    (tx) =>
      tx`insert into equipment (name, meter_unit) values ('Skid steer', 'hours') returning id`,
  );
  const id = machine?.['id'] as string;
  const inspect = (passed: boolean) =>
    act(
      us.employee,
      (tx) => tx`insert into equipment_inspections (equipment_id, passed, items, photo_path)
        values (${id}, ${passed}, ${tx.json([{ name: 'Left front tire', passed }])}, 'a/b/tire.jpg')`,
    );
  await inspect(false);
  await act(
    us.employee,
    (tx) => tx`select record_meter(${id}, 100, ${hoursAgo(48).toISOString()})`,
  );
  await act(
    us.employee,
    (tx) => tx`select record_meter(${id}, 412, ${hoursAgo(24).toISOString()}, 'a/b/meter.jpg')`,
  );
  expect((await kinds()).sort()).toEqual(['failed_inspection', 'meter_jump', 'off_site_punch']);
  const { detail } = (await items(us.manager)).find(({ kind }) => kind === 'off_site_punch') ?? {};
  expect(detail).toMatchObject({ edge_m: 960 });
  // How far it was is forgotten with the place.
  const [kept] = await db.sql`select detail from verifications where kind = 'off_site_punch'`;
  expect(Object.keys(kept?.['detail']).sort()).toEqual(['entry_id', 'moment', 'work_date']);
  expect(await items(us.manager)).toContainEqual(
    expect.objectContaining({
      kind: 'failed_inspection',
      detail: expect.objectContaining({ failed: ['Left front tire'] }),
    }),
  );
  const evidenceOf = async (wanted: string) => {
    const item = (await items(us.manager)).find(({ kind }) => kind === wanted);
    const [row] = await act(
      us.manager,
      (tx) => tx`select verification_evidence(${wanted}, ${item?.['subject_id'] as string}) as of`,
    );
    return row?.['of'];
  };
  expect(await evidenceOf('failed_inspection')).toMatchObject({ photo_path: 'a/b/tire.jpg' });
  expect(await evidenceOf('meter_jump')).toMatchObject({ photo_path: 'a/b/meter.jpg' });
  // With the project, whose clock its time is shown on.
  const { day } = await evidenceOf('off_site_punch');
  expect(day).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'in', project_id: us.project })]),
  );
  expect(day).toContainEqual(expect.objectContaining({ kind: 'in', no_class: false }));
  // On public work, time without a class is marked, at its start.
  await db.sql`insert into public_contracts (company_id, project_id) values (${us.id}, ${us.project})`;
  const marked = (await evidenceOf('off_site_punch')).day as Record<string, unknown>[];
  // Time of tests before this one may be on the same day, depending on the hour.
  const here = marked.filter((each) => each['project_id'] === us.project);
  expect(new Set(here.map((each) => `${each['kind']} ${each['no_class']}`))).toEqual(
    new Set(['in true', 'out false']),
  );
  await db.sql`delete from public_contracts where company_id = ${us.id}`;
  await inspect(true);
  await act(us.manager, (tx) => tx`delete from equipment_readings where reading = 412`);
  await act(us.manager, (tx) => tx`select delete_time_entry(${entry}, 'Wrong day')`);
  expect(await kinds()).toEqual([]);
  const settled = await items(us.manager, 'resolved');
  expect(settled.map((row) => row['resolved_name'])).toEqual(['', '', '']);
});

describe('a punch off site', () => {
  interface Stage {
    entry: string;
    subject: string;
    start: Date;
    end: Date;
  }
  const punchedAway = async (moment: 'in' | 'out' = 'in'): Promise<Stage> => {
    await reset();
    await db.sql`delete from time_entries where employee_id = ${us.employee.employeeId}`;
    const [start, end] = [hoursAgo(5), hoursAgo(4)];
    const entry = await addTime(db.sql, us.employee, start, end, { project_id: us.project });
    await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at)
      values (${us.id}, ${entry}, ${new Date(start.getTime() + 20 * 60_000)}, ${new Date(start.getTime() + 30 * 60_000)})`;
    const [place] =
      await db.sql`insert into punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, inside, edge_m)
        select company_id, id, employee_id, ${moment}, ${moment === 'in' ? start : end}, 39.7, -104.9, false, 960
        from time_entries where id = ${entry} returning id`;
    return { entry, subject: place?.['id'], start, end };
  };
  const decide = (
    who: Person,
    subject: string,
    action: string,
    { at = null, note = null }: { at?: Date | null; note?: string | null } = {},
  ) => act(who, (tx) => tx`select * from decide_punch(${subject}, ${action}, ${at}, ${note})`);
  const entryOf = async ({ entry }: Stage) =>
    (await db.sql`select clock_in, clock_out from time_entries where id = ${entry}`)[0];
  const later = ({ start }: Stage, minutes: number) => new Date(start.getTime() + minutes * 60_000);

  test('is accepted as it is, and says how long it is and when they were on site', async () => {
    const stage = await punchedAway();
    const next = await addTime(db.sql, us.employee, stage.end, hoursAgo(2), {
      project_id: us.project,
    });
    await db.sql`insert into punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, inside)
      values (${us.id}, ${next}, ${us.employee.employeeId}, 'switch', ${stage.end}, true)`;
    const [item] = await items(us.manager);
    expect(item?.['detail']).toMatchObject({ seconds: 50 * 60, edge_m: 960 });
    expect(new Date(item?.['detail'].on_site_at)).toEqual(stage.end);
    await decide(us.manager, stage.subject, 'accept');
    expect(await entryOf(stage)).toEqual({ clock_in: stage.start, clock_out: stage.end });
    expect(await items(us.employee, 'resolved')).toMatchObject([{ detail: { outcome: 'accept' } }]);
    // Up to where the next entry begins on site, nothing of the first stays; taken back, all of it.
    await act(
      us.manager,
      (tx) => tx`select reopen_verification('off_site_punch', ${stage.subject})`,
    );
    await decide(us.manager, stage.subject, 'correct', { at: stage.end });
    expect(await entryOf(stage)).toBeUndefined();
    await act(
      us.manager,
      (tx) => tx`select reopen_verification('off_site_punch', ${stage.subject})`,
    );
    expect(await entryOf(stage)).toEqual({ clock_in: stage.start, clock_out: stage.end });
  });

  test.each(['in', 'out'] as const)('gets another time (%s), and its own back', async (moment) => {
    const stage = await punchedAway(moment);
    const at = moment === 'in' ? later(stage, 10) : later(stage, 45);
    await decide(us.manager, stage.subject, 'correct', { at });
    expect(await entryOf(stage)).toEqual(
      moment === 'in'
        ? { clock_in: at, clock_out: stage.end }
        : { clock_in: stage.start, clock_out: at },
    );
    const [told] = await db.sql`select reason from audit_events
      where entity = 'time_entries' and entity_id = ${stage.entry} order by sequence desc limit 1`;
    expect(told).toEqual({ reason: 'Punched off site' });
    await act(us.owner, (tx) => tx`select reopen_verification('off_site_punch', ${stage.subject})`);
    expect(await entryOf(stage)).toEqual({ clock_in: stage.start, clock_out: stage.end });
    expect((await items(us.manager))[0]?.['detail']).not.toHaveProperty('outcome');
  });

  test('is refused with a reason: not paid, in the history, and back with its breaks', async () => {
    const stage = await punchedAway();
    await expect(decide(us.manager, stage.subject, 'refuse')).rejects.toMatchObject({
      hint: 'reason_required',
    });
    await decide(us.manager, stage.subject, 'refuse', { note: 'Was at home' });
    expect(await entryOf(stage)).toBeUndefined();
    expect(await items(us.employee, 'resolved')).toMatchObject([
      { note: 'Was at home', resolved_name: 'manager Example', detail: { outcome: 'refuse' } },
    ]);
    await expect(decide(us.owner, stage.subject, 'accept')).rejects.toMatchObject({
      hint: 'held_event_resolved',
    });
    await act(us.owner, (tx) => tx`select reopen_verification('off_site_punch', ${stage.subject})`);
    expect(await entryOf(stage)).toEqual({ clock_in: stage.start, clock_out: stage.end });
    expect(
      await db.sql`select from time_entry_breaks where time_entry_id = ${stage.entry}`,
    ).toHaveLength(1);
  });

  test('is nobody else’s to decide, and not where the time cannot be changed', async () => {
    const stage = await punchedAway();
    for (const who of [us.employee, us.foreman, us.colleague])
      await expect(decide(who, stage.subject, 'accept')).rejects.toMatchObject({ code: '42501' });
    await expect(decide(them.owner, stage.subject, 'accept')).rejects.toMatchObject({
      hint: 'not_found',
    });
    const refused = [
      ['wave through', {}, 'unknown_action'],
      ['correct', {}, 'time_required'],
      ['correct', { at: hoursAgo(-1) }, 'time_required'],
      ['correct', { at: hoursAgo(3) }, 'nothing_left'],
    ] as const;
    for (const [action, more, hint] of refused)
      await expect(decide(us.manager, stage.subject, action, more)).rejects.toMatchObject({ hint });
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
      values (${us.id}, current_date - 2, current_date + 1, 'locked', now())`;
    await expect(
      decide(us.manager, stage.subject, 'correct', { at: later(stage, 5) }),
    ).rejects.toMatchObject({ hint: 'period_locked' });
    await db.sql`delete from pay_periods where company_id = ${us.id}`;
    expect(await entryOf(stage)).toEqual({ clock_in: stage.start, clock_out: stage.end });
    expect(await kinds()).toEqual(['off_site_punch']);
  });
});

test('the person is asked about an item, answers once, and nobody else does', async () => {
  await reset();
  await db.sql`update preferences set notify_time_reminders = true
    where user_id in (${us.manager.userId}, ${us.employee.userId})`;
  const entry = await addTime(db.sql, us.employee, hoursAgo(9), hoursAgo(8));
  await answer(us.employee, entry, 'yes');
  const subject = (await items(us.manager))[0]?.['subject_id'] as string;
  const id = randomUUID();
  const ask = (who: Person, question = 'Were you working?', key: string | null = null) =>
    act(
      who,
      (tx) => tx`select * from ask_about_verification('injury', ${subject}, ${question}, ${key})`,
    );
  for (const who of [us.employee, us.foreman])
    await expect(ask(who)).rejects.toMatchObject({ code: '42501' });
  await expect(ask(them.owner)).rejects.toMatchObject({ hint: 'not_found' });
  await expect(ask(us.manager, '  ')).rejects.toMatchObject({ code: '23514' });
  await ask(us.manager, 'Were you working?', id);
  // Sent again after a lost answer.
  await ask(us.manager, 'Were you working?', id);
  const read = (who: Person) =>
    act(who, (tx) => tx`select question, answer, author from verification_questions`);
  expect(await read(us.employee)).toEqual([
    { question: 'Were you working?', answer: null, author: 'manager Example' },
  ]);
  for (const who of [us.colleague, us.foreman, them.owner]) expect(await read(who)).toEqual([]);

  const reply = (who: Person, words: string) =>
    act(who, (tx) => tx`select * from answer_verification_question(${id}, ${words})`);
  for (const who of [us.colleague, us.manager, them.employee])
    await expect(reply(who, 'Yes')).rejects.toMatchObject({ hint: 'not_found' });
  await expect(
    act(
      us.employee,
      (tx) => tx`update verification_questions set answer = 'x', answered_at = now()`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  await reply(us.employee, 'Yes, fuel for the saws');
  await reply(us.employee, 'No');
  await expect(
    db.sql`update verification_questions set answer = 'No' where id = ${id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  expect((await items(us.manager))[0]?.['detail'].questions).toMatchObject([
    { id, question: 'Were you working?', answer: 'Yes, fuel for the saws' },
  ]);
  const mails = await db.sql`select template, to_address from mail.outbox
    where template like 'verification_%' order by template`;
  expect(mails).toEqual([
    { template: 'verification_answer', to_address: us.manager.email },
    { template: 'verification_question', to_address: us.employee.email },
  ]);
  await act(us.manager, (tx) => tx`select resolve_verification('injury', ${subject})`);
  await expect(ask(us.manager)).rejects.toMatchObject({ hint: 'verification_resolved' });
});

test('a dispute is open until it is signed; time edited after the signature asks for a look', async () => {
  await reset();
  const entry = await addTime(
    db.sql,
    us.colleague,
    new Date('2026-03-03T13:00:00Z'),
    new Date('2026-03-03T21:00:00Z'),
  );
  const sign = () =>
    act(
      us.colleague,
      (tx) => tx`select sign_timesheet('2026-03-01', '2026-03-07', 'C. O.', 'Right.', 'en', '1')`,
    );
  await act(
    us.colleague,
    (tx) =>
      tx`select dispute_timesheet('2026-03-01', '2026-03-07', 'Friday is missing', 'Not right.', 'en', '1')`,
  );
  expect(await kinds()).toEqual(['disputed_timesheet']);
  await sign();
  expect(await kinds()).toEqual([]);
  await act(
    us.manager,
    (tx) => tx`update time_entries set clock_out = '2026-03-03T20:00:00Z' where id = ${entry}`,
  );
  expect(await kinds()).toEqual(['signed_time_edited']);
  await sign();
  expect(await kinds()).toEqual([]);
});

test('periods nobody signed are found where people sign, once a morning', async () => {
  await reset();
  await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out)
    select ${us.id}, ${us.employee.employeeId}, start_date + time '15:00', start_date + time '17:00'
    from private.pay_periods_back(${us.id}, current_date, 2) order by start_date limit 1`;
  const morning = (hour: number) => db.sql`select private.find_unsigned_timesheets(
      (p.end_date + 3 + make_interval(hours => ${hour})) at time zone c.time_zone)
    from companies c, private.pay_periods_back(c.id, current_date, 2) p
    where c.id = ${us.id} order by p.start_date limit 1`;
  await morning(9);
  expect(await kinds()).toEqual([]);
  await morning(6);
  await morning(6);
  expect(await kinds()).toContain('unsigned_timesheet');
});

test('managers resolve with a note, assign and reopen; others read what is about them', async () => {
  await reset();
  const entry = await addTime(db.sql, us.employee, hoursAgo(3), hoursAgo(2));
  await answer(us.employee, entry, 'yes');
  const [item] = await items(us.manager);
  const subject = item?.['subject_id'] as string;
  const resolve = (who: Person) =>
    act(who, (tx) => tx`select * from resolve_verification('injury', ${subject}, 'Called him')`);
  for (const who of [us.employee, us.foreman]) {
    await expect(resolve(who)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(resolve(them.owner)).rejects.toMatchObject({ hint: 'not_found' });
  expect([await count(us.manager), await count(us.employee), await count(them.owner)]).toEqual([
    1, 0, 0,
  ]);
  await act(
    us.manager,
    (tx) => tx`select assign_verification('injury', ${subject}, ${us.owner.employeeId})`,
  );
  await expect(
    act(
      us.manager,
      (tx) => tx`select assign_verification('injury', ${subject}, ${us.employee.employeeId})`,
    ),
  ).rejects.toMatchObject({ hint: 'managers_only' });
  await resolve(us.manager);
  expect(await count(us.manager)).toBe(0);
  expect(await items(us.employee, 'resolved')).toMatchObject([
    { note: 'Called him', resolved_name: 'manager Example' },
  ]);
  expect(await items(us.colleague, 'resolved')).toEqual([]);
  await act(us.owner, (tx) => tx`select reopen_verification('injury', ${subject})`);
  expect(await count(us.owner)).toBe(1);
  const [evidence] = await act(
    us.owner,
    (tx) => tx`select verification_evidence('injury', ${subject}) as of`,
  );
  expect(evidence?.['of']).toMatchObject({ answer: 'yes', language: 'es' });
});

test('a held punch is decided, not waved through', async () => {
  await reset();
  const id = randomUUID();
  await db.sql`insert into synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, state)
    values (${us.id}, ${id}, ${us.employee.employeeId}, 'phone', 1, 'clock_in', '2026-01-02T12:00:00Z', 0, '2026-01-02T12:00:00Z', '{}', 'held')`;
  await db.sql`insert into held_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, problem, reason)
    select company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, 'clock_wrong', 'The clock was wrong'
    from synced_events where id = ${id}`;
  expect(await kinds()).toEqual(['device_clock']);
  await expect(
    act(us.manager, (tx) => tx`select resolve_verification('device_clock', ${id})`),
  ).rejects.toMatchObject({ hint: 'decide_held_event' });
  await act(us.manager, (tx) => tx`select resolve_held_event(${id}, 'discard', 'Twice')`);
  expect(await items(us.manager, 'resolved')).toMatchObject([
    { kind: 'device_clock', note: 'Twice', resolved_name: 'manager Example' },
  ]);
});

test('only owners set questions, in both languages', async () => {
  const ask = (who: Person, spanish: string | null = '¿Tomaste tus descansos?') =>
    act(
      who,
      (tx) =>
        tx`insert into clock_questions (moment, text_en, text_es) values ('out', 'Did you take your breaks?', ${spanish})`,
    );
  await expect(ask(us.manager)).rejects.toMatchObject({ code: '42501' });
  await expect(ask(us.owner, null)).rejects.toMatchObject({ code: '23502' });
  await ask(us.owner);
  expect(await act(us.employee, (tx) => tx`select from clock_questions`)).toHaveLength(2);
  expect(await act(them.employee, (tx) => tx`select from clock_questions`)).toHaveLength(0);
});

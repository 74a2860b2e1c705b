import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let ana: Person;
beforeEach(async () => {
  await db.sql`delete from clock_in_rules`;
  ana = await hire(db.sql, us.owner, 'employee');
});

const minutesFromNow = (minutes: number) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000);

/** A published shift that begins in so many minutes. */
async function shiftIn(minutes: number, who = ana): Promise<Date> {
  const starts = minutesFromNow(minutes);
  await db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
    values (${us.id}, ${who.employeeId}, ${us.project}, ${starts}, ${minutesFromNow(minutes + 480)}, 'published')`;
  return starts;
}
const rule = (kind: string, fields: { project?: string; employee?: string; grace?: number } = {}) =>
  act(
    us.owner,
    (tx) => tx`insert into clock_in_rules (rule, project_id, employee_id, grace_minutes)
      values (${kind}, ${fields.project ?? null}, ${fields.employee ?? null}, ${fields.grace ?? 5})`,
  );
const clockIn = async (who = ana): Promise<{ id: string; clock_in: Date }> => {
  const [entry] = await act(who, (tx) => tx`select * from clock_in(${us.project})`);
  return entry as never;
};
/** A clock that was started so many minutes ago and still runs. */
const clockedIn = async (minutesAgo: number): Promise<{ id: string; clock_in: Date }> => {
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in)
    values (${us.id}, ${ana.employeeId}, ${us.project}, ${minutesFromNow(-minutesAgo)}) returning id, clock_in`;
  return entry as never;
};
const noted = (entryId: string) =>
  db.sql`select rule, shift_starts_at, reason from early_clock_ins where time_entry_id = ${entryId}`;

test('without a rule, and where it is allowed, nothing is noted', async () => {
  await shiftIn(30);
  expect(await noted((await clockIn()).id)).toEqual([]);
  await rule('allowed');
  await act(ana, (tx) => tx`select clock_out()`);
  expect(await noted((await clockIn()).id)).toEqual([]);
});

test('a reason is asked for; it reaches the managers and keeps nobody from the clock', async () => {
  const starts = await shiftIn(30);
  await rule('ask_reason');
  const { id, clock_in } = await clockIn();
  expect(await noted(id)).toEqual([{ rule: 'ask_reason', shift_starts_at: starts, reason: null }]);
  await act(ana, (tx) => tx`select explain_early_clock_in(${id}, ' Concrete came early ')`);
  const items = await act(
    us.manager,
    (tx) =>
      tx`select employee_id, detail ->> 'note' as note from verification_items() where kind = 'early_clock_in'`,
  );
  expect(items).toEqual([{ employee_id: ana.employeeId, note: 'Concrete came early' }]);
  const [stopped] = await act(ana, (tx) => tx`select * from clock_out()`);
  expect(stopped?.['clock_in']).toEqual(clock_in);
});

test('time counts from the start of the shift, and the history says so', async () => {
  const starts = await shiftIn(-80);
  await rule('from_shift');
  const { id, clock_in } = await clockedIn(100);
  const [note] = await noted(id);
  expect(note).toMatchObject({ rule: 'from_shift', shift_starts_at: starts });
  const out = minutesFromNow(-20);
  await db.sql`update time_entries set clock_out = ${out} where id = ${id}`;
  const [entry] = await db.sql`select clock_in, clock_out from time_entries where id = ${id}`;
  expect(entry).toEqual({ clock_in: starts, clock_out: out });
  const [total] =
    await db.sql`select sum(seconds)::integer as seconds from work_totals where employee_id = ${ana.employeeId}`;
  expect(total?.['seconds']).toBe(3600);
  const [change] = await db.sql`select before ->> 'clock_in' as was, reason from audit_events
    where entity = 'time_entries' and entity_id = ${id} and action = 'updated' order by sequence desc limit 1`;
  expect(change?.['reason']).toBe('Counts from the start of the shift');
  expect(Date.parse(change?.['was'])).toBe(clock_in.getTime());
});

test('whoever leaves before the shift, or took a break before it, keeps their time', async () => {
  await shiftIn(60);
  await shiftIn(-60);
  await rule('from_shift');
  const early = await clockedIn(90);
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    values (${us.id}, ${early.id}, ${minutesFromNow(-80)}, ${minutesFromNow(-70)}, 'rest', true)`;
  await db.sql`update time_entries set clock_out = ${minutesFromNow(-30)} where id = ${early.id}`;
  expect(await db.sql`select clock_in from time_entries where id = ${early.id}`).toEqual([
    { clock_in: early.clock_in },
  ]);
  await db.sql`delete from shifts where employee_id = ${ana.employeeId} and starts_at < now()`;
  const first = await clockIn();
  const [stopped] = await act(ana, (tx) => tx`select * from clock_out()`);
  expect(stopped?.['clock_in']).toEqual(first.clock_in);
});

test('grace, a shift that runs, a draft and a shift of somebody else are not early', async () => {
  await rule('ask_reason', { grace: 15 });
  await shiftIn(10);
  expect(await noted((await clockIn()).id)).toEqual([]);
  const ben = await hire(db.sql, us.owner, 'employee');
  await shiftIn(-30, ben);
  await shiftIn(120, ben);
  expect(await noted((await clockIn(ben)).id)).toEqual([]);
  const cleo = await hire(db.sql, us.owner, 'employee');
  await act(
    us.manager,
    (tx) => tx`insert into shifts (employee_id, project_id, starts_at, ends_at)
      values (${cleo.employeeId}, ${us.project}, ${minutesFromNow(60)}, ${minutesFromNow(400)})`,
  );
  expect(await noted((await clockIn(cleo)).id)).toEqual([]);
});

test('a rule of the person counts before one of the project, and that before the company', async () => {
  await shiftIn(30);
  await rule('ask_reason');
  await rule('from_shift', { project: us.project });
  expect(await noted((await clockIn()).id)).toMatchObject([{ rule: 'from_shift' }]);
  await act(ana, (tx) => tx`select clock_out()`);
  await rule('allowed', { employee: ana.employeeId });
  expect(await noted((await clockIn()).id)).toEqual([]);
});

test('stops by a plain update where own edits are not allowed', async () => {
  await act(us.owner, (tx) => tx`update companies set own_time_edit = 'not_allowed'`);
  await shiftIn(30);
  await rule('from_shift');
  const { id } = await clockIn();
  await act(ana, (tx) => tx`update time_entries set clock_out = now() where id = ${id}`);
  const [entry] = await db.sql`select clock_out from time_entries where id = ${id}`;
  expect(entry?.['clock_out']).not.toBeNull();
  await act(us.owner, (tx) => tx`update companies set own_time_edit = 'allowed'`);
});

test('only owners set rules, and only the person explains', async () => {
  for (const who of [us.manager, us.foreman, us.employee]) {
    await expect(
      act(who, (tx) => tx`insert into clock_in_rules (rule) values ('from_shift')`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await shiftIn(30);
  await rule('ask_reason');
  const { id } = await clockIn();
  for (const who of [us.colleague, us.manager, them.owner]) {
    await expect(
      act(who, (tx) => tx`select explain_early_clock_in(${id}, 'x')`),
    ).rejects.toMatchObject({ hint: 'not_found' });
  }
  expect(await act(us.colleague, (tx) => tx`select * from early_clock_ins`)).toEqual([]);
  expect(await act(them.owner, (tx) => tx`select * from early_clock_ins`)).toEqual([]);
  expect(await act(them.owner, (tx) => tx`select * from clock_in_rules`)).toEqual([]);
  await expect(act(ana, (tx) => tx`update early_clock_ins set reason = 'x'`)).rejects.toMatchObject(
    { code: '42501' },
  );
  expect((await noted(id))[0]?.['reason']).toBeNull();
  expect(await noted(randomUUID())).toEqual([]);
});

import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { openCompany, type Person } from './world.ts';

const { db, us, act } = await openCompany();

const makeFeed = async (who: Person): Promise<string> => {
  const [row] = await act(who, (tx) => tx`select create_calendar_feed() as token`);
  return row?.['token'];
};
const read = async (token: string): Promise<string> => {
  const [row] = await act('anon', (tx) => tx`select calendar_feed(${token}) as text`);
  return row?.['text'];
};
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event));

/** Seven in the morning in Denver on a day ahead, whatever the season. */
const [starts, ends] = [`${inDays(10)} 07:00 America/Denver`, `${inDays(10)} 15:30 America/Denver`];

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function plan(who: Person, note: string | null = null): Promise<string> {
  return act(us.manager, async (tx) => {
    const [shift] =
      await tx`insert into shifts (employee_id, project_id, cost_code_id, starts_at, ends_at, note)
      values (${who.employeeId}, ${us.project}, ${us.costCode}, ${starts}, ${ends}, ${note}) returning id`;
    return shift?.['id'];
  });
}
const publish = () =>
  act(us.manager, (tx) => tx`select publish_shifts(${inDays(8)}::date, ${inDays(12)}::date)`);

test('published shifts and approved time off, read by an independent parser', async () => {
  await db.sql`update projects set name = 'Harbor Point; phase 2, north', time_zone = 'America/Denver',
    address = '12 Sea Lane, Portland' where id = ${us.project}`;
  const note = `Bring gloves; ask Ana, "José" or the office.\nGate code 4711\\A. ${'ñandú '.repeat(20)}`;
  await plan(us.employee, note);
  const token = await makeFeed(us.employee);
  expect(eventsOf(await read(token))).toEqual([]);
  await publish();
  await db.sql`insert into time_off_types (company_id, name, pay_code) values (${us.id}, 'Vacation', 'PTO')`;
  await db.sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, status)
    select ${us.id}, ${us.employee.employeeId}, t.id, ${inDays(20)}, ${inDays(22)}, 24, 'approved'
    from time_off_types t where t.company_id = ${us.id} and t.name = 'Vacation'`;

  const text = await read(token);
  const [shift, vacation, ...others] = eventsOf(text);
  expect(others).toEqual([]);
  expect(shift?.summary).toBe('Harbor Point; phase 2, north');
  expect(shift?.location).toBe('12 Sea Lane, Portland');
  expect(shift?.description).toBe(
    `7:00 AM – 3:30 PM (America/Denver)\n06 10 00 Rough carpentry\n${note.trim()}`,
  );
  const [told] =
    await db.sql`select starts_at, ends_at from shifts where employee_id = ${us.employee.employeeId}`;
  expect(shift?.startDate.toJSDate()).toEqual(told?.['starts_at']);
  expect(shift?.endDate.toJSDate()).toEqual(told?.['ends_at']);
  expect([vacation?.summary, vacation?.startDate.isDate]).toEqual(['Vacation (24 h)', true]);
  expect(vacation?.startDate.toString()).toBe(inDays(20));
  expect(vacation?.endDate.toString()).toBe(inDays(23));
  // RFC 5545: lines end with CR LF and hold at most 75 bytes.
  const lines = text.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75 || line.includes('\n'))).toEqual([]);
  expect(lines.at(-1)).toBe('');
  expect(text).toContain('X-WR-TIMEZONE:America/New_York');
});

test('shows what was told, never a draft, and nothing of others', async () => {
  const token = await makeFeed(us.colleague);
  const shift = await plan(us.colleague);
  await publish();
  await act(us.manager, (tx) => tx`update shifts set note = 'secret draft' where id = ${shift}`);
  const [event, ...others] = eventsOf(await read(token));
  expect(others).toEqual([]);
  expect(event?.uid).toBe(`${shift}@shifts`);
  expect(event?.description).not.toContain('secret');
});

test('a change keeps its event, and a shift that is taken off the schedule takes it away', async () => {
  const token = await makeFeed(us.manager);
  const shift = await plan(us.manager);
  await publish();
  const [before] = eventsOf(await read(token));
  await act(
    us.manager,
    (tx) => tx`update shifts set starts_at = starts_at + interval '1 hour' where id = ${shift}`,
  );
  await publish();
  const [after, ...others] = eventsOf(await read(token));
  expect(others).toEqual([]);
  expect(after?.uid).toBe(before?.uid);
  const moved = (after?.startDate.toUnixTime() ?? 0) - (before?.startDate.toUnixTime() ?? 0);
  expect(moved).toBe(3600);
  await act(us.manager, (tx) => tx`update shifts set cancelled = true where id = ${shift}`);
  expect(eventsOf(await read(token))).toHaveLength(1);
  await publish();
  expect(eventsOf(await read(token))).toEqual([]);
});

test('a new address ends the one before, and so do revoking and leaving', async () => {
  const refused = { code: 'PT404', hint: 'calendar_not_found' };
  const first = await makeFeed(us.foreman);
  const second = await makeFeed(us.foreman);
  await expect(read(first)).rejects.toMatchObject(refused);
  expect(await read(second)).toContain('BEGIN:VCALENDAR');
  const [kept] =
    await db.sql`select token_hash from private.calendar_feeds where employee_id = ${us.foreman.employeeId}`;
  expect(kept?.['token_hash']).not.toContain(second);
  await act(us.foreman, (tx) => tx`select revoke_calendar_feed()`);
  await expect(read(second)).rejects.toMatchObject(refused);
  expect(await act(us.foreman, (tx) => tx`select my_calendar_feed() as made`)).toEqual([
    { made: null },
  ]);
  for (const guess of ['', 'x', first.toUpperCase()]) {
    await expect(read(guess)).rejects.toMatchObject(refused);
  }
  const third = await makeFeed(us.foreman);
  await act(us.owner, (tx) => tx`select deactivate_employee(${us.foreman.employeeId})`);
  await expect(read(third)).rejects.toMatchObject(refused);
});

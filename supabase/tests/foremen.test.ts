import { beforeAll, describe, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let member: Person;
/** In the crew on March 9 and 10, out of it on the 11th. */
const entries: Record<'ninth' | 'tenth' | 'eleventh', string> = {
  ninth: '',
  tenth: '',
  eleventh: '',
};

async function entry(person: Person, day: string): Promise<string> {
  const [row] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
    values (${us.id}, ${person.employeeId}, ${`${day}T14:00:00Z`}, ${`${day}T18:00:00Z`}, ${us.project}) returning id`;
  return row?.['id'];
}

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/New_York'`;
  member = await hire(db.sql, us.owner, 'employee');
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Concrete', ${us.foreman.employeeId}) returning id`,
  );
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date, to_date)
    values (${us.id}, ${crew?.['id']}, ${member.employeeId}, '2026-03-09', '2026-03-10')`;
  await db.sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from)
    values (${us.id}, ${member.employeeId}, 30, '2026-01-01') on conflict do nothing`;
  entries.ninth = await entry(member, '2026-03-09');
  entries.tenth = await entry(member, '2026-03-10');
  entries.eleventh = await entry(member, '2026-03-11');
});

const seen = async (who: Person): Promise<string[]> => {
  const rows = await act(
    who,
    (tx) =>
      tx`select id from time_entries where employee_id = ${member.employeeId} order by clock_in`,
  );
  return rows.map((row) => row['id']);
};

const listed = async (who: Person): Promise<string[]> => {
  const [row] = await act(
    who,
    (tx) =>
      tx`select list_time_entries('2026-03-08T00:00:00Z', '2026-03-13T00:00:00Z', ${member.employeeId}) as page`,
  );
  return row?.['page'].entries.map(({ id }: { id: string }) => id).toReversed();
};

const correct = (who: Person, id: string, reason: string | null) =>
  act(
    who,
    (tx) => tx`select * from save_time_entry(${id}, ${member.employeeId},
      (select clock_in from time_entries where id = ${id}),
      (select clock_out + interval '30 minutes' from time_entries where id = ${id}), ${us.project}, null, null,
      '[{"started_at": "2026-03-10T16:00:00Z", "ended_at": "2026-03-10T16:30:00Z"}]'::jsonb, ${reason})`,
  );

const approve = (who: Person, from: string, to: string) =>
  act(who, (tx) => tx`select approve_time(${member.employeeId}, ${from}, ${to}) as days`);

describe('foremen and the time of their crew', () => {
  test('read it on the days people were in it, with its history, and nothing of other days', async () => {
    const led = [entries.ninth, entries.tenth];
    expect(await seen(us.foreman)).toEqual(led);
    expect(await listed(us.foreman)).toEqual(led);
    expect(await seen(us.manager)).toHaveLength(3);
    const history = (id: string) =>
      act(us.foreman, (tx) => tx`select * from time_entry_history(${id})`);
    expect(await history(entries.tenth)).not.toHaveLength(0);
    expect(await history(entries.eleventh)).toHaveLength(0);
  });

  test('another foreman, a colleague, and strangers read none of it', async () => {
    const other = await hire(db.sql, us.owner, 'foreman');
    for (const who of [other, us.employee, them.foreman, them.owner]) {
      expect(await seen(who)).toEqual([]);
      expect(await listed(who)).not.toEqual(expect.arrayContaining([entries.tenth]));
    }
    await act(us.manager, (tx) => tx`update crews set foreman_id = ${other.employeeId}`);
    expect(await seen(us.foreman)).toEqual([]);
    expect(await seen(other)).toHaveLength(2);
    await act(us.manager, (tx) => tx`update crews set foreman_id = ${us.foreman.employeeId}`);
  });

  test('rates and pay stay hidden', async () => {
    const rows = (table: string) =>
      act(us.foreman, (tx) =>
        tx.unsafe(`select * from ${table} where employee_id = '${member.employeeId}'`),
      );
    for (const table of ['employee_rates', 'payroll_lines', 'pay_items', 'work_totals'])
      expect(await rows(table), table).toEqual([]);
  });

  test('correct it with a reason, which the history keeps', async () => {
    await expect(correct(us.foreman, entries.tenth, null)).rejects.toMatchObject({
      hint: 'reason_required',
    });
    await expect(
      act(
        us.foreman,
        (tx) => tx`update time_entries set notes = 'x' where id = ${entries.tenth} returning id`,
      ),
    ).rejects.toMatchObject({ hint: 'reason_required' });
    await correct(us.foreman, entries.tenth, 'Forgot to stop');
    const [changed] = await db.sql`select clock_out, (select count(*)::int from time_entry_breaks b
      where b.time_entry_id = t.id) as breaks from time_entries t where id = ${entries.tenth}`;
    expect(changed).toMatchObject({ clock_out: new Date('2026-03-10T18:30:00Z'), breaks: 1 });
    const history = await act(
      member,
      (tx) => tx`select reason from time_entry_history(${entries.tenth})`,
    );
    expect(history.map((row) => row['reason'])).toContain('Forgot to stop');
  });

  test('do not touch other days, move an entry out of the crew’s days, delete or add', async () => {
    const none = await act(
      us.foreman,
      (tx) => tx`update time_entries set notes = 'x' where id = ${entries.eleventh} returning id`,
    );
    expect(none).toEqual([]);
    await expect(
      act(
        us.foreman,
        (tx) => tx`select * from save_time_entry(${entries.tenth}, ${member.employeeId},
          '2026-03-12T14:00:00Z', '2026-03-12T15:00:00Z', ${us.project}, null, null, null, 'Wrong day')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(us.foreman, (tx) => tx`select delete_time_entry(${entries.ninth}, 'No work')`),
    ).rejects.toMatchObject({ hint: 'managers_only' });
    expect(await seen(us.manager)).toContain(entries.ninth);
    await expect(
      act(
        us.foreman,
        (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id)
          values (${member.employeeId}, '2026-03-10T20:00:00Z', '2026-03-10T21:00:00Z', ${us.project})`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('approve the days they led, only where the owner allows it', async () => {
    await expect(approve(us.foreman, '2026-03-09', '2026-03-10')).rejects.toMatchObject({
      hint: 'managers_only',
    });
    await act(us.owner, (tx) => tx`update companies set foremen_approve = true`);
    await expect(approve(us.foreman, '2026-03-09', '2026-03-11')).rejects.toMatchObject({
      hint: 'not_your_crew',
    });
    await expect(approve(us.employee, '2026-03-09', '2026-03-10')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(approve(them.foreman, '2026-03-09', '2026-03-10')).rejects.toMatchObject({
      code: '42501',
    });
    const [approved] = await approve(us.foreman, '2026-03-09', '2026-03-10');
    expect(approved?.['days']).toBe(2);
    await expect(correct(us.foreman, entries.tenth, 'Once more')).rejects.toMatchObject({
      hint: 'time_approved',
    });
    const own = act(
      us.foreman,
      (tx) => tx`select approve_time(${us.foreman.employeeId}, '2026-03-09', '2026-03-10')`,
    );
    await expect(own).rejects.toMatchObject({ hint: 'not_your_crew' });
  });
});

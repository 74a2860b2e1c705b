import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

type Right = 'allowed' | 'with_reason' | 'not_allowed';
interface Rights {
  readonly add?: Right;
  readonly edit?: Right;
  readonly delete?: Right;
}

async function workerWith(rights: Rights): Promise<Person> {
  const worker = await hire(db.sql, us.owner, 'employee');
  await as(
    db.sql,
    us.owner,
    (tx) => tx`update employees set own_time_add = ${rights.add ?? null},
      own_time_edit = ${rights.edit ?? null}, own_time_delete = ${rights.delete ?? null}
      where id = ${worker.employeeId}`,
  );
  return worker;
}

const save = (who: Person, id: string, hours: readonly [number, number], reason?: string) =>
  as(
    db.sql,
    who,
    (tx) => tx`select * from save_time_entry(
      id_param => ${id}, employee_id_param => ${who.employeeId}, clock_in_param => ${hoursAgo(hours[0])},
      clock_out_param => ${hoursAgo(hours[1])}, project_id_param => ${us.project}, reason_param => ${reason ?? null},
      breaks_param => ${tx.json([{ started_at: hoursAgo(3).toISOString(), ended_at: hoursAgo(2.5).toISOString() }])})`,
  );
const remove = (who: Person, id: string, reason?: string) =>
  as(db.sql, who, (tx) => tx`select delete_time_entry(${id}, ${reason ?? null})`);
const stored = (id: string) =>
  db.sql`select clock_in, clock_out from time_entries where id = ${id}`;

describe('own time', () => {
  test('whoever may not add, edit or delete is refused, also by plain statements', async () => {
    const worker = await workerWith({
      add: 'not_allowed',
      edit: 'not_allowed',
      delete: 'not_allowed',
    });
    const [entry] = await as(
      db.sql,
      us.owner,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
        values (${worker.employeeId}, ${hoursAgo(8)}, ${hoursAgo(1)}) returning id`,
    );
    const id: string = entry?.['id'];
    const before = await stored(id);
    await expect(save(worker, randomUUID(), [20, 12], 'why')).rejects.toMatchObject({
      hint: 'own_time_add_refused',
    });
    await expect(save(worker, id, [9, 1], 'why')).rejects.toMatchObject({
      hint: 'own_time_edit_refused',
    });
    await expect(remove(worker, id, 'why')).rejects.toMatchObject({
      hint: 'own_time_delete_refused',
    });
    await expect(addTime(db.sql, worker, hoursAgo(20), hoursAgo(12))).rejects.toMatchObject({
      hint: 'own_time_add_refused',
    });
    await expect(
      as(
        db.sql,
        worker,
        (tx) => tx`update time_entries set clock_in = ${hoursAgo(9)} where id = ${id}`,
      ),
    ).rejects.toMatchObject({ hint: 'own_time_edit_refused' });
    await expect(
      as(
        db.sql,
        worker,
        (tx) => tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at)
          values (${id}, ${hoursAgo(5)}, ${hoursAgo(4)})`,
      ),
    ).rejects.toMatchObject({ hint: 'own_time_edit_refused' });
    await expect(
      as(db.sql, worker, (tx) => tx`delete from time_entries where id = ${id}`),
    ).rejects.toMatchObject({ hint: 'own_time_delete_refused' });
    expect(await stored(id)).toEqual(before);
  });

  test('the clock, notes and a waived meal stay open, by functions and by plain statements', async () => {
    const worker = await workerWith({ add: 'not_allowed', edit: 'not_allowed' });
    const me = <T>(run: Parameters<typeof as<T>>[2]) => as(db.sql, worker, run);
    await me((tx) => tx`select clock_in(${us.project})`);
    await me((tx) => tx`select start_break()`);
    await me((tx) => tx`select end_break()`);
    await me((tx) => tx`select clock_out(meal_waived_param => true)`);
    const id = randomUUID();
    await me(
      (tx) => tx`insert into time_entries (id, employee_id, clock_in, project_id)
        values (${id}, ${worker.employeeId}, clock_timestamp(), ${us.project})`,
    );
    await me((tx) => tx`update time_entries set notes = 'Rebar' where id = ${id}`);
    await me((tx) => tx`update time_entries set clock_out = clock_timestamp() where id = ${id}`);
    await me((tx) => tx`update time_entries set meal_waived = true where id = ${id}`);
    expect(
      await db.sql`select notes, meal_waived, status from time_entries where id = ${id}`,
    ).toEqual([{ notes: 'Rebar', meal_waived: true, status: 'completed' }]);
  });

  test('with a reason it passes, and the reason is in the history', async () => {
    const worker = await workerWith({
      add: 'with_reason',
      edit: 'with_reason',
      delete: 'with_reason',
    });
    const id = randomUUID();
    const refused = { hint: 'own_reason_required' };
    await expect(save(worker, id, [8, 1])).rejects.toMatchObject(refused);
    await save(worker, id, [8, 1], 'Phone was dead');
    await expect(save(worker, id, [7, 1])).rejects.toMatchObject(refused);
    await save(worker, id, [7, 1], 'Came at nine');
    await expect(remove(worker, id)).rejects.toMatchObject(refused);
    await remove(worker, id, 'Was another day');
    const events = await db.sql`select action, reason from audit_events
      where entity_id = ${id} order by sequence`;
    expect(events).toEqual([
      { action: 'created', reason: 'Phone was dead' },
      { action: 'updated', reason: 'Came at nine' },
      { action: 'deleted', reason: 'Was another day' },
    ]);
  });

  test('an entry may come with breaks where adding is open and editing is not', async () => {
    const worker = await workerWith({ edit: 'not_allowed' });
    const id = randomUUID();
    await save(worker, id, [8, 1]);
    expect(await db.sql`select from time_entry_breaks where time_entry_id = ${id}`).toHaveLength(1);
  });

  test('the company sets the default, a person is the exception, managers stay free', async () => {
    const theirs = await makeCompany(db.sql);
    const [bound, free, manager] = [
      await hire(db.sql, theirs.owner, 'employee'),
      await hire(db.sql, theirs.owner, 'foreman'),
      await hire(db.sql, theirs.owner, 'manager'),
    ];
    const set = (who: Person) =>
      as(
        db.sql,
        who,
        (tx) =>
          tx`update companies set own_time_delete = 'not_allowed' where id = ${theirs.id} returning id`,
      );
    expect(await set(bound)).toEqual([]);
    expect(await set(us.owner)).toEqual([]);
    expect(await set(theirs.owner)).toHaveLength(1);
    await as(
      db.sql,
      manager,
      (tx) => tx`update employees set own_time_delete = 'allowed' where id = ${free.employeeId}`,
    );
    await as(
      db.sql,
      bound,
      (tx) => tx`update employees set own_time_delete = 'allowed' where id = ${bound.employeeId}`,
    );
    const add = (who: Person) => addTime(db.sql, who, hoursAgo(8), hoursAgo(1));
    await expect(remove(bound, await add(bound))).rejects.toMatchObject({
      hint: 'own_time_delete_refused',
    });
    await remove(free, await add(free));
    await remove(manager, await add(manager));
    expect(
      await db.sql`select employee_id from time_entries where company_id = ${theirs.id}`,
    ).toEqual([{ employee_id: bound.employeeId }]);
  });
});

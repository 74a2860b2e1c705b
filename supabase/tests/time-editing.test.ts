import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

const newWorker = () => hire(db.sql, us.owner, 'employee');
const lastEvent = async (id: string) => {
  const rows =
    await db.sql`select * from audit_events where entity_id = ${id} order by sequence desc limit 1`;
  return rows[0];
};

interface Edit {
  readonly id: string;
  readonly employee: string;
  readonly hours: readonly [number, number];
  readonly breaks?: readonly { started_at: Date; ended_at: Date; kind?: string; paid?: boolean }[];
  readonly reason?: string;
}

function save(who: Person, { id, employee, hours, breaks, reason }: Edit) {
  return as(
    db.sql,
    who,
    (tx) => tx`select * from save_time_entry(
      id_param => ${id}, employee_id_param => ${employee}, clock_in_param => ${hoursAgo(hours[0])},
      clock_out_param => ${hoursAgo(hours[1])}, project_id_param => ${us.project},
      breaks_param => ${breaks ? tx.json(JSON.parse(JSON.stringify(breaks))) : null}, reason_param => ${reason ?? null})`,
  ).then(([row]) => row);
}

describe('save_time_entry', () => {
  test('adds and changes an entry with its breaks, idempotent by id', async () => {
    const worker = await newWorker();
    const id = randomUUID();
    const edit: Edit = {
      id,
      employee: worker.employeeId,
      hours: [8, 1],
      breaks: [{ started_at: hoursAgo(5), ended_at: hoursAgo(4.5) }],
    };
    await save(worker, edit);
    await save(worker, edit);
    expect(await db.sql`select from time_entry_breaks where time_entry_id = ${id}`).toHaveLength(1);
    await save(worker, {
      ...edit,
      hours: [4.75, 1],
      breaks: [{ started_at: hoursAgo(4), ended_at: hoursAgo(3.5), kind: 'rest', paid: true }],
    });
    const breaks =
      await db.sql`select kind, paid from time_entry_breaks where time_entry_id = ${id}`;
    expect(breaks).toMatchObject([{ kind: 'rest', paid: true }]);
    await expect(save(worker, { ...edit, hours: [3, 1] })).rejects.toMatchObject({
      hint: 'break_outside_entry',
    });
  });

  test("another person's time needs a reason where the company asks for one, which is recorded", async () => {
    const asks = (required: boolean) =>
      db.sql`update companies set edit_reason_required = ${required} where id = ${us.id}`;
    const worker = await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(1));
    const edit: Edit = { id, employee: worker.employeeId, hours: [7, 1] };
    await asks(true);
    await expect(save(us.manager, edit)).rejects.toMatchObject({ hint: 'reason_required' });
    await save(us.manager, { ...edit, reason: 'Forgot to clock out' });
    expect(await lastEvent(id)).toMatchObject({
      action: 'updated',
      reason: 'Forgot to clock out',
      actor_id: us.manager.userId,
    });
    const remove = (reason: string | null) =>
      as(db.sql, us.manager, (tx) => tx`select delete_time_entry(${id}, ${reason})`);
    await expect(remove(null)).rejects.toMatchObject({ hint: 'reason_required' });
    await asks(false);
    await save(us.manager, { ...edit, hours: [6, 1] });
    expect(await lastEvent(id)).toMatchObject({ action: 'updated', reason: null });
    await save(us.manager, { ...edit, hours: [5, 1], reason: 'Came later' });
    expect(await lastEvent(id)).toMatchObject({ action: 'updated', reason: 'Came later' });
    await remove('Entered twice');
    expect(await lastEvent(id)).toMatchObject({ action: 'deleted', reason: 'Entered twice' });
  });

  test("does not reach another person's time for those who manage nobody", async () => {
    const worker = await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(1));
    const other = await makeCompany(db.sql, 'Outsiders');
    for (const who of [us.colleague, us.foreman, other.owner, us.deactivated]) {
      await expect(
        save(who, { id, employee: worker.employeeId, hours: [3, 2], reason: 'mine' }),
        // To a manager elsewhere the person does not exist; everyone else may not write for others.
      ).rejects.toMatchObject({ code: who === other.owner ? '23503' : '42501' });
      const [gone] = await as(
        db.sql,
        who,
        (tx) => tx`select delete_time_entry(${id}, 'mine') as gone`,
      );
      expect(gone?.['gone']).toBe(false);
    }
    const rows = await db.sql`select from time_entries where employee_id = ${worker.employeeId}`;
    expect(rows).toHaveLength(1);
  });
});

describe('many entries at once', () => {
  const change = (who: Person, ids: readonly string[], changes: object, reason: string | null) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`select change_time_entries(${ids as string[]}, ${tx.json(changes as never)}, ${reason}) as count`,
    );
  const jobsOf = (ids: readonly string[]) =>
    db.sql`select project_id, cost_code_id from time_entries where id = any (${ids as string[]}) order by clock_in`;

  test('get another project, each with the reason, and keep what was not named', async () => {
    const worker = await newWorker();
    const ids = [
      await addTime(db.sql, worker, hoursAgo(8), hoursAgo(6)),
      await addTime(db.sql, worker, hoursAgo(5), hoursAgo(1)),
    ];
    const [project] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Moved here') returning id`;
    const before = await jobsOf(ids);
    const [made] = await change(us.manager, ids, { project_id: project?.['id'] }, 'Wrong job');
    expect(made?.['count']).toBe(2);
    expect(await jobsOf(ids)).toEqual(
      before.map((row) => ({ ...row, project_id: project?.['id'] })),
    );
    for (const id of ids) {
      expect(await lastEvent(id)).toMatchObject({ action: 'updated', reason: 'Wrong job' });
    }
  });

  test('are not changed over what somebody else changed meanwhile', async () => {
    const worker = await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(6));
    const [before] = await jobsOf([id]);
    const made =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Theirs'), (${us.id}, 'Mine') returning id`;
    const [theirs, mine] = made.map((row) => row['id'] as string);
    await change(us.manager, [id], { project_id: theirs }, 'First');
    const late = as(
      db.sql,
      us.owner,
      (
        tx,
      ) => tx`select change_time_entries(${[id]}, ${tx.json({ project_id: mine ?? '' })}, 'Second',
        ${tx.json([{ id, project_id: before?.['project_id'], cost_code_id: null }] as never)})`,
    );
    await expect(late).rejects.toMatchObject({ hint: 'entries_changed' });
    expect(await jobsOf([id])).toMatchObject([{ project_id: theirs }]);
  });

  test('all or none, and nothing for those who manage nobody or another company', async () => {
    const worker = await newWorker();
    const ids = [await addTime(db.sql, worker, hoursAgo(8), hoursAgo(6))];
    const [project] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Not theirs') returning id`;
    const before = await jobsOf(ids);
    const changes = { project_id: project?.['id'] };
    const other = await makeCompany(db.sql, 'Strangers');
    for (const who of [worker, us.colleague, us.foreman, us.deactivated]) {
      await expect(change(who, ids, changes, 'mine')).rejects.toMatchObject({ code: '42501' });
    }
    await expect(change(other.owner, ids, changes, 'mine')).rejects.toMatchObject({
      hint: 'entry_gone',
    });
    const gone = '00000000-0000-7000-8000-00000000dead';
    await expect(change(us.manager, [...ids, gone], changes, 'x')).rejects.toMatchObject({
      hint: 'entry_gone',
    });
    for (const wrong of [{}, { employee_id: us.manager.employeeId }]) {
      await expect(change(us.manager, ids, wrong, 'x')).rejects.toMatchObject({
        hint: 'invalid_changes',
      });
    }
    expect(await jobsOf(ids)).toEqual(before);
  });
});

describe('plain edits of other people’s time', () => {
  test('carry their reason in a header', async () => {
    const worker = await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(1));
    await as(
      db.sql,
      us.manager,
      (tx) => tx`update time_entries set notes = 'mended' where id = ${id}`,
      { 'x-reason': encodeURIComponent('Olvidó marcar su salida'), 'x-client-source': 'web' },
    );
    expect(await lastEvent(id)).toMatchObject({ reason: 'Olvidó marcar su salida', source: 'web' });
  });

  test('are refused without one where the company asks for it', async () => {
    const company = await makeCompany(db.sql, 'Strict');
    await as(
      db.sql,
      company.owner,
      (tx) => tx`update companies set edit_reason_required = true where id = ${company.id}`,
    );
    const id = await addTime(db.sql, company.employee, hoursAgo(8), hoursAgo(1));
    const edit = (who: Person, headers = {}) =>
      as(
        db.sql,
        who,
        (tx) => tx`update time_entries set notes = 'mended' || random() where id = ${id}`,
        headers,
      );
    await expect(edit(company.manager)).rejects.toMatchObject({ hint: 'reason_required' });
    await edit(company.manager, { 'x-reason': 'typo' });
    await edit(company.employee);
  });
});

test('the person and managers read the history of an entry, others nothing', async () => {
  const worker = await newWorker();
  const id = randomUUID();
  const edit: Edit = { id, employee: worker.employeeId, hours: [8, 1] };
  await save(worker, { ...edit, breaks: [{ started_at: hoursAgo(5), ended_at: hoursAgo(4) }] });
  await save(us.manager, { ...edit, hours: [7, 1], breaks: [], reason: 'No break that day' });
  const history = (who: Person) =>
    as(db.sql, who, (tx) => tx`select * from time_entry_history(${id})`);
  const mine = await history(worker);
  expect(mine.map((row) => [row['entity'], row['action']])).toEqual([
    ['time_entries', 'created'],
    ['time_entry_breaks', 'created'],
    ['time_entry_breaks', 'deleted'],
    ['time_entries', 'updated'],
  ]);
  expect(mine.at(-1)).toMatchObject({ actor_name: 'manager Example', reason: 'No break that day' });
  expect(await history(us.manager)).toHaveLength(4);
  expect(await history(us.colleague)).toHaveLength(0);
  const other = await makeCompany(db.sql, 'Curious');
  expect(await history(other.owner)).toHaveLength(0);
});

import { describe, expect, test } from 'vitest';
import { makePublicWork } from './classification-stage.ts';
import { type Account, pairedTablet } from './kiosk-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const work = await makePublicWork(db.sql, us);
const theirs = await makePublicWork(db.sql, them);
let hour = 0;

/** A completed hour of a day of its own place, by hand; the stored code and modification. */
async function book(
  day: string,
  fields: Record<string, string | null> = {},
  person: Person = us.employee,
) {
  hour += 1;
  const start = new Date(`${day}T05:00:00Z`).getTime() + (hour % 18) * 3_600_000;
  const [row] = await act(
    person,
    (tx) =>
      tx`insert into time_entries ${tx({
        employee_id: person.employeeId,
        clock_in: new Date(start),
        clock_out: new Date(start + 1_800_000),
        project_id: work.project,
        ...fields,
      } as never)} returning id`,
  );
  return row?.['id'] as string;
}

/** `CARP 1`: code and modification of an entry's class. */
async function classOf(id: string) {
  const [row] = await db.sql`select k.code || ' ' || d.modification as text from time_entries t
    join work_classifications k on k.company_id = t.company_id and k.id = t.classification_id
    join wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
    where t.id = ${id}`;
  return row?.['text'] ?? null;
}

const change = (id: string, fields: Record<string, unknown>, who: Account = us.manager) =>
  act(who, (tx) => tx`update time_entries set ${tx(fields as never)} where id = ${id}`);

describe('what is not chosen is filled', () => {
  test('by the cost code, else by what the person usually does, as of the day', async () => {
    const mapped = { cost_code_id: work.mappedCode };
    expect(await classOf(await book('2026-02-10', mapped))).toBe('CARP 0');
    expect(await classOf(await book('2026-03-10', mapped))).toBe('CARP 1');
    expect(await classOf(await book('2026-02-10'))).toBe('LABO 0');
    expect(await classOf(await book('2026-03-10'))).toBe('LABO 1');
    // Before the usual class begins, and for somebody who has none.
    expect(await classOf(await book('2026-01-14'))).toBeNull();
    expect(await classOf(await book('2026-03-10', {}, us.colleague))).toBeNull();
    expect(await classOf(await book('2026-03-10', { project_id: us.project }))).toBeNull();
  });

  test('a choice goes before both, and means the modification of its day', async () => {
    const chosen = {
      cost_code_id: work.mappedCode,
      classification_id: work.first['LABO'] as string,
    };
    expect(await classOf(await book('2026-03-11', chosen))).toBe('LABO 1');
    expect(await classOf(await book('2026-02-11', chosen))).toBe('LABO 0');
  });

  test('what was filled follows project, cost code and day; what was chosen stays on its project', async () => {
    const filled = await book('2026-03-12');
    await change(filled, { cost_code_id: work.mappedCode });
    expect(await classOf(filled)).toBe('CARP 1');
    await change(filled, { project_id: us.project });
    expect(await classOf(filled)).toBeNull();
    await change(filled, { project_id: work.project });
    expect(await classOf(filled)).toBe('CARP 1');

    const chosen = await book('2026-03-12', {
      cost_code_id: work.mappedCode,
      classification_id: work.modified['LABO'] as string,
    });
    await change(chosen, { cost_code_id: us.costCode });
    expect(await classOf(chosen)).toBe('LABO 1');
    await change(chosen, {
      clock_in: '2026-02-12T12:00:00Z',
      clock_out: '2026-02-12T13:00:00Z',
    });
    expect(await classOf(chosen)).toBe('LABO 0');
    await change(chosen, { classification_id: null, cost_code_id: work.mappedCode });
    expect(await classOf(chosen)).toBe('CARP 0');
  });

  test('save_time_entry leaves a class it is not told about, and fills anew when it is taken away', async () => {
    const id = await book('2026-03-13', { classification_id: work.modified['CARP'] as string });
    const [row] = await db.sql`select * from time_entries where id = ${id}`;
    const save = (basedOn: object | null, chosen: string | null, notes = 'x') =>
      act(
        us.manager,
        (
          tx,
        ) => tx`select save_time_entry(${id}, ${us.employee.employeeId}, ${row?.['clock_in']}, ${row?.['clock_out']},
          ${work.project}, null, ${notes}, reason_param => 'test', based_on_param => ${tx.json(basedOn as never)},
          classification_id_param => ${chosen})`,
      );
    await save(null, null);
    expect(await classOf(id)).toBe('CARP 1');
    // The caller read another class than there is by now, and did not touch it.
    await save({ classification_id: work.modified['LABO'] }, work.modified['LABO'] as string);
    expect(await classOf(id)).toBe('CARP 1');
    await save({ classification_id: work.modified['CARP'] }, null);
    expect(await classOf(id)).toBe('LABO 1');
    await expect(
      save({ classification_id: work.modified['CARP'] }, work.modified['CARP'] as string, 'y'),
    ).resolves.toBeDefined();
    await expect(save({ classification_id: work.first['OPER'] }, null)).rejects.toMatchObject({
      hint: 'changed_meanwhile',
    });
  });

  test('of many entries at once, all or none', async () => {
    const ids = [await book('2026-03-14'), await book('2026-03-14')];
    const set = (classification: string) =>
      act(
        us.manager,
        (tx) =>
          tx`select change_time_entries(${ids}, ${tx.json({ classification_id: classification })}, 'test')`,
      );
    await set(work.modified['CARP'] as string);
    expect(await Promise.all(ids.map(classOf))).toEqual(['CARP 1', 'CARP 1']);
    await expect(set(theirs.modified['CARP'] as string)).rejects.toMatchObject({
      hint: 'classification_not_on_project',
    });
    expect(await Promise.all(ids.map(classOf))).toEqual(['CARP 1', 'CARP 1']);
  });

  test('a merged cost code takes what it stands for along', async () => {
    const [code] = await act(
      us.manager,
      (tx) => tx`insert into cost_codes (code, name) values ('merged', 'Forms too') returning id`,
    );
    await act(
      us.manager,
      (tx) => tx`insert into cost_code_classifications (project_id, cost_code_id, classification_id)
        values (${work.project}, ${code?.['id']}, ${work.first['CARP'] as string})`,
    );
    const id = await book('2026-03-14', { cost_code_id: code?.['id'] });
    await act(us.manager, (tx) => tx`select merge_cost_codes(${code?.['id']}, ${us.costCode})`);
    expect(await classOf(id)).toBe('CARP 1');
    expect(await classOf(await book('2026-03-14', { cost_code_id: us.costCode }))).toBe('CARP 1');
    await db.sql`delete from cost_code_classifications where cost_code_id = ${us.costCode}`;
  });

  test('fill_classifications fills what is missing and open', async () => {
    const [open, approved] = [
      await book('2026-04-01', {}, us.colleague),
      await book('2026-04-02', {}, us.colleague),
    ];
    await act(
      us.manager,
      (tx) => tx`select approve_time(${us.colleague.employeeId}, '2026-04-02', '2026-04-02')`,
    );
    const fill = (who: Person) =>
      act(
        who,
        (tx) =>
          tx`select fill_classifications(${work.project}, '2026-04-01', '2026-04-30') as filled`,
      );
    await expect(fill(us.foreman)).rejects.toMatchObject({ hint: 'managers_only' });
    expect(await fill(us.manager)).toEqual([{ filled: 0 }]);
    await act(
      us.manager,
      (tx) =>
        tx`insert into employee_classifications (employee_id, project_id, classification_id, from_date)
          values (${us.colleague.employeeId}, ${work.project}, ${work.first['CARP'] as string}, '2026-04-01')`,
    );
    expect(await fill(them.manager)).toEqual([{ filled: 0 }]);
    expect(await fill(us.manager)).toEqual([{ filled: 1 }]);
    expect(await Promise.all([open, approved].map(classOf))).toEqual(['CARP 1', null]);
  });
});

describe('a choice that does not fit', () => {
  test.each([
    ['of another company', () => theirs.modified['CARP'], 'classification_not_on_project'],
    ['that ended before the day', () => work.modified['OPER'], 'classification_not_in_force'],
    ['of nothing', () => '00000000-0000-4000-8000-000000000000', 'classification_not_on_project'],
  ])('%s is refused by hand and changes nothing', async (_, chosen, hint) => {
    await expect(
      book('2026-03-15', { classification_id: chosen() as string }),
    ).rejects.toMatchObject({ hint });
    const id = await book('2026-03-15');
    await expect(change(id, { classification_id: chosen() })).rejects.toMatchObject({ hint });
    expect(await classOf(id)).toBe('LABO 1');
  });

  test('on a project that is no public work is refused', async () => {
    await expect(
      book('2026-03-15', {
        project_id: us.project,
        classification_id: work.modified['CARP'] as string,
      }),
    ).rejects.toMatchObject({ hint: 'classification_not_on_project' });
  });

  test('a class may be chosen on its last day', async () => {
    const id = await book('2026-02-28', { classification_id: work.first['OPER'] as string });
    expect(await classOf(id)).toBe('OPER 0');
  });
});

describe('who may', () => {
  test('others, other companies, leavers and strangers change nothing', async () => {
    const id = await book('2026-03-16');
    const fields = { classification_id: work.modified['CARP'] as string };
    const tablet = await pairedTablet(db.sql, us);
    for (const who of [us.colleague, them.owner, us.deactivated, tablet]) {
      await change(id, fields, who).catch(() => undefined);
    }
    await expect(
      act('anon', (tx) => tx`update time_entries set ${tx(fields)} where id = ${id}`),
    ).rejects.toThrow(/permission denied/);
    expect(await classOf(id)).toBe('LABO 1');
  });

  test('foremen choose for their crew, with a reason, and see no rates', async () => {
    const id = await book('2026-03-16');
    const [crew] = await act(
      us.manager,
      (tx) =>
        tx`insert into crews (name, foreman_id) values ('Forms', ${us.foreman.employeeId}) returning id`,
    );
    await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
      values (${us.id}, ${crew?.['id']}, ${us.employee.employeeId}, '2026-01-01')`;
    await act(
      us.foreman,
      (tx) =>
        tx`update time_entries set classification_id = ${work.modified['CARP'] as string} where id = ${id}`,
      { 'x-reason': 'carried forms' },
    );
    expect(await classOf(id)).toBe('CARP 1');
    expect(await act(us.foreman, (tx) => tx`select from work_classifications`)).toEqual([]);
  });

  test('their own follows the rule for their own time', async () => {
    const id = await book('2026-03-17');
    await db.sql`update companies set own_time_edit = 'not_allowed' where id = ${us.id}`;
    await expect(
      change(id, { classification_id: work.modified['CARP'] as string }, us.employee),
    ).rejects.toMatchObject({ hint: 'own_time_edit_refused' });
    await db.sql`update companies set own_time_edit = default where id = ${us.id}`;
    expect(await classOf(id)).toBe('LABO 1');
  });
});

describe('a changed class is changed time', () => {
  test('approved and locked days refuse it', async () => {
    const id = await book('2026-03-18', { notes: 'approved' });
    await act(
      us.manager,
      (tx) => tx`select approve_time(${us.employee.employeeId}, '2026-03-18', '2026-03-18')`,
    );
    await expect(
      change(id, { classification_id: work.modified['CARP'] as string }),
    ).rejects.toMatchObject({ hint: 'time_approved' });
    expect(await classOf(id)).toBe('LABO 1');
  });

  test('a signature under the timesheet no longer holds, and the worker is notified', async () => {
    const id = await book('2026-03-19');
    await act(
      us.employee,
      (tx) => tx`select sign_timesheet('2026-03-15', '2026-03-21', 'Sam Reed', 'Right', 'en', '1')`,
    );
    await act(us.manager, (tx) => tx`select * from payroll_overview('2026-03-15', '2026-03-21')`);
    await change(id, { classification_id: work.modified['CARP'] as string });
    const [signed] = await db.sql`select invalidated_at is not null as asks_again
      from timesheet_signatures where employee_id = ${us.employee.employeeId}`;
    expect(signed).toEqual({ asks_again: true });
    const [edit] = await db.sql`select was ->> 'classification_id' as was from private.time_edits
      where time_entry_id = ${id}`;
    expect(edit).toEqual({ was: work.modified['LABO'] });
    const [history] = await act(
      us.employee,
      (tx) => tx`select after ->> 'classification_id' as class from time_entry_history(${id})
        where action = 'updated'`,
    );
    expect(history).toEqual({ class: work.modified['CARP'] });
  });
});

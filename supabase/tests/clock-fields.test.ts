import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { OfflineStage, ZONE } from './offline-stage.ts';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const truck = randomUUID();
let shift: string;
let office: string;
let entry: string;

beforeAll(async () => {
  const add = async (name: string, shown: string, kind = 'text', choices: unknown = []) => {
    const [row] = await act(
      us.owner,
      (tx) => tx`insert into custom_fields (on_table, name, kind, choices, required, shown)
        values ('time_entries', ${name}, ${kind}, ${tx.json(choices as never)}, true, ${shown}) returning id`,
    );
    return row?.['id'] as string;
  };
  shift = await add('Truck', 'phone', 'choice', [{ id: truck, name: 'T-1', name_es: null }]);
  office = await add('Cost center', 'desk');
  const [started] = await act(us.employee, (tx) => tx`select id from clock_in(${us.project})`);
  entry = started?.['id'];
});

const answer = (who: Person, values: object, id = entry) =>
  act(who, (tx) => tx`select custom from answer_clock_fields(${id}, ${tx.json(values as never)})`);
const stored = async () =>
  (await db.sql`select custom from time_entries where id = ${entry}`)[0]?.['custom'];

describe('what is asked once the clock runs', () => {
  test('the clock runs without it, and the answer comes after, once', async () => {
    expect(await stored()).toEqual({});
    expect(await answer(us.employee, { [shift]: truck })).toEqual([{ custom: { [shift]: truck } }]);
    expect(await answer(us.employee, { [shift]: randomUUID() })).toEqual([
      { custom: { [shift]: truck } },
    ]);
    expect(await stored()).toEqual({ [shift]: truck });
  });

  test('what does not fit, and what only the office answers, is left out', async () => {
    for (const values of [{ [office]: 'C-1' }, { [randomUUID()]: 'x' }, { [shift]: 5 }, []]) {
      await answer(us.employee, values);
      expect(await stored()).toEqual({ [shift]: truck });
    }
  });

  test('nobody answers for the time of somebody else', async () => {
    for (const who of [us.colleague, us.foreman, us.manager, them.owner]) {
      await expect(answer(who, { [shift]: truck })).rejects.toMatchObject({ hint: 'not_found' });
    }
    await expect(
      as(db.sql, 'anon', (tx) => tx`select answer_clock_fields(${entry}, '{}')`),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await stored()).toEqual({ [shift]: truck });
  });

  test('what is answered about a punch that is held counts when it is applied', async () => {
    await db.sql`update companies set time_zone = ${ZONE}, late_punch_hours = 120`;
    const stage = await OfflineStage.make(db.sql, us);
    await db.sql`insert into project_members (company_id, project_id, employee_id)
      values (${us.id}, ${stage.project('Q')}, ${us.colleague.employeeId})`;
    expect(await stage.send(['A1 in 7:00 Q e1', 'A2 out 15:30 e1'])).toEqual(['held', 'held']);
    const held = stage.id('e1');
    await expect(answer(us.colleague, { [shift]: truck }, held)).rejects.toMatchObject({
      hint: 'not_found',
    });
    await answer(stage.worker, { [shift]: truck, [office]: 'C-1' }, held);
    // An answer that comes again, or another one, changes nothing that was said first.
    await answer(stage.worker, { [shift]: randomUUID() }, held);
    await act(
      stage.worker,
      (tx) => tx`select correct_held_event(${stage.event('A1 in 7:00 Q e1').id}, ${us.project})`,
    );
    const [applied] = await db.sql`select custom from time_entries where id = ${held}`;
    expect(applied).toEqual({ custom: { [shift]: truck } });
    await db.sql`delete from time_entries where id = ${held}`;
    await expect(answer(stage.worker, {}, held)).rejects.toMatchObject({ hint: 'not_found' });
  });
});

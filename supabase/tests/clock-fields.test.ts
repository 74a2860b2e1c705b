import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
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
});

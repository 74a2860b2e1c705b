import { beforeAll, describe, expect, test } from 'vitest';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();
let worker: Person;

beforeAll(async () => {
  worker = await hire(db.sql, us.owner, 'employee');
});

const codes = () => db.sql`select * from cost_codes where company_id = ${us.id} order by code`;
const importRows = (person: Person, rows: object[], dryRun: boolean) =>
  as(
    db.sql,
    person,
    (tx) => tx`select * from import_cost_codes(${tx.json(rows as never)}, ${dryRun})`,
  );

async function addCode(code: string): Promise<string> {
  const [row] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into cost_codes (code, name) values (${code}, ${code}) returning id`,
  );
  return row?.['id'];
}

describe('importing cost codes', () => {
  test('says what is wrong with each row and changes nothing', async () => {
    const before = await codes();
    await addCode('TAKEN');
    const verdicts = await importRows(
      us.owner,
      [
        { code: 'A 1', name: 'Fine', group: 'A', unit: 'SF' },
        { code: '', name: 'No code' },
        { code: 'A 2', name: '  ' },
        { code: 'x'.repeat(41), name: 'Long' },
        { code: 'A 3', name: 'x'.repeat(201) },
        { code: 'A 4', name: 'Unit', unit: 'x'.repeat(21) },
        { code: 'a 1', name: 'Repeated' },
        { code: 'taken', name: 'Taken' },
      ],
      true,
    );
    expect(verdicts.map((row) => row['verdict'])).toEqual([
      'ok',
      'code_missing',
      'name_missing',
      'code_too_long',
      'name_too_long',
      'unit_too_long',
      'code_repeated',
      'code_taken',
    ]);
    expect(await codes()).toHaveLength(before.length + 1);
  });

  test('adds all rows or none', async () => {
    const before = (await codes()).length;
    const bad = [{ code: 'B 1', name: 'Good' }, { name: 'No code' }];
    await expect(importRows(us.owner, bad, false)).rejects.toMatchObject({
      hint: 'import_has_errors',
    });
    expect(await codes()).toHaveLength(before);
    const made = await importRows(us.owner, [{ code: 'B 1', name: 'Good', unit: 'HR' }], false);
    expect(made).toMatchObject([{ row_number: 1, verdict: 'ok', code: 'B 1' }]);
    expect(await codes()).toHaveLength(before + 1);
  });

  test('is for managers', async () => {
    await expect(importRows(worker, [{ code: 'C 1', name: 'No' }], false)).rejects.toMatchObject({
      hint: 'managers_only',
    });
  });
});

describe('merging cost codes', () => {
  test('moves open time, keeps approved time, archives the old code and leaves a trace', async () => {
    const from = await addCode('OLD');
    const into = await addCode('NEW');
    const open = await addTime(db.sql, worker, hoursAgo(6), hoursAgo(4), { cost_code_id: from });
    const approved = await addTime(db.sql, worker, hoursAgo(60), hoursAgo(58), {
      cost_code_id: from,
    });
    await as(
      db.sql,
      us.owner,
      (tx) => tx`
        select approve_time(employee_id, work_date, work_date) from time_entries where id = ${approved}`,
    );
    const [result] = await as(
      db.sql,
      us.owner,
      (tx) => tx`select * from merge_cost_codes(${from}, ${into})`,
    );
    expect(result).toMatchObject({ moved_entries: '1', kept_entries: '1' });
    const rows =
      await db.sql`select id, cost_code_id from time_entries where id in (${open}, ${approved})`;
    expect(Object.fromEntries(rows.map((row) => [row['id'], row['cost_code_id']]))).toEqual({
      [open]: into,
      [approved]: from,
    });
    const [old] = await db.sql`select active, merged_into from cost_codes where id = ${from}`;
    expect(old).toEqual({ active: false, merged_into: into });
    const [event] = await db.sql`
      select reason from audit_events where entity = 'cost_codes' and entity_id = ${from}
       order by sequence desc limit 1`;
    expect(event?.['reason']).toBe('Merged OLD into NEW');
  });

  test('refuses a code with itself and codes of others', async () => {
    const code = await addCode('SELF');
    const merge = (from: string, into: string) =>
      as(db.sql, us.owner, (tx) => tx`select * from merge_cost_codes(${from}, ${into})`);
    await expect(merge(code, code)).rejects.toMatchObject({ hint: 'cost_codes_not_mergeable' });
    const them = await makeCompany(db.sql);
    await expect(merge(code, them.costCode)).rejects.toMatchObject({ hint: 'cost_code_unknown' });
  });
});

test('usage counts this month and names the projects a code is limited to', async () => {
  const code = await addCode('USED');
  await addTime(db.sql, worker, hoursAgo(3), hoursAgo(1), { cost_code_id: code });
  await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into project_cost_codes (project_id, cost_code_id) values (${us.project}, ${code})`,
  );
  const rows = await as(db.sql, us.owner, (tx) => tx`select * from cost_code_usage()`);
  const used = rows.find((row) => row['cost_code_id'] === code);
  expect(used).toMatchObject({ entries: '1', project_ids: [us.project] });
  expect(Number(used?.['minutes_this_month'])).toBeLessThanOrEqual(120);
});

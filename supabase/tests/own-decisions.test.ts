import { beforeEach, describe, expect, test } from 'vitest';
import {
  as,
  type Company,
  hire,
  makeCompany,
  openDatabase,
  type Person,
  type Tx,
} from './world.ts';

const db = await openDatabase();
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
});

const DAY = '2026-03-09';
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.hint,
  );
const ratesOf = async (person: Person) =>
  (
    await db.sql`select hourly_rate::float8 as rate from employee_rates where employee_id = ${person.employeeId} order by 1`
  ).map(({ rate }) => rate);
const items = () =>
  db.sql`select kind, employee_id, status, detail ->> 'entity' as entity from verifications
    where company_id = ${us.id} and kind in ('own_pay', 'own_approval', 'pin_by_other') order by happened_at`;
const setting = (column: string, value: boolean) =>
  db.sql.unsafe(`update companies set ${column} = ${value} where id = '${us.id}'`);
const work = (person: Person) =>
  db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
    values (${us.id}, ${person.employeeId}, ${us.project}, ${`${DAY} 12:00Z`}, ${`${DAY} 20:00Z`}) returning id`;
const rate =
  (person: Person, amount = 999) =>
  (tx: Tx) =>
    tx`insert into employee_rates (employee_id, hourly_rate, effective_from) values (${person.employeeId}, ${amount}, '2026-01-01')`;

describe('own pay', () => {
  test('a manager changes their own rate on no path, and nothing moves', async () => {
    const { manager } = us;
    const me = manager.employeeId;
    await as(
      db.sql,
      us.owner,
      (tx) => tx`update employees set employee_number = 'M1' where id = ${me}`,
    );
    expect(await refusal(as(db.sql, manager, rate(manager)))).toBe('own_pay_by_others');
    expect(
      await refusal(
        as(
          db.sql,
          manager,
          (tx) => tx`update employee_rates set hourly_rate = 999 where employee_id = ${me}`,
        ),
      ),
    ).toBe('own_pay_by_others');
    expect(
      await refusal(
        as(db.sql, manager, (tx) => tx`delete from employee_rates where employee_id = ${me}`),
      ),
    ).toBe('own_pay_by_others');
    const row = [
      { employee_number: 'M1', first_name: 'Example', last_name: 'manager', rate: '500' },
    ];
    const [imported] = await as(
      db.sql,
      manager,
      (tx) =>
        tx`select result, message from import_rows('employees', ${tx.json(row as never)}, false)`,
    ).catch((error) => [{ result: 'error', message: error.message }]);
    expect(imported).toMatchObject({ result: 'error' });
    const listed = [{ employee: 'M1', hourly_rate: '500', effective_from: '2026-01-01' }];
    const [cell] = await as(
      db.sql,
      manager,
      (tx) =>
        tx`select result, message from import_rows('employee_rates', ${tx.json(listed as never)}, false)`,
    );
    expect(cell).toEqual(imported);
    expect(
      await refusal(
        as(
          db.sql,
          manager,
          (tx) =>
            tx`insert into pay_items (employee_id, work_date, pay_code, amount_cents) values (${me}, ${DAY}, 'BONUS_D', 50000)`,
        ),
      ),
    ).toBe('own_pay_by_others');
    expect(await ratesOf(manager)).toEqual([25]);
    expect(await db.sql`select from pay_items where employee_id = ${me}`).toEqual([]);
    expect(await items()).toEqual([]);
    // What is not about oneself is as before.
    await as(db.sql, manager, rate(us.employee, 31));
    expect(await ratesOf(us.employee)).toEqual([25, 31]);
  });

  test('where the owner allows it, it is in the history and another must look', async () => {
    const { manager, owner } = us;
    await setting('own_pay_by_others', false);
    await as(db.sql, manager, rate(manager, 40));
    expect(await ratesOf(manager)).toEqual([25, 40]);
    expect(await items()).toEqual([
      {
        kind: 'own_pay',
        employee_id: manager.employeeId,
        status: 'open',
        entity: 'employee_rates',
      },
    ]);
    const [event] = await db.sql`select actor_id, action from audit_events
      where company_id = ${us.id} and entity = 'employee_rates' and employee_id = ${manager.employeeId} order by occurred_at desc limit 1`;
    expect(event).toEqual({ actor_id: manager.userId, action: 'created' });
    const resolve = (tx: Tx) =>
      tx`select resolve_verification('own_pay', (select subject_id from verifications where company_id = ${us.id} and kind = 'own_pay'))`;
    expect(await refusal(as(db.sql, manager, resolve))).toBe('another_looks');
    await as(db.sql, owner, resolve);
    expect(await items()).toMatchObject([{ status: 'resolved' }]);
  });

  test('the only owner sets their own rate; beside a second owner neither does', async () => {
    const { owner } = us;
    await as(db.sql, owner, rate(owner, 60));
    expect(await ratesOf(owner)).toEqual([60]);
    // Nobody else could look: noted, not left open.
    expect(await items()).toMatchObject([{ kind: 'own_pay', status: 'resolved' }]);
    const second = await hire(db.sql, owner, 'owner');
    expect(
      await refusal(
        as(
          db.sql,
          owner,
          (tx) =>
            tx`update employee_rates set hourly_rate = 90 where employee_id = ${owner.employeeId}`,
        ),
      ),
    ).toBe('own_pay_by_others');
    expect(await refusal(as(db.sql, second, rate(second)))).toBe('own_pay_by_others');
    await as(
      db.sql,
      second,
      (tx) =>
        tx`update employee_rates set hourly_rate = 70 where employee_id = ${owner.employeeId}`,
    );
    expect(await ratesOf(owner)).toEqual([70]);
  });
});

describe('own approval', () => {
  const approve = (person: Person) => (tx: Tx) =>
    tx`select approve_time(${person.employeeId}, ${DAY}, ${DAY}) as days`;
  const approved = async () =>
    (await db.sql`select employee_id from approvals where company_id = ${us.id}`).map(
      ({ employee_id }) => employee_id,
    );

  test('a manager approves everyone but themselves, one by one and all at once', async () => {
    const { employee, manager, owner } = us;
    await work(manager);
    await work(employee);
    expect(await refusal(as(db.sql, manager, approve(manager)))).toBe('own_approval_by_others');
    const all = await as(
      db.sql,
      manager,
      (tx) => tx`select employee_id from approve_clean_time(${DAY}, ${DAY})`,
    );
    expect(all).toEqual([{ employee_id: employee.employeeId }]);
    expect(await approved()).toEqual([employee.employeeId]);
    expect(await items()).toEqual([]);
    await as(db.sql, owner, approve(manager));
    expect(await approved()).toHaveLength(2);
  });

  test('the only owner may; where managers may, it is reported once for the period and again after a look', async () => {
    const { manager, owner } = us;
    await db.sql`insert into employee_rates (company_id, employee_id, hourly_rate) values (${us.id}, ${owner.employeeId}, 50)`;
    await work(owner);
    await as(db.sql, owner, approve(owner));
    expect(await items()).toMatchObject([{ kind: 'own_approval', status: 'resolved' }]);
    await setting('own_approval_by_others', false);
    await work(manager);
    await as(db.sql, manager, (tx) => tx`select from approve_clean_time(${DAY}, ${DAY})`);
    const mine = () =>
      items().then((all) => all.filter((item) => item['employee_id'] === manager.employeeId));
    expect(await mine()).toMatchObject([
      { kind: 'own_approval', status: 'open', entity: 'approvals' },
    ]);
    await as(
      db.sql,
      owner,
      (tx) =>
        tx`select resolve_verification('own_approval', (select subject_id from verifications
        where company_id = ${us.id} and employee_id = ${manager.employeeId} and kind = 'own_approval'))`,
    );
    await as(
      db.sql,
      owner,
      (tx) => tx`select unapprove_time(${manager.employeeId}, ${DAY}, ${DAY}, 'again')`,
    );
    await as(db.sql, manager, approve(manager));
    expect(await mine()).toMatchObject([{ status: 'open' }]);
  });

  test('nobody approves their own time off', async () => {
    const { manager, owner } = us;
    const [type] = await as(
      db.sql,
      owner,
      (tx) =>
        tx`insert into time_off_types (name, paid, pay_code) values ('Vacation days', true, 'PTO') returning id`,
    );
    const [request] = await as(
      db.sql,
      manager,
      (tx) => tx`select id from request_time_off(${type?.['id']}, '2026-03-16', '2026-03-16', 8)`,
    );
    const decide = (tx: Tx) => tx`select decide_time_off(${request?.['id']}, true, 'in advance')`;
    expect(await refusal(as(db.sql, manager, decide))).toBe('own_approval_by_others');
    expect(await db.sql`select from pay_items where employee_id = ${manager.employeeId}`).toEqual(
      [],
    );
    await as(db.sql, owner, decide);
    expect(
      await db.sql`select from pay_items where employee_id = ${manager.employeeId}`,
    ).toHaveLength(1);
  });
});

describe('PIN of a manager or owner', () => {
  const pin = (person: Person, code: string) => (tx: Tx) =>
    tx`select set_employee_pin(${person.employeeId}, ${code})`;
  const hash = async (person: Person) =>
    (
      await db.sql`select pin_hash from private.employee_pin_hashes where employee_id = ${person.employeeId}`
    )[0]?.['pin_hash'];

  test('is set by that person or an owner, and every new one is in the history', async () => {
    const { employee, manager, owner } = us;
    await as(db.sql, owner, pin(owner, '2846'));
    const before = await hash(owner);
    const second = await hire(db.sql, owner, 'manager');
    expect(await refusal(as(db.sql, manager, pin(owner, '9371')))).toBe('office_pins_by_owners');
    expect(await refusal(as(db.sql, manager, pin(second, '9371')))).toBe('office_pins_by_owners');
    expect(
      await refusal(
        as(db.sql, manager, (tx) => tx`select set_employee_pin(${owner.employeeId}, null)`),
      ),
    ).toBe('office_pins_by_owners');
    expect(await hash(owner)).toBe(before);
    await as(db.sql, manager, pin(employee, '9371'));
    await as(db.sql, manager, pin(manager, '7305'));
    await as(db.sql, owner, pin(manager, '6194'));
    const history = await db.sql`select actor_id, action from audit_events
      where company_id = ${us.id} and entity = 'employee_pins' and employee_id = ${manager.employeeId} order by occurred_at`;
    expect(history).toEqual([
      { actor_id: manager.userId, action: 'created' },
      { actor_id: owner.userId, action: 'updated' },
    ]);
  });

  test('set by another manager, where the owner allows it, is in Verification', async () => {
    const { manager, owner } = us;
    await setting('office_pins_by_owners', false);
    await as(db.sql, manager, pin(owner, '9371'));
    expect(await items()).toMatchObject([
      { kind: 'pin_by_other', employee_id: owner.employeeId, status: 'open' },
    ]);
  });
});

test('only owners change these rules', async () => {
  await as(
    db.sql,
    us.manager,
    (tx) => tx`update companies set own_pay_by_others = false, own_approval_by_others = false`,
  );
  expect(
    await db.sql`select own_pay_by_others, own_approval_by_others, office_pins_by_owners from companies where id = ${us.id}`,
  ).toEqual([
    { own_pay_by_others: true, own_approval_by_others: true, office_pins_by_owners: true },
  ]);
});

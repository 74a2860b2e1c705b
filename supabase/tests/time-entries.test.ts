import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addTime,
  as,
  type Company,
  hire,
  hoursAgo,
  makeCompany,
  openCompany,
  type Person,
} from './world.ts';

const { db, us } = await openCompany();
let worker: Person;

async function newWorker(): Promise<Person> {
  worker = await hire(db.sql, us.owner, 'employee');
  return worker;
}

describe('a row that an operator adds without its company', () => {
  const insert = (id: string, companyId: string | null = null) =>
    as(
      db.sql,
      'service_role',
      (tx) => tx`insert into time_entries (company_id, employee_id, clock_in, clock_out)
        values (${companyId}, ${id}, ${hoursAgo(90)}, ${hoursAgo(89)}) returning company_id`,
    );

  test('is of the company of its employee', async () => {
    const { employeeId } = await newWorker();
    expect(await insert(employeeId)).toEqual([{ company_id: us.id }]);
  });

  test('is refused as incomplete where nobody has that id', async () => {
    await expect(insert(randomUUID())).rejects.toMatchObject({ code: '23502' });
  });

  test('is refused as incomplete in other tables, too', async () => {
    for (const table of ['time_entry_breaks', 'employee_group_members', 'project_members']) {
      const write = as(db.sql, 'service_role', (tx) => tx`insert into ${tx(table)} default values`);
      await expect(write).rejects.toMatchObject({ code: '23502' });
    }
  });
});

describe('plain writes of the table', () => {
  test('a start and a stop by table insert and update', async () => {
    await newWorker();
    const id = await as(db.sql, worker, async (tx) => {
      const [row] =
        await tx`insert into time_entries (employee_id, clock_in, notes, project_id, cost_code_id, status)
        values (${worker.employeeId}, ${hoursAgo(2)}, 'framing', ${us.project}, ${us.costCode}, 'active') returning id`;
      return row?.['id'];
    });
    const [running] = await db.sql`select * from time_entries where id = ${id}`;
    expect(running).toMatchObject({ status: 'active', source: 'timer', company_id: us.id });
    expect(running?.['created_by']).toBe(worker.userId);
    await as(
      db.sql,
      worker,
      (tx) =>
        tx`update time_entries set clock_out = ${hoursAgo(1)}, status = 'completed' where id = ${id}`,
    );
    const [stopped] = await db.sql`select * from time_entries where id = ${id}`;
    expect(stopped).toMatchObject({ status: 'completed', updated_by: worker.userId });
  });

  test('the status follows clock_out, whatever the client says', async () => {
    await newWorker();
    const [row] = await as(
      db.sql,
      worker,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, status)
        values (${worker.employeeId}, ${hoursAgo(3)}, ${hoursAgo(2)}, 'active') returning status`,
    );
    expect(row?.['status']).toBe('completed');
  });

  test('where an entry comes from is not the client’s to say', async () => {
    await newWorker();
    const [row] = await as(
      db.sql,
      worker,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, source, created_by)
        values (${worker.employeeId}, ${hoursAgo(3)}, ${hoursAgo(2)}, 'kiosk', ${us.owner.userId})
        returning source, created_by`,
    );
    expect(row).toEqual({ source: 'manual', created_by: worker.userId });
  });

  test('a wrong company_id is refused, a missing one is filled', async () => {
    await newWorker();
    const other = await makeCompany(db.sql, 'Others');
    await expect(
      as(
        db.sql,
        worker,
        (tx) => tx`insert into time_entries (company_id, employee_id, clock_in, clock_out)
          values (${other.id}, ${worker.employeeId}, ${hoursAgo(3)}, ${hoursAgo(2)})`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(
        db.sql,
        'service_role',
        (tx) => tx`insert into time_entries (company_id, employee_id, clock_in, clock_out)
          values (${other.id}, ${worker.employeeId}, ${hoursAgo(3)}, ${hoursAgo(2)})`,
      ),
    ).rejects.toMatchObject({ code: '23503', constraint: 'time_entries_employee' });
    const [row] = await as(
      db.sql,
      'service_role',
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
          values (${worker.employeeId}, ${hoursAgo(3)}, ${hoursAgo(2)}) returning company_id`,
    );
    expect(row?.['company_id']).toBe(us.id);
  });
});

describe('what time may never look like', () => {
  test('a second running entry is refused with the first one named', async () => {
    await newWorker();
    const first = await addTime(db.sql, worker, hoursAgo(1), null);
    const refused = await addTime(db.sql, worker, hoursAgo(0.5), null).catch((error) => error);
    expect(refused).toMatchObject({
      code: '23505',
      constraint: 'time_entries_one_running',
      hint: 'already_running',
    });
    expect(JSON.parse(refused.detail).id).toBe(first);
  });

  test('overlaps are refused with the other entry named; touching entries are fine', async () => {
    await newWorker();
    const first = await addTime(db.sql, worker, hoursAgo(5), hoursAgo(3));
    for (const [from, to] of [
      [4, 2],
      [6, 4],
      [6, 2],
      [4.5, 3.5],
      [5, 3],
    ] as const) {
      const refused = await addTime(db.sql, worker, hoursAgo(from), hoursAgo(to)).catch((e) => e);
      expect(refused).toMatchObject({ code: '23P01', hint: 'time_overlap' });
      expect(JSON.parse(refused.detail).id).toBe(first);
    }
    const [row] = await db.sql`select clock_in, clock_out from time_entries where id = ${first}`;
    await addTime(db.sql, worker, row?.['clock_out'], hoursAgo(2));
    await addTime(db.sql, worker, hoursAgo(6), row?.['clock_in']);
    await expect(addTime(db.sql, worker, hoursAgo(2.5), null)).rejects.toMatchObject({
      hint: 'time_overlap',
    });
  });

  test('the constraint itself refuses an overlap within one statement', async () => {
    await newWorker();
    await expect(
      as(
        db.sql,
        us.manager,
        (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out) values
          (${worker.employeeId}, ${hoursAgo(5)}, ${hoursAgo(3)}),
          (${worker.employeeId}, ${hoursAgo(4)}, ${hoursAgo(2)})`,
      ),
    ).rejects.toMatchObject({ code: '23P01', constraint: 'time_entries_no_overlap' });
  });

  test('an end before the start is refused', async () => {
    await newWorker();
    await expect(addTime(db.sql, worker, hoursAgo(2), hoursAgo(3))).rejects.toMatchObject({
      constraint: 'time_entries_end_after_start',
    });
    const same = hoursAgo(2);
    await expect(addTime(db.sql, worker, same, same)).rejects.toMatchObject({
      constraint: 'time_entries_end_after_start',
    });
  });

  test('nothing in the future beyond five minutes, for managers neither', async () => {
    await newWorker();
    await addTime(db.sql, worker, hoursAgo(-4 / 60), null);
    await newWorker();
    await expect(addTime(db.sql, worker, hoursAgo(-6 / 60), null)).rejects.toMatchObject({
      hint: 'time_in_future',
    });
    await expect(addTime(db.sql, us.manager, hoursAgo(1), hoursAgo(-1))).rejects.toMatchObject({
      hint: 'time_in_future',
    });
  });

  test('more than 24 hours needs a manager', async () => {
    await newWorker();
    await expect(addTime(db.sql, worker, hoursAgo(26), hoursAgo(1))).rejects.toMatchObject({
      hint: 'entry_too_long',
    });
    await as(
      db.sql,
      us.manager,
      (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out)
        values (${worker.employeeId}, ${hoursAgo(26)}, ${hoursAgo(1)})`,
    );
    const [count] =
      await db.sql`select count(*)::int as n from time_entries where employee_id = ${worker.employeeId}`;
    expect(count?.['n']).toBe(1);
  });

  test('an entry stays with its person', async () => {
    await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(2), hoursAgo(1));
    await expect(
      as(
        db.sql,
        us.manager,
        (tx) =>
          tx`update time_entries set employee_id = ${us.employee.employeeId} where id = ${id}`,
      ),
    ).rejects.toMatchObject({ hint: 'identity_fixed' });
  });
});

describe('the work date', () => {
  const cases = [
    // New York, both clock changes of 2026 and midnight on either side.
    ['2026-03-08T04:59:59Z', '2026-03-07'],
    ['2026-03-08T05:00:00Z', '2026-03-08'],
    ['2026-03-09T03:59:59Z', '2026-03-08'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-11-01T03:59:59Z', '2026-10-31'],
    ['2026-11-01T04:00:00Z', '2026-11-01'],
    ['2026-11-02T04:59:59Z', '2026-11-01'],
    ['2026-11-02T05:00:00Z', '2026-11-02'],
  ] as const;

  test.each(cases)('of %s in New York is %s', async (instant, date) => {
    await newWorker();
    const from = new Date(instant);
    const id = await addTime(db.sql, worker, from, new Date(from.getTime() + 1000));
    const [row] = await db.sql`select work_date::text from time_entries where id = ${id}`;
    expect(row?.['work_date']).toBe(date);
  });

  test("follows the company's zone, except in a locked period", async () => {
    const away = await makeCompany(db.sql, 'Movers');
    const open = await addTime(
      db.sql,
      away.employee,
      new Date('2026-05-02T03:00:00Z'),
      new Date('2026-05-02T03:30:00Z'),
    );
    const locked = await addTime(
      db.sql,
      away.employee,
      new Date('2026-04-02T03:00:00Z'),
      new Date('2026-04-02T03:30:00Z'),
    );
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
      values (${away.id}, '2026-04-01', '2026-04-14', 'locked', now())`;
    await as(
      db.sql,
      away.owner,
      (tx) => tx`update companies set time_zone = 'Asia/Kolkata' where id = ${away.id}`,
    );
    const rows =
      await db.sql`select id, work_date::text from time_entries where id in (${open}, ${locked})`;
    const dates = Object.fromEntries(rows.map((row) => [row['id'], row['work_date']]));
    expect(dates).toEqual({ [open]: '2026-05-02', [locked]: '2026-04-01' });
  });
});

describe('frozen time', () => {
  async function frozenEntry(
    how: 'locked' | 'approved',
  ): Promise<{ id: string; company: Company }> {
    const company = await makeCompany(db.sql, how);
    const id = await addTime(
      db.sql,
      company.employee,
      new Date('2026-06-03T12:00:00Z'),
      new Date('2026-06-03T16:00:00Z'),
    );
    if (how === 'locked') {
      await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
        values (${company.id}, '2026-06-01', '2026-06-07', 'locked', now())`;
    } else {
      await db.sql`insert into approvals (company_id, employee_id, work_date)
        values (${company.id}, ${company.employee.employeeId}, '2026-06-03')`;
    }
    return { id, company };
  }

  test.each([
    ['locked', 'period_locked'],
    ['approved', 'time_approved'],
  ] as const)('%s entries are immutable for everyone', async (how, hint) => {
    const { id, company } = await frozenEntry(how);
    const before = await db.sql`select * from time_entries where id = ${id}`;
    for (const who of [company.employee, company.manager, company.owner, 'service_role'] as const) {
      await expect(
        as(db.sql, who, (tx) => tx`update time_entries set notes = 'x' where id = ${id}`),
      ).rejects.toMatchObject({ hint });
      await expect(
        as(db.sql, who, (tx) => tx`delete from time_entries where id = ${id}`),
      ).rejects.toMatchObject({ hint });
      await expect(
        as(
          db.sql,
          who,
          (tx) => tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at)
          values (${id}, '2026-06-03T13:00:00Z', '2026-06-03T13:30:00Z')`,
        ),
      ).rejects.toMatchObject({ hint });
    }
    expect(await db.sql`select * from time_entries where id = ${id}`).toEqual(before);
  });

  test('nothing can be added to or moved into a locked period', async () => {
    const { company } = await frozenEntry('locked');
    await expect(
      addTime(
        db.sql,
        company.employee,
        new Date('2026-06-07T12:00:00Z'),
        new Date('2026-06-07T13:00:00Z'),
      ),
    ).rejects.toMatchObject({ hint: 'period_locked' });
    // Starts before the period and ends in it: minutes belong to the day they were worked on.
    await expect(
      addTime(
        db.sql,
        company.employee,
        new Date('2026-06-01T03:00:00Z'),
        new Date('2026-06-01T05:00:00Z'),
      ),
    ).rejects.toMatchObject({ hint: 'period_locked' });
    const open = await addTime(
      db.sql,
      company.employee,
      new Date('2026-06-10T12:00:00Z'),
      new Date('2026-06-10T13:00:00Z'),
    );
    await expect(
      as(
        db.sql,
        company.manager,
        (tx) =>
          tx`update time_entries set clock_in = '2026-06-05T12:00:00Z', clock_out = '2026-06-05T13:00:00Z' where id = ${open}`,
      ),
    ).rejects.toMatchObject({ hint: 'period_locked' });
  });

  test('work after an approval is possible and unapproved', async () => {
    const { company } = await frozenEntry('approved');
    const id = await addTime(
      db.sql,
      company.employee,
      new Date('2026-06-03T20:00:00Z'),
      new Date('2026-06-03T21:00:00Z'),
    );
    await as(
      db.sql,
      company.employee,
      (tx) => tx`update time_entries set notes = 'came back' where id = ${id}`,
    );
    const [row] = await db.sql`select notes from time_entries where id = ${id}`;
    expect(row?.['notes']).toBe('came back');
  });
});

describe('bookings', () => {
  test('only active projects can be started, only their codes booked', async () => {
    const company = await makeCompany(db.sql, 'Booking');
    const { held, limited, otherCode } = await as(db.sql, company.owner, async (tx) => {
      const [h] =
        await tx`insert into projects (name, status) values ('Held', 'on_hold') returning id`;
      const [l] = await tx`insert into projects (name) values ('Limited') returning id`;
      const [c] = await tx`insert into cost_codes (code, name) values ('09', 'Paint') returning id`;
      await tx`insert into project_cost_codes (project_id, cost_code_id) values (${l?.['id']}, ${company.costCode})`;
      return { held: h?.['id'], limited: l?.['id'], otherCode: c?.['id'] };
    });
    const start = (project_id: string, cost_code_id: string | null) =>
      addTime(db.sql, company.employee, hoursAgo(1), null, { project_id, cost_code_id });
    await expect(start(held, null)).rejects.toMatchObject({ hint: 'project_not_active' });
    await expect(start(limited, otherCode)).rejects.toMatchObject({
      hint: 'cost_code_not_on_project',
    });
    await expect(start(randomUUID(), null)).rejects.toMatchObject({
      constraint: 'time_entries_project',
    });
    await as(
      db.sql,
      company.owner,
      (tx) => tx`update cost_codes set active = false where id = ${otherCode}`,
    );
    await expect(start(company.project, otherCode)).rejects.toMatchObject({
      hint: 'cost_code_archived',
    });
    await as(
      db.sql,
      company.owner,
      (tx) => tx`update companies set cost_code_required = true where id = ${company.id}`,
    );
    await expect(start(company.project, null)).rejects.toMatchObject({
      hint: 'cost_code_required',
    });
    await start(limited, company.costCode);
  });

  test('cost codes cannot be required where there is none', async () => {
    const company = await makeCompany(db.sql, 'Codeless');
    const archive = () =>
      as(db.sql, company.owner, (tx) => tx`update cost_codes set active = false`);
    const require = () =>
      as(db.sql, company.owner, (tx) => tx`update companies set cost_code_required = true`);
    await archive();
    await expect(require()).rejects.toMatchObject({ hint: 'no_cost_code_left' });
    await as(db.sql, company.owner, (tx) => tx`update cost_codes set active = true`);
    await require();
    await expect(archive()).rejects.toMatchObject({ hint: 'no_cost_code_left' });
  });

  test('where no cost code can be chosen, none is required', async () => {
    const company = await makeCompany(db.sql, 'No codes there');
    const asOwner = (statement: string) => as(db.sql, company.owner, (tx) => tx.unsafe(statement));
    const start = () =>
      addTime(db.sql, company.employee, hoursAgo(1), null, { project_id: company.project });
    const [retired] = await as(
      db.sql,
      company.manager,
      (tx) => tx`insert into cost_codes (code, name) values ('99', 'Retired') returning id`,
    );
    await asOwner('update companies set cost_code_required = true');
    await expect(start()).rejects.toMatchObject({ hint: 'cost_code_required' });
    await as(
      db.sql,
      company.manager,
      (tx) =>
        tx`insert into project_cost_codes (project_id, cost_code_id) values (${company.project}, ${retired?.['id']})`,
    );
    await expect(start()).rejects.toMatchObject({ hint: 'cost_code_required' });
    await asOwner(`update cost_codes set active = false where code = '99'`);
    await start();
    // Without a project every code of the company could be chosen.
    await expect(addTime(db.sql, company.colleague, hoursAgo(1), null)).rejects.toMatchObject({
      hint: 'cost_code_required',
    });
  });

  test('a project with a team is open to its team only', async () => {
    const company = await makeCompany(db.sql, 'Teams');
    await as(
      db.sql,
      company.manager,
      (tx) =>
        tx`insert into project_members (project_id, employee_id) values (${company.project}, ${company.colleague.employeeId})`,
    );
    const visible = (who: Person) => as(db.sql, who, (tx) => tx`select id from projects`);
    expect(await visible(company.employee)).toHaveLength(0);
    expect(await visible(company.colleague)).toHaveLength(1);
    expect(await visible(company.manager)).toHaveLength(1);
    await expect(
      addTime(db.sql, company.employee, hoursAgo(1), null, { project_id: company.project }),
    ).rejects.toMatchObject({ hint: 'project_not_open_to_you' });
    await addTime(db.sql, company.colleague, hoursAgo(1), null, { project_id: company.project });
  });
});

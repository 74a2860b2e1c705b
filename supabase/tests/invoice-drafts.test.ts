import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import { type Line, signedTicket } from './extra-work-stage.ts';
import { pairedTablet } from './kiosk-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

interface Invoice {
  id: string;
  number: number;
  status: string;
  net_amount: string;
  tax_amount: string;
  total_amount: string;
  issued_on: Date;
  due_on: Date;
}
const RANGE = ['2026-03-01', '2026-03-31'] as const;

const site = async (fields: Record<string, unknown> | null = null) => {
  const [row] =
    await db.sql`insert into projects (company_id, name, client) values (${us.id}, ${`Site ${randomUUID()}`}, 'Gail Builders') returning id`;
  const project = row?.['id'] as string;
  if (fields)
    await db.sql`insert into billing_terms ${db.sql({ company_id: us.id, project_id: project, ...fields } as never)}`;
  return project;
};
const approvedTicket = async (
  project: string,
  lines: Line[] = [{ kind: 'labor', employee: us.employee.employeeId, quantity: 2 }],
  day = '2026-03-02',
) => {
  const made = await signedTicket(db.sql, us, lines, { project, day });
  await act(us.manager, async (tx) => {
    await tx`select price_ticket(${made.id}, ${db.sql.json({ lines: made.lines.filter((_, place) => lines[place]?.kind === 'material').map((line_id) => ({ line_id, rate: 10 })) })})`;
    await tx`select set_ticket_status(${made.id}, 'submitted', '2026-03-03')`;
    await tx`select set_ticket_status(${made.id}, 'approved', '2026-03-04')`;
  });
  return made.id;
};
const draft = async (
  project: string,
  tickets: string[],
  {
    time = false,
    id = null,
    who = us.manager,
  }: { time?: boolean; id?: string | null; who?: Person } = {},
) => {
  const [row] = await act(
    who,
    (tx) =>
      tx`select * from draft_invoice(${project}, ${RANGE[0]}, ${RANGE[1]}, ${tickets}, ${time}, '2026-04-01', null, ${id})`,
  );
  return row as unknown as Invoice;
};
const voidIt = (id: string, reason = 'Wrong month') =>
  act(us.manager, (tx) => tx`select * from void_invoice(${id}, ${reason})`);
const billable = async (project: string) => {
  const [row] = await act(
    us.manager,
    (tx) => tx`select billable_work(${project}, ${RANGE[0]}, ${RANGE[1]}) as it`,
  );
  return row?.['it'] as {
    tickets: { ticket_id: string }[];
    time: {
      hours: number;
      rate: number;
      amount: number;
      hours_kind: string;
      description: string;
    }[];
    missing: { name: string; missing: string; minutes: number }[];
    unapproved_minutes: number;
  };
};
const linesOf = (id: string) =>
  db.sql`select kind, description, quantity::float, rate::float, amount::float from invoice_lines where invoice_id = ${id} order by position`;
const statusOf = async (ticket: string) =>
  (await db.sql`select status from extra_work_tickets where id = ${ticket}`)[0]?.['status'];
const work = async (
  project: string,
  day: string,
  from: string,
  to: string,
  who: Person = us.employee,
) => {
  const [row] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
    values (${us.id}, ${who.employeeId}, ${`${day}T${from}:00-05:00`}, ${`${day}T${to}:00-05:00`}, ${project}, ${us.costCode}) returning id`;
  return row?.['id'] as string;
};
const approve = (...days: string[]) =>
  act(us.owner, async (tx) => {
    for (const day of days)
      await tx`select approve_time(${us.employee.employeeId}, ${day}, ${day})`;
  });

beforeAll(async () => {
  await act(
    us.manager,
    (tx) =>
      tx`insert into bill_rates (employee_id, rate, overtime_rate) values (${us.employee.employeeId}, 80, 120)`,
  );
});

test('XW-11: a draft says each ticket as priced, its markups and its tax, numbered without holes', async () => {
  const project = await site({ material_markup: 10, tax_percent: 8.25, payment_days: 15 });
  const one = await approvedTicket(project, [
    { kind: 'labor', employee: us.employee.employeeId, quantity: 2, description: 'Ana Ruiz' },
    {
      kind: 'labor',
      employee: us.employee.employeeId,
      quantity: 1.5,
      hours: 'overtime',
      description: 'Ana Ruiz',
    },
    { kind: 'material', quantity: 3, description: 'Studs' },
  ]);
  const two = await approvedTicket(project);
  const first = await draft(project, [one]);
  const second = await draft(project, [two]);
  expect(second.number).toBe(first.number + 1);
  expect(first).toMatchObject({
    status: 'draft',
    net_amount: '373.00',
    tax_amount: '2.48',
    total_amount: '375.48',
    issued_on: new Date('2026-04-01'),
    due_on: new Date('2026-04-16'),
  });
  expect((await linesOf(first.id)).map((line) => Object.values(line))).toEqual([
    ['labor', 'Ana Ruiz', 2, 80, 160],
    ['labor', 'Ana Ruiz, OT', 1.5, 120, 180],
    ['material', 'Studs', 3, 10, 30],
    ['markup', 'material 10%', 1, 3, 3],
    ['tax', '8.25%', 1, 2.48, 2.48],
  ]);
  expect(await statusOf(one)).toBe('billed');
});

test('a ticket is on one invoice only; voiding a draft frees it and keeps the number taken', async () => {
  const project = await site();
  const ticket = await approvedTicket(project);
  const first = await draft(project, [ticket]);
  await expect(draft(project, [ticket])).rejects.toMatchObject({ hint: 'ticket_not_billable' });
  await expect(voidIt(first.id, ' ')).rejects.toMatchObject({ hint: 'reason_required' });
  await voidIt(first.id);
  expect(await statusOf(ticket)).toBe('approved');
  const second = await draft(project, [ticket]);
  expect(second.number).toBe(first.number + 1);
  await expect(
    act(us.manager, (tx) => tx`select * from record_invoice_sent(${first.id}, 'gail@example.com')`),
  ).rejects.toMatchObject({ hint: 'invoice_void' });
});

test('two people who bill the same ticket at once make one invoice of it, without a hole in the numbers', async () => {
  const project = await site();
  const tickets = [
    await approvedTicket(project),
    await approvedTicket(project),
    await approvedTicket(project),
  ];
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) =>
      draft(project, [tickets[index % 3] as string], { who: index % 2 ? us.owner : us.manager }),
    ),
  );
  const made = results
    .filter((result) => result.status === 'fulfilled')
    .map(({ value }) => value.number);
  expect(made).toHaveLength(3);
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ hint: 'ticket_not_billable' });
  expect(Math.max(...made) - Math.min(...made)).toBe(2);
  const [numbers] =
    await db.sql`select max(number) - min(number) + 1 = count(*) as gapless from invoice_drafts where company_id = ${us.id}`;
  expect(numbers).toEqual({ gapless: true });
});

test('a repeat with the same id makes no second invoice', async () => {
  const project = await site();
  const [ticket, id] = [await approvedTicket(project), randomUUID()];
  expect(await draft(project, [ticket], { id })).toEqual(await draft(project, [ticket], { id }));
});

test('XW-12: billable time is what was approved, at the rate of its day, without the hours of tickets', async () => {
  const project = await site({ bills_time: true });
  const entry = await work(project, '2026-03-02', '07:00', '15:00');
  await work(project, '2026-03-03', '07:00', '10:20');
  await work(project, '2026-03-04', '07:00', '08:00');
  await approve('2026-03-02', '2026-03-03');
  await approvedTicket(project, [
    { kind: 'labor', employee: us.employee.employeeId, quantity: 2, entry },
  ]);
  const before = await billable(project);
  // 8:00 - 2:00 + 3:20 = 9.33 h.
  expect(before).toMatchObject({
    time: [{ hours: 9.33, rate: 80, amount: 746.4, hours_kind: 'regular' }],
    missing: [],
    unapproved_minutes: 60,
  });
  const invoice = await draft(project, [], { time: true });
  expect(invoice.total_amount).toBe('746.40');
  await expect(draft(project, [], { time: true })).rejects.toMatchObject({
    hint: 'nothing_to_bill',
  });
  await approve('2026-03-04');
  expect((await billable(project)).time).toMatchObject([{ hours: 1, amount: 80 }]);
  await voidIt(invoice.id);
  expect((await billable(project)).time).toMatchObject([{ hours: 10.33 }]);
});

test('XW-13: overtime as payroll has it, a rate that changes inside the range, and rates that are missing', async () => {
  const project = await site({ bills_time: true, labor_markup: 10 });
  for (const day of ['09', '10', '11', '12', '13'])
    await work(project, `2026-03-${day}`, '06:00', '15:00');
  await approve('2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13');
  await act(
    us.manager,
    (
      tx,
    ) => tx`insert into bill_rates (employee_id, project_id, rate, overtime_rate, from_date) values
    (${us.employee.employeeId}, ${project}, 80, null, '2026-03-01'), (${us.employee.employeeId}, ${project}, 90, null, '2026-03-12')`,
  );
  expect(await billable(project)).toMatchObject({
    time: [
      { hours: 27, rate: 80 },
      { hours: 13, rate: 90 },
    ],
    missing: [{ missing: 'overtime_rate', minutes: 300 }],
  });
  await expect(draft(project, [], { time: true })).rejects.toMatchObject({
    hint: 'bill_rate_missing',
  });
  await db.sql`update bill_rates set overtime_rate = 135 where project_id = ${project}`;
  const invoice = await draft(project, [], { time: true });
  expect(
    (await linesOf(invoice.id)).map(({ kind, quantity, amount }) => [kind, quantity, amount]),
  ).toEqual([
    ['labor', 27, 2160],
    ['labor', 13, 1170],
    ['labor', 5, 675],
    ['markup', 1, 400.5],
  ]);
});

test('what an invoice says is never changed or deleted, by nobody; sending and voiding are noted', async () => {
  const project = await site();
  const { id } = await draft(project, [await approvedTicket(project)]);
  const before =
    await db.sql`select to_jsonb(i) - 'updated_at' as it from invoice_drafts i where id = ${id}`;
  for (const who of [us.owner, 'service_role'] as const) {
    await expect(
      act(
        who,
        (tx) => tx`update invoice_drafts set total_amount = 1, net_amount = 1 where id = ${id}`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(
        who,
        (tx) =>
          tx`update invoice_lines set amount = 1, rate = 1, quantity = 1 where invoice_id = ${id}`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(who, (tx) => tx`delete from invoice_lines where invoice_id = ${id}`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(who, (tx) => tx`delete from invoice_drafts where id = ${id}`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  expect(
    await db.sql`select to_jsonb(i) - 'updated_at' as it from invoice_drafts i where id = ${id}`,
  ).toEqual(before);
  const send = (to: string, day: string | null = null) =>
    act(us.manager, (tx) => tx`select * from record_invoice_sent(${id}, ${to}, ${day})`);
  await expect(send(' ')).rejects.toMatchObject({ hint: 'invoice_sent_to' });
  await expect(send('gail@example.com', '2099-01-01')).rejects.toMatchObject({
    hint: 'office_date',
  });
  expect((await send('gail@example.com', '2026-04-02'))[0]).toMatchObject({
    status: 'sent',
    sent_to: 'gail@example.com',
    sent_on: new Date('2026-04-02'),
    sent_by: us.manager.userId,
  });
});

test('a ticket that is not approved, is of another project or was revised is not billed', async () => {
  const [project, elsewhere] = [await site(), await site()];
  const signed = await signedTicket(
    db.sql,
    us,
    [{ kind: 'labor', employee: us.employee.employeeId, quantity: 1 }],
    { project },
  );
  const [approved, revised] = [await approvedTicket(project), await approvedTicket(project)];
  await db.sql`insert into extra_work_tickets (company_id, employee_id, project_id, number, revision, revises_id, work_date, status, refused_at, refusal_reason, refused_through, content, sha256)
    select company_id, employee_id, project_id, number, revision + 1, id, work_date, 'refused', now(), 'No', 'phone', '{}', sha256 from extra_work_tickets where id = ${revised}`;
  for (const [where, tickets] of [
    [project, [signed.id]],
    [elsewhere, [approved]],
    [project, [revised]],
    [project, [randomUUID()]],
  ] as const) {
    await expect(draft(where, [...tickets])).rejects.toMatchObject({ hint: 'ticket_not_billable' });
  }
  await expect(draft(project, [])).rejects.toMatchObject({ hint: 'nothing_to_bill' });
  await expect(act(us.manager, (tx) => tx`select price_ticket(${revised})`)).rejects.toMatchObject({
    hint: 'ticket_superseded',
  });
});

test('invoices are for managers of the company', async () => {
  const project = await site();
  const ticket = await approvedTicket(project);
  const { id } = await draft(project, [ticket]);
  for (const who of [
    us.foreman,
    us.employee,
    us.deactivated,
    await pairedTablet(db.sql, us),
    them.owner,
  ] as Person[]) {
    for (const table of ['invoice_drafts', 'invoice_lines', 'invoiced_time']) {
      expect(
        await act(who, (tx) => tx`select from ${tx(table)} where company_id = ${us.id}`),
        table,
      ).toHaveLength(0);
    }
    await expect(draft(project, [ticket], { who })).rejects.toThrow();
    await expect(act(who, (tx) => tx`select void_invoice(${id}, 'x')`)).rejects.toThrow();
    await expect(act(who, (tx) => tx`select record_invoice_sent(${id}, 'x')`)).rejects.toThrow();
    await expect(
      act(who, (tx) => tx`select billable_work(${project}, '2026-03-01', '2026-03-02')`),
    ).rejects.toThrow();
  }
  expect((await db.sql`select status from invoice_drafts where id = ${id}`)[0]).toEqual({
    status: 'draft',
  });
});

test('XW-14: a change order adds hours and amounts by cost code once, and goes back until it is billed', async () => {
  const project = await site({ material_markup: 10, tax_percent: 10 });
  const other = (
    await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, ${randomUUID().slice(0, 8)}, 'Extra') returning id`
  )[0]?.['id'] as string;
  const entry = await work(project, '2026-03-05', '07:00', '15:00');
  await act(us.manager, async (tx) => {
    const [budget] = await tx`select * from save_budget(${project}, 'Original', ${db.sql.json([
      {
        cost_code_id: us.costCode,
        hours: 100,
        labor_amount: 5000,
        equipment_amount: null,
        quantity: 40,
        unit: 'ea',
      },
      { cost_code_id: other, hours: 10, labor_amount: null },
    ])})`;
    await tx`update budgets set status = 'approved' where id = ${budget?.['id']}`;
  });
  const lines: Line[] = [
    { kind: 'labor', employee: us.employee.employeeId, quantity: 2, entry },
    { kind: 'labor', employee: us.employee.employeeId, quantity: 1 },
    { kind: 'material', quantity: 5 },
  ];
  const tickets = [await approvedTicket(project, lines), await approvedTicket(project)];
  const current = async () =>
    (
      await db.sql`select l.cost_code_id = ${other} as is_other, l.hours::float, l.labor_amount::float, l.other_amount::float, l.quantity::float from private.current_budget_lines l
      where l.project_id = ${project} order by 1`
    ).map((row) => Object.values(row));
  const adopt = (ids: string[], code: string | null = other) =>
    act(us.manager, (tx) => tx`select * from adopt_tickets(${project}, ${ids}, ${code})`);
  await expect(adopt([tickets[0] as string], null)).rejects.toMatchObject({
    hint: 'cost_code_needed',
  });
  const [version] = await adopt([tickets[0] as string]);
  expect(version).toMatchObject({ version: 2, status: 'approved', name: 'T&M #1' });
  // 2 h and 160 to the code of the time; 1 h, 55 of material with markup and 5 of tax to the chosen one, which has hours alone.
  expect(await current()).toEqual([
    [false, 102, 5160, null, 40],
    [true, 11, null, 60, null],
  ]);
  await expect(adopt([tickets[0] as string])).rejects.toMatchObject({
    hint: 'ticket_not_adoptable',
  });
  await expect(
    act(us.manager, (tx) => tx`select set_ticket_status(${tickets[0] as string}, 'submitted')`),
  ).rejects.toMatchObject({ hint: 'ticket_in_budget' });
  const races = await Promise.allSettled([
    adopt([tickets[1] as string]),
    adopt([tickets[1] as string]),
  ]);
  expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const release = (ids: string[]) =>
    act(us.manager, (tx) => tx`select * from release_tickets(${ids})`);
  await release(tickets);
  expect(await current()).toEqual([
    [false, 100, 5000, null, 40],
    [true, 10, null, null, null],
  ]);
  await adopt(tickets);
  await draft(project, [tickets[0] as string]);
  await expect(release([tickets[0] as string])).rejects.toMatchObject({
    hint: 'ticket_not_in_budget',
  });
  await expect(
    act(us.foreman, (tx) => tx`select adopt_tickets(${project}, ${tickets}, null)`),
  ).rejects.toMatchObject({ hint: 'managers_only' });
});

/** A project with a budget, and three tickets of labor, machines and material. */
const budgeted = async () => {
  const project = await site({ material_markup: 10, tax_percent: 10 });
  const codes: string[] = [];
  for (let n = 0; n < 4; n++) {
    const [row] =
      await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, ${randomUUID().slice(0, 8)}, 'Extra') returning id`;
    codes.push(row?.['id']);
  }
  const [dollars, hours, quantity] = codes;
  const save = (rows: object[]) =>
    act(us.manager, async (tx) => {
      const [budget] =
        await tx`select * from save_budget(${project}, 'Original', ${db.sql.json(rows as never)})`;
      await tx`update budgets set status = 'approved' where id = ${budget?.['id']}`;
    });
  await save([
    { cost_code_id: dollars, hours: 100, labor_amount: 5000, quantity: 40, unit: 'ea' },
    { cost_code_id: hours, hours: 10, labor_amount: null },
    { cost_code_id: quantity, hours: 0, labor_amount: null, quantity: 12, unit: 'ea' },
  ]);
  const labor: Line = { kind: 'labor', employee: us.employee.employeeId, quantity: 2 };
  const tickets = [
    await approvedTicket(project, [labor, { kind: 'material', quantity: 5 }]),
    await approvedTicket(project, [{ kind: 'material', quantity: 3 }]),
    await approvedTicket(project, [labor, labor]),
  ];
  const lines = () =>
    db.sql`select l.cost_code_id, l.hours::float, l.labor_amount::float, l.equipment_amount::float, l.other_amount::float, l.quantity::float
      from private.current_budget_lines l where l.project_id = ${project} order by 1`;
  const adopt = (ids: string[], code: string) =>
    act(us.manager, (tx) => tx`select adopt_tickets(${project}, ${ids}, ${code})`);
  const release = (ids: string[]) => act(us.manager, (tx) => tx`select release_tickets(${ids})`);
  const change = async (code: string, fields: object) =>
    save(
      (await lines()).map((line) =>
        line['cost_code_id'] === code ? { ...line, ...fields } : line,
      ),
    );
  return { codes, tickets, lines, adopt, release, change };
};

test('XW-17: taking tickets out of a budget in any order leaves it as it was', async () => {
  const { codes, tickets, lines, adopt, release } = await budgeted();
  const before = await lines();
  for (let seed = 0; seed < repeats(100, 8); seed++) {
    const random = new Random(seed);
    const adopted = new Set<string>();
    for (let step = 0; step < 6; step++) {
      const ticket = random.pick(tickets);
      if (adopted.delete(ticket)) await release([ticket]);
      else {
        const now = await lines();
        const code = random.pick(codes);
        await adopt([ticket], code);
        await release([ticket]);
        expect(await lines(), `seed ${seed}, step ${step}`).toEqual(now);
        await adopt([ticket], code);
        adopted.add(ticket);
      }
    }
    if (adopted.size > 0) await release([...adopted]);
    expect(await lines(), `seed ${seed}`).toEqual(before);
  }
});

test('XW-18: what a ticket did not add is not taken off, and nothing goes below zero in silence', async () => {
  const { codes, tickets, lines, adopt, release, change } = await budgeted();
  const [, hours = ''] = codes;
  const [ticket = ''] = tickets;
  const line = async () => (await lines()).find((row) => row['cost_code_id'] === hours);
  await adopt([ticket], hours);
  expect(await line()).toMatchObject({ hours: 12, labor_amount: null, other_amount: 60 });
  await change(hours, { hours: 12, labor_amount: 900, other_amount: 20 });
  const before = await lines();
  await expect(release([ticket])).rejects.toMatchObject({ hint: 'budget_below_tickets' });
  expect(await lines()).toEqual(before);
  await change(hours, { hours: 12, labor_amount: 900, other_amount: 70 });
  await release([ticket]);
  expect(await line()).toMatchObject({ hours: 10, labor_amount: 900, other_amount: 10 });
});

test('the office sees where each ticket stands and how old it is, by project', async () => {
  const project = await site();
  await signedTicket(
    db.sql,
    us,
    [{ kind: 'labor', employee: us.employee.employeeId, quantity: 1 }],
    { project, sign: false },
  );
  await signedTicket(
    db.sql,
    us,
    [{ kind: 'labor', employee: us.employee.employeeId, quantity: 1 }],
    { project },
  );
  const [approved, billed] = [await approvedTicket(project), await approvedTicket(project)];
  await draft(project, [billed]);
  const rows = await act(
    us.manager,
    (tx) => tx`select stage, total_amount::float, age_days from office_tickets(${project})`,
  );
  expect(rows.map(({ stage, total_amount }) => [stage, total_amount])).toEqual([
    ['unsigned', null],
    ['unpriced', null],
    ['approved', 160],
    ['billed', 160],
  ]);
  expect(rows[0]?.['age_days']).toBeGreaterThan(0);
  const [sums] = await act(
    us.manager,
    (tx) =>
      tx`select unsigned::int, unpriced::int, unbilled::int, committed_amount::float, billed_amount::float, oldest_on::text from project_money(${project})`,
  );
  expect(sums).toEqual({
    unsigned: 1,
    unpriced: 1,
    unbilled: 1,
    committed_amount: 160,
    billed_amount: 160,
    oldest_on: '2026-03-02',
  });
  for (const who of [us.foreman, us.employee, us.deactivated, them.owner]) {
    if (who !== them.owner)
      await expect(act(who, (tx) => tx`select * from office_tickets()`)).rejects.toMatchObject({
        code: '42501',
      });
    else
      expect(await act(who, (tx) => tx`select * from office_tickets(${project})`)).toHaveLength(0);
  }
  expect(await statusOf(approved)).toBe('approved');
});

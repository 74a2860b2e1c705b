import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Line, signedTicket } from './extra-work-stage.ts';
import { pairedTablet } from './kiosk-stage.ts';
import { publicProject } from './public-work-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

interface Pricing {
  status: string;
  lines: {
    line_id: string;
    rate: number | null;
    amount: number | null;
    markup_amount: number | null;
    missing: string | null;
  }[];
  missing: { line_id: string; description: string; missing: string }[];
  labor: number;
  equipment: number;
  material: number;
  other: number;
  labor_markup: number;
  material_markup: number;
  tax: number;
  tax_percent: number;
  total: number | null;
  submitted_on: string | null;
  decided_on: string | null;
  decision_note: string | null;
  decided_by: string | null;
}

const price = async (id: string, prices: object | null = null, who: Person = us.manager) => {
  const [row] = await act(
    who,
    (tx) => tx`select price_ticket(${id}, ${prices && db.sql.json(prices as never)}) as it`,
  );
  return row?.['it'] as Pricing;
};
const move = async (
  id: string,
  status: string,
  date: string | null = null,
  note: string | null = null,
  who: Person = us.manager,
) => {
  const [row] = await act(
    who,
    (tx) => tx`select set_ticket_status(${id}, ${status}, ${date}, ${note}) as it`,
  );
  return row?.['it'] as Pricing;
};
const rate = (fields: Record<string, unknown>) =>
  act(us.manager, (tx) => tx`insert into bill_rates ${tx(fields as never)} returning id`);
const terms = (fields: Record<string, unknown>) =>
  db.sql`insert into billing_terms ${db.sql({ company_id: us.id, ...fields } as never)}
    on conflict (company_id, project_id) do update set (labor_markup, equipment_markup, material_markup, other_markup, tax_percent)
      = (excluded.labor_markup, excluded.equipment_markup, excluded.material_markup, excluded.other_markup, excluded.tax_percent)`;
const person = async (job: string | null = null) => {
  const [row] = await db.sql`insert into employees (company_id, first_name, last_name, job_title)
    values (${us.id}, 'Luis', 'Ortega', ${job}) returning id`;
  return row?.['id'] as string;
};
const machine = async () => {
  const [cls] =
    await db.sql`insert into equipment_classes (company_id, name) values (${us.id}, ${`Lift ${randomUUID()}`}) returning id`;
  const [row] =
    await db.sql`insert into equipment (company_id, name, class_id) values (${us.id}, 'Lift', ${cls?.['id']}) returning id`;
  return { id: row?.['id'] as string, cls: cls?.['id'] as string };
};
const newProject = async () => {
  const [row] =
    await db.sql`insert into projects (company_id, name) values (${us.id}, ${`Site ${randomUUID()}`}) returning id`;
  return row?.['id'] as string;
};
const ticket = (lines: Line[], options: { day?: string; project?: string } = {}) =>
  signedTicket(db.sql, us, lines, options);

let ana: string;
let luis: string;
let lift: { id: string; cls: string };
beforeAll(async () => {
  [ana, luis, lift] = [await person(), await person('Laborer'), await machine()];
  await rate({ employee_id: ana, rate: 92, overtime_rate: 138 });
  await rate({ employee_id: luis, rate: 71.5, overtime_rate: 107.25 });
  await rate({ equipment_class_id: lift.cls, rate: 64 });
  await terms({ material_markup: 15, tax_percent: 8.25 });
});

test('F-1: labor, overtime, material with markup and tax, a machine, to the cent', async () => {
  const { id, lines } = await ticket([
    { kind: 'labor', employee: ana, quantity: 6.5 },
    { kind: 'labor', employee: luis, quantity: 6.5 },
    { kind: 'labor', employee: luis, quantity: 1.5, hours: 'overtime' },
    { kind: 'material', quantity: 1, unit: 'ls' },
    { kind: 'equipment', machine: lift.id, quantity: 3 },
  ]);
  const open = await price(id);
  expect(open).toMatchObject({
    status: 'signed',
    total: null,
    missing: [{ line_id: lines[3], missing: 'price' }],
  });
  const priced = await price(id, { lines: [{ line_id: lines[3], rate: 418.37 }] });
  expect(priced.lines.map(({ amount }) => amount)).toEqual([598, 464.75, 160.88, 418.37, 192]);
  expect(priced).toMatchObject({
    status: 'priced',
    labor: 1223.63,
    material: 418.37,
    material_markup: 62.76,
    equipment: 192,
    tax: 34.52,
    total: 1931.28,
    missing: [],
  });
});

test('XW-1: half a cent goes up, line by line, never on the sum', async () => {
  const { id } = await ticket([
    { kind: 'labor', employee: luis, quantity: 0.15 },
    { kind: 'labor', employee: luis, quantity: 0.15 },
  ]);
  expect(await price(id)).toMatchObject({ labor: 21.46, total: 21.46 });
});

test('XW-2: a rate of the project counts before one of the company, whoever it is for', async () => {
  const [who, project] = [await person('Welder'), await newProject()];
  await rate({ employee_id: who, rate: 100 });
  await rate({ trade: 'welder', project_id: project, rate: 80 });
  const line: Line[] = [{ kind: 'labor', employee: who, quantity: 1 }];
  expect((await price((await ticket(line, { project })).id)).total).toBe(80);
  expect((await price((await ticket(line)).id)).total).toBe(100);
  await rate({ employee_id: who, project_id: project, rate: 120 });
  expect((await price((await ticket(line, { project })).id)).total).toBe(120);
});

test('XW-3: a rate counts from its first work date until the next one', async () => {
  const who = await person();
  await rate({ employee_id: who, rate: 50, from_date: '2026-01-01' });
  await rate({ employee_id: who, rate: 55, from_date: '2026-02-01' });
  const on = async (day: string) =>
    (await price((await ticket([{ kind: 'labor', employee: who, quantity: 2 }], { day })).id))
      .total;
  expect([
    await on('2025-12-31'),
    await on('2026-01-01'),
    await on('2026-01-31'),
    await on('2026-02-01'),
  ]).toEqual([null, 100, 100, 110]);
});

test('XW-4: a class of work is billed by its code, also under a later modification', async () => {
  const { project, classes } = await classesOf();
  await rate({ classification_id: classes[0], rate: 90, overtime_rate: 130 });
  const { id } = await ticket(
    [
      {
        kind: 'labor',
        employee: await person(),
        classification: classes[1],
        quantity: 2,
        hours: 'overtime',
      },
    ],
    { project },
  );
  expect((await price(id)).total).toBe(260);
});

test('XW-5: a person without a rate is billed by trade, without regard to case', async () => {
  await rate({ trade: 'Mason', rate: 66 });
  const { id } = await ticket([
    { kind: 'labor', employee: await person('mason '), quantity: 1 },
    { kind: 'labor', trade: 'MASON', quantity: 1 },
  ]);
  expect((await price(id)).total).toBe(132);
});

test('XW-6: what has no rate is listed by line and is never zero; the ticket is not priced', async () => {
  const nobody = await person();
  const { id, lines } = await ticket([
    { kind: 'labor', employee: nobody, quantity: 1, description: 'Luis Ortega' },
    { kind: 'labor', employee: ana, quantity: 1, hours: 'double' },
    { kind: 'equipment', machine: (await machine()).id, quantity: 1 },
    { kind: 'material', quantity: 2 },
  ]);
  const { missing, total, status, lines: priced } = await price(id);
  expect({ total, status }).toEqual({ total: null, status: 'signed' });
  expect(missing.map((line) => [line.line_id, line.missing])).toEqual([
    [lines[0], 'bill_rate'],
    [lines[1], 'double_rate'],
    [lines[2], 'bill_rate'],
    [lines[3], 'price'],
  ]);
  expect(priced.map(({ amount }) => amount)).toEqual([null, null, null, null]);
});

test('XW-7: markups by kind: of the ticket, else of the project, else of the company', async () => {
  const project = await newProject();
  await terms({ project_id: project, labor_markup: 10, material_markup: null });
  const { id, lines } = await ticket(
    [
      { kind: 'labor', employee: ana, quantity: 1 },
      { kind: 'material', quantity: 1 },
    ],
    { project },
  );
  const typed = [{ line_id: lines[1], rate: 100 }];
  // 92 + 10 % and 100 + 15 %, tax of the company.
  expect(await price(id, { lines: typed })).toMatchObject({
    labor_markup: 9.2,
    material_markup: 15,
    tax: 8.25,
    total: 224.45,
  });
  expect(await price(id, { markups: { labor: 0, material: 20 } })).toMatchObject({
    labor_markup: 0,
    material_markup: 20,
    total: 220.25,
  });
  expect(await price(id, { markups: { labor: null } })).toMatchObject({
    labor_markup: 9.2,
    total: 229.45,
  });
});

test('XW-8: tax is on the cost of taxable lines, without markup, rounded once', async () => {
  const { id, lines } = await ticket([
    { kind: 'material', quantity: 1 },
    { kind: 'material', quantity: 1 },
    { kind: 'other', quantity: 1, unit: 'ls' },
  ]);
  const typed = lines.map((line_id) => ({ line_id, rate: 10.1 }));
  // Two of 10.10: 1.6665, not twice 0.83325.
  expect(await price(id, { lines: typed, markups: { material: 0 } })).toMatchObject({
    tax: 1.67,
    total: 31.97,
  });
  expect(
    await price(id, {
      tax_percent: 5,
      lines: [
        { line_id: lines[2], taxable: true },
        { line_id: lines[0], taxable: false },
      ],
    }),
  ).toMatchObject({ tax: 1.01 });
});

test('XW-9: what was priced stays, whatever becomes of rates and terms', async () => {
  const [who, project] = [await person(), await newProject()];
  await rate({ employee_id: who, rate: 40 });
  const { id } = await ticket([{ kind: 'labor', employee: who, quantity: 2 }], { project });
  expect((await price(id)).total).toBe(80);
  await db.sql`update bill_rates set rate = 60 where employee_id = ${who}`;
  await terms({ project_id: project, labor_markup: 50 });
  const [stored] = await act(us.owner, (tx) => tx`select ticket_pricing(${id}) as it`);
  expect(stored?.['it']).toMatchObject({ total: 80, labor_markup: 0 });
  expect((await price(id)).total).toBe(180);
});

test('XW-10: a typed rate stays when it is priced again, and null goes back to what is agreed', async () => {
  const { id, lines } = await ticket([{ kind: 'labor', employee: ana, quantity: 1 }]);
  expect((await price(id, { lines: [{ line_id: lines[0], rate: 0 }] })).total).toBe(0);
  expect((await price(id)).total).toBe(0);
  expect((await price(id, { lines: [{ line_id: lines[0], rate: null }] })).total).toBe(92);
});

test('steps come in order, each with its day and who, and only forward or one back', async () => {
  const { id } = await ticket([{ kind: 'labor', employee: ana, quantity: 1 }]);
  const refused = (status: string) =>
    expect(move(id, status), status).rejects.toMatchObject({ hint: 'ticket_status' });
  for (const status of ['submitted', 'approved', 'rejected', 'billed', 'nonsense'])
    await refused(status);
  await price(id);
  for (const status of ['approved', 'rejected', 'billed', 'signed', 'draft']) await refused(status);
  await expect(move(id, 'submitted', '2026-03-01')).rejects.toMatchObject({ hint: 'office_date' });
  await expect(move(id, 'submitted', '2099-01-01')).rejects.toMatchObject({ hint: 'office_date' });
  await move(id, 'submitted', '2026-03-05');
  await expect(price(id)).rejects.toMatchObject({ hint: 'ticket_status' });
  await expect(move(id, 'approved', '2026-03-04')).rejects.toMatchObject({ hint: 'office_date' });
  expect(await move(id, 'rejected', '2026-03-06', 'Too many hours')).toMatchObject({
    status: 'rejected',
    submitted_on: '2026-03-05',
    decided_on: '2026-03-06',
    decision_note: 'Too many hours',
  });
  expect(await price(id)).toMatchObject({
    status: 'priced',
    submitted_on: null,
    decided_on: null,
    decision_note: null,
  });
  await move(id, 'submitted', '2026-03-07');
  expect(await move(id, 'approved', '2026-03-08')).toMatchObject({
    status: 'approved',
    decided_by: 'manager Example',
  });
  await refused('billed');
  expect(await move(id, 'submitted')).toMatchObject({
    status: 'submitted',
    submitted_on: '2026-03-07',
    decided_on: null,
  });
});

test('pricing changes nothing of what the customer signed', async () => {
  const { id } = await ticket([{ kind: 'labor', employee: ana, quantity: 1 }]);
  const signed =
    () => db.sql`select to_jsonb(t) - 'status' - 'updated_at' - 'tax_percent' as it, (select jsonb_agg(to_jsonb(l)) from ticket_lines l where l.ticket_id = t.id) as lines
    from extra_work_tickets t where t.id = ${id}`;
  const before = await signed();
  await price(id, { tax_percent: 9 });
  await move(id, 'submitted');
  expect(await signed()).toEqual(before);
});

test('negative and absurd amounts, unknown fields and lines of others are refused, and nothing moves', async () => {
  const [{ id, lines }, other] = [
    await ticket([{ kind: 'labor', employee: ana, quantity: 1 }]),
    await ticket([{ kind: 'material', quantity: 1 }]),
  ];
  for (const bad of [
    { lines: [{ line_id: lines[0], rate: -1 }] },
    { lines: [{ line_id: lines[0], rate: 1_000_001 }] },
    { lines: [{ line_id: lines[0], rate: '92' }] },
    { lines: [{ line_id: other.lines[0], rate: 1 }] },
    { markups: { labor: 301 } },
    { markups: { paint: 1 } },
    { tax_percent: 31 },
    { total: 1 },
    [],
  ]) {
    await expect(price(id, bad), JSON.stringify(bad)).rejects.toMatchObject({
      hint: 'invalid_prices',
    });
  }
  expect(await db.sql`select from ticket_prices where ticket_id = ${id}`).toHaveLength(0);
  for (const [fields, constraint] of [
    [{ employee_id: ana, rate: -5 }, 'bill_rates_rate_range'],
    [{ employee_id: ana, rate: 0 }, 'bill_rates_rate_range'],
    [{ employee_id: ana, rate: 5, overtime_rate: 150_000 }, 'bill_rates_overtime_range'],
    [{ employee_id: ana, trade: 'Mason', rate: 5 }, 'bill_rates_one_target'],
    [{ rate: 5 }, 'bill_rates_one_target'],
    [{ employee_id: ana, rate: 93 }, 'bill_rates_one_per_day'],
    [
      { equipment_class_id: lift.cls, rate: 5, overtime_rate: 6, from_date: '2026-01-01' },
      'bill_rates_overtime_of_people',
    ],
  ] as const) {
    await expect(rate(fields), constraint).rejects.toMatchObject({ constraint });
  }
});

test('prices are for managers: nobody else reads or writes them, on any path', async () => {
  const { id } = await ticket([{ kind: 'labor', employee: us.foreman.employeeId, quantity: 1 }]);
  await rate({ employee_id: us.foreman.employeeId, rate: 777.77 });
  await price(id);
  const tablet = await pairedTablet(db.sql, us);
  for (const who of [
    us.foreman,
    us.employee,
    us.deactivated,
    tablet,
    them.owner,
    them.foreman,
  ] as Person[]) {
    for (const table of ['bill_rates', 'billing_terms', 'ticket_prices', 'ticket_billings']) {
      expect(
        await act(who, (tx) => tx`select from ${tx(table)} where company_id = ${us.id}`),
        table,
      ).toHaveLength(0);
    }
    await expect(act(who, (tx) => tx`select ticket_pricing(${id})`)).rejects.toThrow();
    await expect(price(id, null, who)).rejects.toThrow();
    await expect(move(id, 'submitted', null, null, who)).rejects.toThrow();
    const seen = await act(
      who,
      (tx) => tx`select a.* from audit_events a where a.company_id = ${us.id}`,
    );
    expect(JSON.stringify(seen)).not.toContain('777.77');
    await expect(
      act(
        who,
        (tx) =>
          tx`insert into bill_rates (company_id, employee_id, rate, from_date) values (${us.id}, ${ana}, 1, '2020-01-01')`,
      ),
    ).rejects.toThrow();
    await expect(
      act(who, (tx) => tx`update ticket_prices set rate = 1 where ticket_id = ${id}`),
    ).rejects.toThrow();
  }
  await expect(act('anon', (tx) => tx`select ticket_pricing(${id})`)).rejects.toThrow();
  // No live update carries a price, no search finds one, no export hands one out.
  expect(
    await db.sql`select from pg_publication_tables where pubname = 'supabase_realtime'
      and tablename in ('bill_rates', 'billing_terms', 'ticket_prices', 'ticket_billings', 'invoice_drafts', 'invoice_lines')`,
  ).toHaveLength(0);
  for (const words of ['777.77', 'Move the wall']) {
    const found = await act(us.foreman, (tx) => tx`select * from search_records(${words})`);
    expect(JSON.stringify(found)).not.toContain('777');
  }
  for (const list of ['bill_rates', 'ticket_prices', 'invoice_drafts']) {
    await expect(
      act(us.foreman, (tx) => tx`select * from export_rows(${list})`),
      list,
    ).rejects.toThrow();
  }
  // Of what foremen read, nothing names a price.
  const [read] = await act(
    us.foreman,
    (
      tx,
    ) => tx`select to_jsonb(t) as ticket, (select jsonb_agg(to_jsonb(l)) from ticket_lines l where l.ticket_id = t.id) as lines
    from extra_work_tickets t where t.id = ${id}`,
  );
  expect(read?.['ticket']).toMatchObject({ status: 'priced' });
  expect(JSON.stringify(read)).not.toContain('777.77');
  const [after] = await act(us.owner, (tx) => tx`select ticket_pricing(${id}) as it`);
  expect(after?.['it']).toMatchObject({ status: 'priced', total: 777.77 });
});

/** A public project whose class stands in two modifications. */
async function classesOf() {
  const { project, classes } = await publicProject(db.sql, us.id, [
    { name: 'Carpenter', base: 40, fringe: 10 },
  ]);
  const [later] =
    await db.sql`insert into wage_determinations (company_id, project_id, number, effective_from)
    values (${us.id}, ${project}, 'VA20260195', '2026-02-01') returning id`;
  const [same] =
    await db.sql`insert into work_classifications (company_id, determination_id, code, name, base_rate)
    values (${us.id}, ${later?.['id']}, 'Carpenter', 'Carpenter', 42) returning id`;
  return { project, classes: [classes[0] as string, same?.['id'] as string] as const };
}

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCompanies, type Person, type Tx } from './world.ts';

const { db, us, them, act } = await openCompanies();

const DAY = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => new Date(`${DAY}T${time}:00Z`);

interface Ticket {
  id: string;
  number: number;
  revision: number;
  status: string;
  sha256: string | null;
  content: { lines: { description: string; quantity: string }[]; number: number };
  [column: string]: unknown;
}

async function newProject(name = `Annex ${randomUUID()}`): Promise<string> {
  const [row] = await act(
    us.manager,
    (tx) => tx`insert into projects (name, time_zone) values (${name}, 'UTC') returning id`,
  );
  return row?.['id'];
}

async function work(
  who: Person,
  from: string,
  to: string | null,
  project: string,
  machine?: string,
) {
  const [row] = await db.sql`
    insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, equipment_id)
    values (${us.id}, ${who.employeeId}, ${at(from)}, ${to && at(to)}, ${project}, ${machine ?? null}) returning id`;
  return row?.['id'] as string;
}

const call = async (who: Person, run: (tx: Tx) => PromiseLike<readonly object[]>) =>
  (await act(who, (tx) => Promise.resolve(run(tx))))[0] as unknown as Ticket;
const draft = (who: Person, project: string, entries: string[] = [], id: string | null = null) =>
  call(who, (tx) => tx`select * from draft_ticket(${project}, ${DAY}, ${entries}::uuid[], ${id})`);
const save = (who: Person, id: string, changes: object, basedOn: object | null = null) =>
  call(
    who,
    (tx) =>
      tx`select * from save_ticket(${id}, ${tx.json(changes as never)}, ${basedOn && tx.json(basedOn as never)})`,
  );
const sign = (who: Person, id: string, name: string | null = 'Ken Alvarez', details: object = {}) =>
  call(
    who,
    (tx) =>
      tx`select * from sign_ticket(${id}, ${name}, 'Site manager', 'es', ${tx.json(details as never)})`,
  );
const refuse = (who: Person, id: string, reason: string | null, details: object = {}) =>
  call(
    who,
    (tx) =>
      tx`select * from refuse_ticket(${id}, ${reason}, 'Ken Alvarez', 'Site manager', 'en', ${tx.json(details as never)})`,
  );
const stored = async (id: string) =>
  (await db.sql`select * from extra_work_tickets where id = ${id}`)[0] as unknown as Ticket;
const linesOf = async (id: string) =>
  (await db.sql`select * from ticket_lines where ticket_id = ${id} order by position`) as unknown as {
    id: string;
    kind: string;
    description: string;
    quantity: string;
  }[];

const FACTS = {
  description: 'Move conduit at grid C4',
  directed_by: 'Ken Alvarez',
  directed_company: 'Harborview Health',
  directed_email: 'ken@example.com',
};
const MATERIAL = { kind: 'material', description: 'EMT conduit', quantity: 40, unit: 'ft' };

async function ready(who = us.foreman, project?: string): Promise<Ticket> {
  const ticket = await draft(who, project ?? (await newProject()));
  await save(who, ticket.id, { ...FACTS, lines: [MATERIAL] });
  return ticket;
}

/** The same story for everything that must not have moved. */
async function unchanged(id: string, story: () => Promise<unknown>, refusal: RegExp | string) {
  const before = [await stored(id), await linesOf(id)];
  await expect(story()).rejects.toThrow(refusal);
  expect([await stored(id), await linesOf(id)]).toEqual(before);
}

test('a draft has people, hours and machines of the day, and what another ticket has of them is left out', async () => {
  const project = await newProject();
  const [machine] = await act(
    us.manager,
    (tx) =>
      tx`insert into equipment (name, number) values ('Scissor lift', ${randomUUID().slice(0, 8)}) returning id, number`,
  );
  const entry = await work(us.employee, '09:00', '11:30', project, machine?.['id']);
  const first = await draft(us.foreman, project, [entry]);
  expect(await linesOf(first.id)).toMatchObject([
    { kind: 'labor', quantity: '2.500', unit: 'h', time_entry_id: entry },
    { kind: 'equipment', quantity: '2.500', description: `${machine?.['number']} Scissor lift` },
  ]);
  const [labor] = await linesOf(first.id);
  await save(us.foreman, first.id, {
    lines: [{ id: labor?.id, kind: 'labor', time_entry_id: entry, quantity: 1, unit: 'h' }],
  });
  const second = await draft(us.foreman, project, [entry]);
  expect(await linesOf(second.id)).toMatchObject([{ quantity: '1.500' }, { quantity: '2.500' }]);
  expect([first.number, second.number]).toEqual([1, 2]);
  // The name is the company's record, whatever a phone sends.
  expect((await linesOf(first.id))[0]?.description).toBe(labor?.description);
});

test('time of another project, day or company is not taken', async () => {
  const project = await newProject();
  const elsewhere = await work(us.colleague, '06:00', '07:00', await newProject());
  await expect(draft(us.foreman, project, [elsewhere])).rejects.toThrow(
    'Choose time of this project',
  );
  await expect(draft(us.foreman, project, [randomUUID()])).rejects.toThrow(
    'Choose time of this project',
  );
  await expect(draft(them.foreman, project)).rejects.toThrow('does not exist');
  await expect(
    act(us.foreman, (tx) => tx`select draft_ticket(${project}, current_date + 5)`),
  ).rejects.toThrow('not one that is still to come');
});

test('numbers of a project have no holes, also when two begin at once and a draft is thrown away', async () => {
  const project = await newProject();
  const made = await Promise.all(
    [us.foreman, us.manager, us.foreman, us.owner].map((who) => draft(who, project)),
  );
  expect(made.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4]);
  const second = made.find(({ number }) => number === 2) as Ticket;
  await act(us.manager, (tx) => tx`select discard_ticket(${second.id})`);
  await act(us.manager, (tx) => tx`select discard_ticket(${second.id})`);
  expect((await draft(us.foreman, project)).number).toBe(2);
  expect((await draft(us.foreman, project)).number).toBe(5);
});

test('the same id begins one ticket, however often a phone sends it', async () => {
  const project = await newProject();
  const id = randomUUID();
  const parts = {
    project_id: project,
    work_date: DAY,
    ...FACTS,
    lines: [{ id: randomUUID(), ...MATERIAL }],
  };
  for (const _ of [1, 2, 3])
    expect(await save(us.foreman, id, parts)).toMatchObject({ id, number: 1 });
  expect(await linesOf(id)).toHaveLength(1);
});

test('two people who changed the same part are told, other parts merge', async () => {
  const ticket = await ready();
  const opened = { description: FACTS.description, location: '' };
  await save(us.manager, ticket.id, { description: 'Another text' }, opened);
  await expect(
    save(us.foreman, ticket.id, { description: 'My text', location: 'C4' }, opened),
  ).rejects.toThrow('Someone else changed this');
  expect((await save(us.foreman, ticket.id, { location: 'C4' }, opened))['description']).toBe(
    'Another text',
  );
});

test('quantities that cannot be are refused and nothing is lost', async () => {
  const ticket = await ready();
  for (const line of [
    { ...MATERIAL, quantity: -1 },
    { ...MATERIAL, quantity: 0 },
    { ...MATERIAL, quantity: 'NaN' },
    { ...MATERIAL, quantity: 1e7 },
    { ...MATERIAL, unit: ' ' },
    { ...MATERIAL, description: '' },
    { kind: 'labor', description: 'Two helpers', quantity: 25, unit: 'h' },
    { kind: 'gift', description: 'x', quantity: 1, unit: 'h' },
  ])
    await unchanged(
      ticket.id,
      () => save(us.foreman, ticket.id, { lines: [line] }),
      /violates|not known/,
    );
  await unchanged(ticket.id, () => save(us.foreman, ticket.id, { price: 5 }), 'not known');
});

test('a signature needs a name and a complete ticket', async () => {
  const ticket = await ready();
  for (const name of [null, '', '   '])
    await unchanged(ticket.id, () => sign(us.foreman, ticket.id, name), 'name of whoever signs');
  const empty = await draft(us.foreman, await newProject());
  await unchanged(empty.id, () => sign(us.foreman, empty.id), 'add at least one line');
});

test('signing freezes what was shown with its hash, once', async () => {
  const ticket = await ready();
  const details = {
    signature_id: randomUUID(),
    signature_path: 'M10 20L30.5 40M50 60',
    at: at('11:42').toISOString(),
    ticket: { ...FACTS, location: 'Grid C4', lines: [{ ...MATERIAL, quantity: 41 }] },
  };
  const signed = await sign(us.foreman, ticket.id, ' Ken Alvarez ', details);
  expect(signed).toMatchObject({
    status: 'signed',
    signed_name: 'Ken Alvarez',
    signed_title: 'Site manager',
    language: 'es',
    signed_at: at('11:42'),
    signature_path: 'M10 20L30.5 40M50 60',
    content: {
      location: 'Grid C4',
      lines: [{ description: 'EMT conduit', quantity: '41', unit: 'ft' }],
    },
  });
  const [digest] =
    await db.sql`select private.ticket_digest(t) as hash from extra_work_tickets t where id = ${ticket.id}`;
  expect(signed.sha256).toBe(digest?.['hash']);
  // A repeat of the phone changes nothing and mails nothing.
  const again = await sign(us.foreman, ticket.id, 'Ken Alvarez', details);
  expect(again).toEqual(signed);
  const copies =
    await db.sql`select recipient, address from ticket_copies where ticket_id = ${ticket.id} order by 1, 2`;
  expect(copies.filter(({ recipient }) => recipient === 'customer')).toEqual([
    { recipient: 'customer', address: 'ken@example.com' },
  ]);
  expect(copies.map(({ address }) => address)).toEqual(
    expect.arrayContaining([us.owner.email, us.foreman.email]),
  );
  await unchanged(ticket.id, () => sign(us.foreman, ticket.id, 'Somebody else'), 'Make a revision');
});

test('what was signed cannot be changed by anyone through any path', async () => {
  const project = await newProject();
  const entry = await work(us.employee, '12:00', '13:00', project);
  const ticket = await draft(us.foreman, project, [entry]);
  const [photo] = await act(
    us.foreman,
    (tx) =>
      tx`insert into photos (project_id, size_bytes, sha256) values (${project}, 5, ${'a'.repeat(64)}) returning id`,
  );
  await save(us.foreman, ticket.id, { ...FACTS, photo_ids: [photo?.['id']] });
  await sign(us.foreman, ticket.id);
  const [line] = await linesOf(ticket.id);
  const lineId = line?.id as string;
  for (const who of [us.owner, us.manager, us.foreman]) {
    await unchanged(
      ticket.id,
      () =>
        act(
          who,
          (tx) => tx`update extra_work_tickets set description = 'x' where id = ${ticket.id}`,
        ),
      /denied/,
    );
    await unchanged(
      ticket.id,
      () => act(who, (tx) => tx`delete from extra_work_tickets where id = ${ticket.id}`),
      /denied/,
    );
    await unchanged(
      ticket.id,
      () =>
        act(
          who,
          (
            tx,
          ) => tx`insert into extra_work_tickets (company_id, id, employee_id, project_id, number, work_date) values (${us.id}, ${ticket.id}, ${us.owner.employeeId}, ${project}, 1, ${DAY})
        on conflict (company_id, id) do update set description = 'x'`,
        ),
      /denied/,
    );
    await unchanged(
      ticket.id,
      () => act(who, (tx) => tx`update ticket_lines set quantity = 9 where id = ${lineId}`),
      /denied/,
    );
    await unchanged(
      ticket.id,
      () => act(who, (tx) => tx`delete from ticket_lines where id = ${lineId}`),
      /denied/,
    );
    await unchanged(
      ticket.id,
      () =>
        act(
          who,
          (tx) =>
            tx`insert into ticket_lines (company_id, ticket_id, kind, description, quantity, unit) values (${us.id}, ${ticket.id}, 'other', 'x', 1, 'ea')`,
        ),
      /denied/,
    );
    await unchanged(
      ticket.id,
      () =>
        act(
          who,
          (tx) =>
            tx`select save_changes('extra_work_tickets', ${tx.json({ id: ticket.id })}, ${tx.json({ description: 'x' })})`,
        ),
      /denied/,
    );
    await unchanged(ticket.id, () => save(who, ticket.id, { description: 'x' }), 'Make a revision');
    await unchanged(
      ticket.id,
      () => act(who, (tx) => tx`select discard_ticket(${ticket.id})`),
      'Make a revision',
    );
    await unchanged(ticket.id, () => refuse(who, ticket.id, 'No'), 'Make a revision');
  }
  // Not even past the API.
  for (const change of [
    db.sql`update extra_work_tickets set description = 'x' where id = ${ticket.id}`,
    db.sql`update extra_work_tickets set signed_name = 'x' where id = ${ticket.id}`,
    db.sql`update extra_work_tickets set content = '{}' where id = ${ticket.id}`,
    db.sql`update extra_work_tickets set photo_ids = '{}' where id = ${ticket.id}`,
    db.sql`update extra_work_tickets set status = 'draft', content = null, sha256 = null where id = ${ticket.id}`,
    db.sql`delete from extra_work_tickets where id = ${ticket.id}`,
    db.sql`update ticket_lines set quantity = 9 where id = ${lineId}`,
    db.sql`delete from ticket_lines where id = ${lineId}`,
    db.sql`insert into ticket_lines (company_id, ticket_id, kind, description, quantity, unit) values (${us.id}, ${ticket.id}, 'other', 'x', 1, 'ea')`,
    db.sql`update ticket_copies set address = 'x@example.com' where ticket_id = ${ticket.id}`,
  ])
    await unchanged(ticket.id, async () => change, /.+/);
  // Its photo stays, and what it came from may go without taking anything along.
  await unchanged(
    ticket.id,
    () => act(us.owner, (tx) => tx`select delete_photos(array[${photo?.['id']}]::uuid[])`),
    'belongs to a ticket',
  );
  await unchanged(
    ticket.id,
    async () => db.sql`delete from photos where id = ${photo?.['id']}`,
    'belongs to a',
  );
  await unchanged(
    ticket.id,
    async () => db.sql`delete from projects where id = ${project}`,
    /violates foreign key|archive/,
  );
  const before = [await stored(ticket.id), await linesOf(ticket.id)];
  await act(us.manager, (tx) => tx`delete from time_entries where id = ${entry}`);
  expect([await stored(ticket.id), await linesOf(ticket.id)]).toEqual(before);
  expect(
    await act(us.foreman, (tx) => tx`select reason from ticket_changes(${ticket.id})`),
  ).toEqual([{ reason: 'deleted' }]);
});

test('a changed entry after signing shows, a revision is signed anew and the old one stays', async () => {
  const project = await newProject();
  const entry = await work(us.employee, '14:00', '16:00', project);
  const ticket = await draft(us.foreman, project, [entry]);
  await save(us.foreman, ticket.id, FACTS);
  const signed = await sign(us.foreman, ticket.id);
  const changes = (id: string) =>
    act(
      us.foreman,
      (tx) => tx`select reason, ticket_hours, recorded_hours from ticket_changes(${id})`,
    );
  expect(await changes(ticket.id)).toEqual([]);
  await act(
    us.manager,
    (tx) => tx`update time_entries set clock_out = ${at('15:00')} where id = ${entry}`,
  );
  expect(await changes(ticket.id)).toEqual([
    { reason: 'changed', ticket_hours: '2.000', recorded_hours: '1.00' },
  ]);
  const list = await act(
    us.foreman,
    (tx) => tx`select is_changed, is_superseded from ticket_list(${project})`,
  );
  expect(list).toEqual([{ is_changed: true, is_superseded: false }]);

  const revision = await call(us.manager, (tx) => tx`select * from revise_ticket(${ticket.id})`);
  expect(revision).toMatchObject({
    number: 1,
    revision: 1,
    status: 'draft',
    description: FACTS.description,
  });
  // Once, whoever asks again, and the foreman whose ticket it is goes on with it.
  expect((await call(us.foreman, (tx) => tx`select * from revise_ticket(${ticket.id})`)).id).toBe(
    revision.id,
  );
  await save(us.foreman, revision.id, {
    lines: [{ kind: 'labor', time_entry_id: entry, quantity: 1, unit: 'h' }],
  });
  await sign(us.foreman, revision.id, 'Ken Alvarez');
  expect(await changes(revision.id)).toEqual([]);
  expect(await stored(ticket.id)).toEqual(signed);
  expect(
    await act(
      us.manager,
      (tx) => tx`select revision, is_superseded from ticket_list(${project}) order by 1`,
    ),
  ).toEqual([
    { revision: 0, is_superseded: true },
    { revision: 1, is_superseded: false },
  ]);
});

test('a refusal has its reason, who and when; a witness and a signature may follow', async () => {
  const ticket = await ready();
  await unchanged(ticket.id, () => refuse(us.foreman, ticket.id, ' '), 'Say why');
  const details = { at: at('11:44').toISOString() };
  const refused = await refuse(us.foreman, ticket.id, 'It is on the contract drawings.', details);
  expect(refused).toMatchObject({
    status: 'refused',
    refused_name: 'Ken Alvarez',
    refused_at: at('11:44'),
    signed_at: null,
  });
  expect(await refuse(us.foreman, ticket.id, 'It is on the contract drawings.', details)).toEqual(
    refused,
  );
  await unchanged(
    ticket.id,
    () => save(us.owner, ticket.id, { description: 'x' }),
    'Make a revision',
  );
  const witness = (name: string) =>
    call(us.foreman, (tx) => tx`select * from add_ticket_witness(${ticket.id}, ${name})`);
  await unchanged(ticket.id, () => witness(' '), 'name of the witness');
  expect(await witness('Luis Ortega')).toMatchObject({ witness_name: 'Luis Ortega' });
  await unchanged(ticket.id, () => witness('Somebody else'), 'one witness');
  const signed = await sign(us.foreman, ticket.id);
  expect(signed).toMatchObject({
    status: 'signed',
    refusal_reason: 'It is on the contract drawings.',
  });
  expect(signed.content).toEqual(refused.content);
});

test('two phones at once: one signature', async () => {
  const ticket = await ready();
  const both = await Promise.allSettled([
    sign(us.foreman, ticket.id, 'Ken Alvarez', { signature_id: randomUUID() }),
    sign(us.manager, ticket.id, 'Ann Boyd', { signature_id: randomUUID() }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('foremen see their own tickets, managers all, others none', async () => {
  const mine = await ready(us.foreman);
  const office = await ready(us.manager);
  const seen = async (who: Person | 'anon') =>
    (
      await act(
        who,
        (tx) => tx`select id from extra_work_tickets where id in (${mine.id}, ${office.id})`,
      )
    ).length;
  const lines = async (who: Person) =>
    (
      await act(
        who,
        (tx) => tx`select id from ticket_lines where ticket_id in (${mine.id}, ${office.id})`,
      )
    ).length;
  expect([
    await seen(us.foreman),
    await seen(us.manager),
    await seen(us.employee),
    await seen(them.owner),
  ]).toEqual([1, 2, 0, 0]);
  expect([
    await lines(us.foreman),
    await lines(us.manager),
    await lines(us.employee),
    await lines(them.owner),
  ]).toEqual([1, 2, 0, 0]);
  await expect(seen('anon')).rejects.toThrow(/denied/);
  for (const who of [us.employee, us.deactivated, them.owner, them.foreman]) {
    await unchanged(mine.id, () => save(who, mine.id, { description: 'x' }), /./);
    await unchanged(mine.id, () => sign(who, mine.id), /./);
    await unchanged(mine.id, () => refuse(who, mine.id, 'No'), /./);
    await expect(act(who, (tx) => tx`select ticket_record(${mine.id})`)).rejects.toThrow(/./);
  }
  await unchanged(office.id, () => save(us.foreman, office.id, { description: 'x' }), 'not found');
  expect(await act(us.foreman, (tx) => tx`select id from ticket_list()`)).not.toContainEqual({
    id: office.id,
  });
  for (const column of ['rate', 'price', 'markup', 'amount', 'cost', 'total'])
    expect(
      await db.sql`select 1 from information_schema.columns where table_schema = 'public'
      and table_name in ('extra_work_tickets', 'ticket_lines', 'ticket_copies') and column_name like ${`%${column}%`}`,
    ).toEqual([]);
});

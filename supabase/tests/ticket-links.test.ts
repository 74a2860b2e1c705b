import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const DAY = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

interface Shown {
  state: string;
  version: string;
  ticket: { description: string; lines: object[]; directed: { name: string } };
}

async function ready(who = us.foreman): Promise<string> {
  const id = randomUUID();
  await act(
    who,
    (tx) =>
      tx`select save_ticket(${id}, ${tx.json({
        project_id: us.project,
        work_date: DAY,
        description: 'Move conduit',
        directed_by: 'Ken Alvarez',
        lines: [{ kind: 'material', description: 'EMT conduit', quantity: 40, unit: 'ft' }],
      })})`,
  );
  return id;
}

const send = (who: Person, id: string, email: string | null = 'ken@example.com') =>
  act(who, (tx) => tx`select send_ticket_link(${id}, ${email}, 'es') as sent`);

/** The secret stands in the mail alone. */
async function link(id: string, who = us.foreman): Promise<string> {
  await send(who, id);
  const [mail] = await db.sql`select data ->> 'token' as token from mail.outbox
    where template = 'ticket_link' order by created_at desc limit 1`;
  return mail?.['token'];
}

const open = async (token: string) =>
  (await as(db.sql, 'anon', (tx) => tx`select ticket_link(${token}) as shown`))[0]?.[
    'shown'
  ] as Shown;
const answer = async (token: string, given: object) =>
  (
    await as(
      db.sql,
      'anon',
      (tx) =>
        tx`select answer_ticket_link(${token}, ${tx.json(given as never)}) ->> 'result' as result`,
    )
  )[0]?.['result'] as string;
const stored = async (id: string) =>
  (await db.sql`select * from extra_work_tickets where id = ${id}`)[0];

test('the customer sees one ticket without an account and signs it once', async () => {
  const id = await ready();
  const token = await link(id);
  const shown = await open(token);
  expect(shown).toMatchObject({
    state: 'open',
    language: 'es',
    ticket: { description: 'Move conduit', directed: { name: 'Ken Alvarez' } },
  });
  expect(JSON.stringify(shown)).not.toMatch(/rate|price|markup|@/);
  const given = {
    action: 'sign',
    version: shown.version,
    name: 'Ken Alvarez',
    title: 'Manager',
    language: 'es',
    signature_path: 'M1 2L3 4',
  };
  await expect(answer(token, { ...given, name: ' ' })).rejects.toThrow('name of whoever signs');
  await expect(answer(token, { ...given, action: 'approve' })).rejects.toThrow(
    'Choose sign or refuse',
  );
  expect(await stored(id)).toMatchObject({ status: 'draft' });
  const both = await Promise.all([answer(token, given), answer(token, given)]);
  expect(both.sort()).toEqual(['done', 'used']);
  expect(await stored(id)).toMatchObject({
    status: 'signed',
    signed_through: 'link',
    signed_name: 'Ken Alvarez',
    language: 'es',
  });
  expect(
    await db.sql`select address from ticket_copies where ticket_id = ${id} and recipient = 'customer'`,
  ).toEqual([{ address: 'ken@example.com' }]);
  expect(await open(token)).toEqual({ state: 'used', language: 'es', company: expect.any(String) });
});

test('what changed since it was shown is not signed', async () => {
  const id = await ready();
  const token = await link(id);
  const { version } = await open(token);
  await act(
    us.foreman,
    (tx) => tx`select save_ticket(${id}, ${tx.json({ description: 'Move two conduits' })})`,
  );
  expect(await answer(token, { action: 'sign', version, name: 'Ken' })).toBe('changed');
  expect(await stored(id)).toMatchObject({ status: 'draft' });
  const again = await open(token);
  expect(again.ticket.description).toBe('Move two conduits');
  expect(
    await answer(token, { action: 'refuse', version: again.version, reason: 'Not ours' }),
  ).toBe('done');
  expect(await stored(id)).toMatchObject({
    status: 'refused',
    refused_name: 'Ken Alvarez',
    refused_through: 'link',
  });
  // Asked once more, the same ticket can be signed, not refused again.
  const second = await link(id);
  const asked = await open(second);
  await expect(
    answer(second, { action: 'refuse', version: asked.version, reason: 'No' }),
  ).rejects.toThrow('Choose sign');
  expect(await answer(second, { action: 'sign', version: asked.version, name: 'Ann Boyd' })).toBe(
    'done',
  );
});

test('wrong, old, replaced and answered links open nothing', async () => {
  expect(await open('nonsense')).toEqual({ state: 'unknown' });
  expect(await answer('nonsense', { action: 'sign', name: 'x' })).toBe('unknown');
  const id = await ready();
  const first = await link(id);
  const second = await link(id);
  expect((await open(first)).state).toBe('expired');
  expect((await open(second)).state).toBe('open');
  await db.sql`update private.ticket_links set expires_at = now() where ticket_id = ${id}`;
  expect((await open(second)).state).toBe('expired');
  const third = await link(id);
  const { version } = await open(third);
  await act(us.foreman, (tx) => tx`select sign_ticket(${id}, 'Ken Alvarez')`);
  expect((await open(third)).state).toBe('answered');
  expect(await answer(third, { action: 'sign', version, name: 'Ken' })).toBe('answered');
});

test('links are sent by whoever may write the ticket, to an address, five times a day', async () => {
  const id = await ready(us.manager);
  for (const who of [us.foreman, us.employee, us.deactivated, them.owner])
    await expect(send(who, id)).rejects.toThrow(/not found|Only|not an employee/);
  await expect(
    as(db.sql, 'anon', (tx) => tx`select send_ticket_link(${id}, 'a@example.com')`),
  ).rejects.toThrow(/denied/);
  for (const email of [null, '', 'ken', 'ken@', 'a b@example.com'])
    await expect(send(us.manager, id, email)).rejects.toThrow('mail address');
  for (const _ of [1, 2, 3, 4, 5]) await send(us.manager, id);
  await expect(send(us.manager, id)).rejects.toThrow('five times today');
  await expect(act(us.manager, (tx) => tx`select discard_ticket(${id})`)).rejects.toThrow(
    'its number stays',
  );
  for (const who of [us.owner, us.employee, 'anon' as const])
    await expect(as(db.sql, who, (tx) => tx`select * from private.ticket_links`)).rejects.toThrow(
      /denied/,
    );
});

test('a link shows the photos of its ticket and no others', async () => {
  const id = await ready();
  const photo = async () =>
    (
      await act(
        us.foreman,
        (tx) =>
          tx`insert into photos (project_id, size_bytes, sha256) values (${us.project}, 5, ${'b'.repeat(64)}) returning id, path`,
      )
    )[0] as { id: string; path: string };
  const [shown, other] = [await photo(), await photo()];
  await act(
    us.foreman,
    (tx) => tx`select save_ticket(${id}, ${tx.json({ photo_ids: [shown.id] })})`,
  );
  const token = await link(id);
  const paths = (header: string) =>
    as(db.sql, 'anon', (tx) => tx`select ticket_link_paths() as path`, { 'x-ticket-link': header });
  expect(await paths(token)).toEqual([{ path: shown.path }]);
  expect(await paths('nonsense')).toEqual([]);
  expect(other.path).not.toBe(shown.path);
});

test('managers are notified of a signature and of a refusal', async () => {
  const signed = await ready();
  const refused = await ready();
  await act(us.foreman, (tx) => tx`select sign_ticket(${signed}, 'Ken Alvarez')`);
  await act(us.foreman, (tx) => tx`select refuse_ticket(${refused}, 'On the drawings')`);
  const told = await db.sql`select distinct n.template, e.role from notifications n
    join employees e on e.company_id = n.company_id and e.id = n.employee_id
    where n.event = 'ticket_signed' and n.path in (${`/tickets/${signed}`}, ${`/tickets/${refused}`}) order by 1, 2`;
  expect(told).toEqual([
    { template: 'ticket_refused', role: 'manager' },
    { template: 'ticket_refused', role: 'owner' },
    { template: 'ticket_signed', role: 'manager' },
    { template: 'ticket_signed', role: 'owner' },
  ]);
});

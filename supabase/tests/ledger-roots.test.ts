import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { generateKeys, importKeys } from '../../server/keys/keys.ts';
import type { LedgerKeys } from '../../server/keys/ledger-keys.ts';
import { workThroughSignatures } from '../../server/signing/signing-queue.ts';
import { rootFromPath } from '../../src/entities/evidence/merkle-tree.ts';
import {
  addTime,
  as,
  type Company,
  makeCompany,
  openDatabase,
  type Person,
  type Tx,
} from './world.ts';

const db = await openDatabase();
const keys: LedgerKeys = (await importKeys(await generateKeys())).ledgerKeys;
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sign = () => workThroughSignatures(db.sql, { schema: 'private', name: 'signatures' }, keys);
const signHistory = (who: Person) =>
  as(db.sql, who, (tx) => tx`select * from sign_history()`).then(([root]) => root as Root);
const check = async (who: Person) =>
  (await as(db.sql, who, (tx) => tx`select check_ledger_roots() as state`))[0]?.['state'];
const roots = () =>
  db.sql<Root[]>`select * from ledger_roots where company_id = ${us.id} order by first_position`;
const mails = (template: string) =>
  db.sql`select to_address, data, attachment from mail.outbox where template = ${template}
    and data ->> 'company_name' = 'Test Builders' and created_at >= (select created_at from companies where id = ${us.id})`;

interface Root {
  readonly id: string;
  readonly signed_text: string;
  readonly signature: string | null;
  readonly key_id: string | null;
  readonly first_position: string;
  readonly last_position: string;
  readonly reason: string;
}

/** Somebody with the database's superuser and all triggers asleep. */
async function behindTheTriggers(story: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await story(tx as Tx);
  });
}
const changeAnEvent = (
  tx: Tx,
) => tx`update audit_events set after = after || '{"job_title": "Forged"}'
  where company_id = ${us.id} and entity = 'employees' and entity_id = ${us.employee.employeeId} and action = 'created'`;

test('the end of the history is signed with everything since the root before', async () => {
  const first = await signHistory(us.manager);
  await sign();
  const second = await signHistory(us.owner);
  expect(second.id).toBe(first.id);
  await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, '09', 'Paint')`;
  await signHistory(us.owner);
  await sign();
  const [one, two] = await roots();
  const [a, b] = [one, two].map((root) => JSON.parse(root?.signed_text ?? ''));
  expect(a).toMatchObject({
    format: 'chalkline-root/1',
    company_id: us.id,
    from: 1,
    previous: null,
    reason: 'requested',
  });
  expect(b).toMatchObject({ from: a.to + 1, previous: sha256(one?.signed_text ?? '') });
  const [link] = await db.sql`select encode(hash, 'hex') as hash from private.audit_links
    where company_id = ${us.id} and position = ${b.to}`;
  expect(b.chain_hash).toBe(link?.['hash']);
  for (const root of [one, two]) {
    expect(
      keys.holds({
        text: root?.signed_text ?? '',
        signature: root?.signature ?? '',
        key_id: root?.key_id ?? '',
      }),
    ).toBe(true);
  }
  expect(await check(us.manager)).toMatchObject({ problem: null, roots: 2, unsigned: 0 });
});

test('only managers sign, check and compare, and nobody changes a root', async () => {
  const root = await signHistory(us.manager);
  await sign();
  for (const who of [us.employee, us.foreman, us.deactivated]) {
    await expect(signHistory(who)).rejects.toMatchObject({ code: '42501' });
    await expect(check(who)).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(db.sql, who, (tx) => tx`select compare_ledger_root(${root.signed_text})`),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await as(db.sql, who, (tx) => tx`select from ledger_roots`)).toEqual([]);
  }
  for (const change of [{ signed_text: '{}' }, { signature: 'eA==' }, { reason: 'daily' }]) {
    await expect(
      db.sql`update ledger_roots set ${db.sql(change)} where id = ${root.id}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
  }
  await expect(db.sql`delete from ledger_roots where id = ${root.id}`).rejects.toMatchObject({
    hint: 'append_only',
  });
  await expect(db.sql`truncate ledger_roots`).rejects.toMatchObject({ hint: 'append_only' });
  expect(await roots()).toHaveLength(1);
});

test('once a day, only where something came since, and by one server of several', async () => {
  const run = async () => {
    await db.sql`select private.request_daily_roots()`;
    await Promise.all([1, 2, 3].map(() => db.sql`select private.make_requested_roots()`));
  };
  await run();
  await run();
  expect(await roots()).toMatchObject([{ reason: 'daily' }]);
  await behindTheTriggers(
    (tx) =>
      tx`update ledger_roots set created_at = now() - interval '2 days' where company_id = ${us.id}`,
  );
  await run();
  expect(await roots()).toHaveLength(1);
  await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, '09', 'Paint')`;
  await Promise.all(
    [1, 2, 3].map(() => db.sql`select private.make_ledger_root(${us.id}, 'requested')`),
  );
  expect(await roots()).toHaveLength(2);
});

test('the lock of a pay period is signed', async () => {
  await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
    values (${us.id}, '2026-03-01', '2026-03-07', 'locked', now())`;
  await db.sql`select private.make_requested_roots()`;
  const [root] = await roots();
  expect(root?.reason).toBe('pay_period');
  const [covered] = await db.sql`select l.position from audit_events e join private.audit_links l
    on l.company_id = e.company_id and l.event_id = e.id where e.company_id = ${us.id} and e.entity = 'pay_periods'`;
  expect(Number(covered?.['position'])).toBeLessThanOrEqual(Number(root?.last_position));
});

test('each event of a packet is proven by its text, its position and a few hashes', async () => {
  await db.sql`insert into cost_codes (company_id, code, name)
    select ${us.id}, n::text, 'Work' from generate_series(1, 700) n`;
  await signHistory(us.owner);
  await addTime(db.sql, us.employee, new Date('2026-03-09T13:00Z'), new Date('2026-03-09T21:00Z'));
  const packet = await db.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: us.manager.userId })}, true)`;
    const [row] =
      await tx`select private.open_packet(${us.id}, 'claim', ${us.employee.employeeId}, null, '2020-01-01', current_date + 1) as id`;
    return row?.['id'] as string;
  });
  const page = async (after: number) =>
    (
      await as(
        db.sql,
        us.manager,
        (tx) => tx`select packet_history(${packet}, ${after}, 2) as page`,
      )
    )[0]?.['page'];
  const lines: {
    position: number;
    root: number;
    text: string;
    previous_hash: string | null;
    path: string[];
  }[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { text, next } = await page(after);
    lines.push(
      ...text
        .split('\n')
        .filter(Boolean)
        .map((line: string) => JSON.parse(line)),
    );
    after = next;
  }
  await sign();
  const [given] = await as(db.sql, us.manager, (tx) => tx`select packet_roots(${packet}) as roots`);
  const { roots: list, unsigned } = given?.['roots'] ?? {};
  expect([list.length, unsigned]).toEqual([2, 0]);
  expect(lines.length).toBeGreaterThan(2);
  expect(new Set(lines.map(({ root }) => root))).toEqual(new Set([0, 1]));
  for (const { position, root, text, previous_hash, path } of lines) {
    const content = JSON.parse(list[root].signed_text);
    const hash = sha256(`${previous_hash ?? ''}${text}`);
    expect(rootFromPath({ position, hash, path }, content)).toBe(content.merkle_root);
    expect(rootFromPath({ position, hash: sha256(`${text} `), path }, content)).not.toBe(
      content.merkle_root,
    );
  }
  await expect(
    as(db.sql, us.owner, (tx) => tx`select packet_history(${packet})`),
  ).rejects.toMatchObject({ hint: 'not_found' });
});

test('a change past the triggers is found, and owners are notified once', async () => {
  await signHistory(us.owner);
  await sign();
  await behindTheTriggers(changeAnEvent);
  await db.sql`select private.check_due_ledgers()`;
  await db.sql`update private.ledger_checks set checked_at = now() - interval '2 days'`;
  await db.sql`select private.check_due_ledgers()`;
  expect(await check(us.manager)).toMatchObject({ problem: { kind: 'event_changed' } });
  expect((await mails('history_changed')).map(({ to_address }) => to_address)).toEqual([
    us.owner.email,
  ]);
});

test('rows of time and pay are compared with the history: changed, added or removed past the triggers', async () => {
  const entry = await addTime(
    db.sql,
    us.employee,
    new Date('2026-03-09T13:00Z'),
    new Date('2026-03-09T21:00Z'),
  );
  await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into employee_rates (employee_id, hourly_rate, effective_from)
      values (${us.employee.employeeId}, 31.5, '2026-01-01')`,
  );
  // What other sessions record in another zone is the same instant.
  await db.sql.begin(async (tx) => {
    await tx`set local timezone = 'America/Denver'`;
    await tx`update time_entries set notes = 'North wall' where id = ${entry}`;
  });
  expect(await check(us.manager)).toMatchObject({ problem: null });
  const tampered = async (story: (tx: Tx) => Promise<unknown>) => {
    const undone = new Error('undone');
    let found: unknown;
    await behindTheTriggers(async (tx) => {
      await story(tx);
      const [row] = await tx`select private.unrecorded_change(${us.id}) as found`;
      found = row?.['found'];
      throw undone;
    }).catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    return found;
  };
  const wrong = (entity: string) => ({ kind: 'row_changed', entity });
  expect(
    await tampered(
      (tx) =>
        tx`update time_entries set clock_out = clock_out - interval '1 hour' where id = ${entry}`,
    ),
  ).toMatchObject({ ...wrong('time_entries'), entity_id: entry });
  expect(await tampered((tx) => tx`delete from time_entries where id = ${entry}`)).toMatchObject({
    ...wrong('time_entries'),
    entity_id: entry,
  });
  expect(
    await tampered(
      (tx) => tx`insert into approvals (company_id, employee_id, work_date, approved_by)
        values (${us.id}, ${us.employee.employeeId}, '2026-03-09', ${us.manager.userId})`,
    ),
  ).toMatchObject(wrong('approvals'));
  expect(
    await tampered(
      (tx) => tx`update employee_rates set hourly_rate = 30 where company_id = ${us.id}`,
    ),
  ).toMatchObject(wrong('employee_rates'));
  // When it was changed last alone leaves no event, and says nothing.
  expect(
    await tampered((tx) => tx`update time_entries set updated_at = now() where id = ${entry}`),
  ).toBeNull();

  await behindTheTriggers((tx) => tx`update time_entries set notes = 'South' where id = ${entry}`);
  expect(await check(us.manager)).toMatchObject({
    problem: { kind: 'row_changed', entity: 'time_entries', entity_id: entry },
  });
  expect((await mails('history_changed'))[0]?.['data']).toMatchObject({ kind_row_changed: true });
  await behindTheTriggers(
    (tx) => tx`update time_entries set notes = 'North wall' where id = ${entry}`,
  );
  expect(await check(us.manager)).toMatchObject({ problem: null });
});

/** Also every hash and link, so that the chain fits itself again. */
async function rewriteHistory(tx: Tx): Promise<void> {
  await changeAnEvent(tx);
  await tx`update audit_events e set hash = private.audit_hash(e) where company_id = ${us.id}`;
  const links = await tx`select l.position, e.hash from private.audit_links l join audit_events e
    on e.company_id = l.company_id and e.id = l.event_id where l.company_id = ${us.id} order by l.position`;
  for (const { position, hash } of links) {
    await tx`update private.audit_links l set hash = private.audit_link_hash(
      (select b.hash from private.audit_links b where b.company_id = ${us.id} and b.position = ${position}::bigint - 1), l.position, ${hash})
      where l.company_id = ${us.id} and l.position = ${position}`;
  }
}

test('a chain that was recomputed fits itself, but not its roots, and the mailed root proves it', async () => {
  await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into ledger_recipients (email, language) values ('Bank@Example.com', 'es')`,
  );
  await signHistory(us.owner);
  await sign();
  const [mail] = await mails('ledger_root');
  expect(mail).toMatchObject({
    to_address: 'bank@example.com',
    attachment: { renderer: 'ledger_root' },
  });
  const mailed = mail?.['attachment'].root;
  expect(keys.holds({ ...mailed, text: mailed.signed_text })).toBe(true);
  const compare = async (text: string) =>
    (await as(db.sql, us.owner, (tx) => tx`select compare_ledger_root(${text}) as found`))[0]?.[
      'found'
    ];
  expect(await compare(mailed.signed_text)).toMatchObject({ result: 'same', stored: true });

  await behindTheTriggers(rewriteHistory);
  const [chain] = await as(
    db.sql,
    us.owner,
    (tx) => tx`select * from verify_audit_chain(${us.id})`,
  );
  expect(chain?.['broken_id']).toBeNull();
  expect(await check(us.owner)).toMatchObject({ problem: { kind: 'history_rewritten' } });
  expect(await compare(mailed.signed_text)).toMatchObject({ result: 'rewritten' });

  // They forge the root as well, which they cannot sign: the server finds that.
  await behindTheTriggers(async (tx) => {
    await tx`delete from ledger_roots where company_id = ${us.id}`;
    await tx`delete from private.ledger_blocks where company_id = ${us.id}`;
    const [made] = await tx`select private.make_ledger_root(${us.id}, 'daily') as id`;
    await tx`update ledger_roots set signature = ${mailed.signature}, key_id = ${mailed.key_id} where id = ${made?.['id']}`;
    await tx`update private.signatures s set signature = ${mailed.signature}, key_id = ${mailed.key_id}, signed_at = now(), checked_at = now(), holds = true
      from ledger_roots r where r.id = ${made?.['id']} and s.id = r.signature_id`;
  });
  expect(await check(us.owner)).toMatchObject({ problem: null });
  await sign();
  expect(
    (await as(db.sql, us.owner, (tx) => tx`select ledger_state() as state`))[0]?.['state'],
  ).toMatchObject({ problem: { kind: 'signature_wrong' } });
  expect(await compare(mailed.signed_text)).toMatchObject({ result: 'rewritten', stored: false });

  // Cut off, nothing inside says so; the mail does.
  await behindTheTriggers(async (tx) => {
    await tx`delete from ledger_roots where company_id = ${us.id}`;
    await tx`delete from private.audit_links where company_id = ${us.id} and position > 3`;
  });
  expect(await compare(mailed.signed_text)).toMatchObject({ result: 'missing' });
});

test('a root that was changed or removed is found', async () => {
  await signHistory(us.owner);
  await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, '09', 'Paint')`;
  const second = await signHistory(us.owner);
  await sign();
  await behindTheTriggers(
    (tx) => tx`delete from ledger_roots where company_id = ${us.id} and first_position = 1`,
  );
  expect(await check(us.owner)).toMatchObject({
    problem: { kind: 'root_changed', root_id: second.id },
  });
});

test('addresses are the owners’ to choose, and each can stop its mails', async () => {
  const add = (who: Person, email: string) =>
    as(
      db.sql,
      who,
      (tx) => tx`insert into ledger_recipients (email) values (${email}) returning id`,
    );
  await expect(add(us.manager, 'a@example.com')).rejects.toMatchObject({ code: '42501' });
  await expect(add(us.owner, 'nonsense')).rejects.toMatchObject({
    constraint: 'ledger_recipients_email_form',
  });
  for (let n = 0; n < 20; n++) await add(us.owner, `a${n}@example.com`);
  await expect(add(us.owner, 'one-more@example.com')).rejects.toMatchObject({
    hint: 'too_many_recipients',
  });
  expect(await as(db.sql, us.manager, (tx) => tx`select from ledger_recipients`)).toEqual([]);
  await signHistory(us.owner);
  await sign();
  const [mail] = await mails('ledger_root');
  const [answer] = await as(
    db.sql,
    'anon',
    (tx) => tx`select unsubscribe(${mail?.['data'].unsubscribe_token}) as kind`,
  );
  expect(answer?.['kind']).toBe('ledger_root');
  expect(await db.sql`select from ledger_recipients where company_id = ${us.id}`).toHaveLength(19);
});

test('after a restore the next root says so, once, with the moment of the backup', async () => {
  await signHistory(us.owner);
  await sign();
  await db.sql`insert into ledger_recipients (company_id, email, language) values (${us.id}, 'bank@example.com', 'es')`;
  await db.sql`insert into backup.restores (file, backup_at) values ('nightly.tar', '2026-03-01T02:00:00Z')`;
  await db.sql`select private.request_daily_roots()`;
  await db.sql`select private.make_requested_roots()`;
  const [, second] = await roots();
  expect(JSON.parse(second?.signed_text ?? '')).toMatchObject({
    reason: 'restored',
    note: 'Restored from the backup of 2026-03-01T02:00:00.000000Z',
  });
  const [event] =
    await db.sql`select after from audit_events where company_id = ${us.id} and action = 'restored'`;
  expect(event?.['after']).toMatchObject({ backup_at: '2026-03-01T02:00:00.000000Z' });
  await sign();
  expect((await mails('ledger_root'))[0]?.['data']).toMatchObject({
    restored: true,
    backup_at: '2026-02-28 21:00',
  });
  await db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, '09', 'Paint')`;
  expect(await signHistory(us.owner)).toMatchObject({ reason: 'requested' });
  await db.sql`delete from backup.restores`;
});

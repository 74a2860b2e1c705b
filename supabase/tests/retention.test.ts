import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  addTime,
  as,
  type Company,
  hoursAgo,
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

const rule = (who: Person, kind: string, years: number) =>
  as(
    db.sql,
    who,
    (tx) => tx`insert into retention_rules (kind, years) values (${kind}, ${years}) returning id`,
  );
const hold = (who: Person, about: { employee_id: string } | { project_id: string }) =>
  as(
    db.sql,
    who,
    (tx) => tx`insert into legal_holds ${tx({ ...about, reason: 'Claim of March' })} returning id`,
  );
const preview = async () =>
  (await as(db.sql, us.owner, (tx) => tx`select retention_preview() as found`))[0]?.['found'];
const chain = async () =>
  (await as(db.sql, us.owner, (tx) => tx`select * from verify_audit_chain(${us.id})`))[0];
const contents = (employeeId: string) =>
  db.sql`select after, before from audit_events where company_id = ${us.id} and entity = 'employees' and entity_id = ${employeeId} order by sequence`;

/** Events are sealed with their time: those of the past are made by recomputing the chain. */
async function age(years: number): Promise<void> {
  await db.sql.begin(async (tx: Tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_events set occurred_at = occurred_at - make_interval(years => ${years}) where company_id = ${us.id}`;
    await tx`update audit_events e set hash = private.audit_hash(e) where company_id = ${us.id}`;
    const links = await tx`select l.position, e.hash from private.audit_links l join audit_events e
      on e.company_id = l.company_id and e.id = l.event_id where l.company_id = ${us.id} order by l.position`;
    for (const { position, hash } of links) {
      await tx`update private.audit_links l set hash = private.audit_link_hash(
        (select b.hash from private.audit_links b where b.company_id = ${us.id} and b.position = ${position}::bigint - 1), l.position, ${hash})
        where l.company_id = ${us.id} and l.position = ${position}`;
    }
  });
}

test('content of old events goes, and the chain and its roots still hold', async () => {
  await age(8);
  await as(db.sql, us.owner, (tx) => tx`select sign_history()`);
  await rule(us.owner, 'history', 7);
  const { count } = (await preview()).history;
  expect(count).toBeGreaterThan(5);
  const hashes = () =>
    db.sql`select id, hash from audit_events where company_id = ${us.id} and occurred_at < now() - interval '1 year' order by sequence`;
  const before = await hashes();
  await db.sql`select private.apply_retention()`;
  expect(await hashes()).toEqual(before);
  for (const { after, before: gone } of await contents(us.employee.employeeId)) {
    expect([Object.keys(after), gone]).toEqual([['redaction'], null]);
  }
  expect(await chain()).toMatchObject({ broken_id: null });
  const [state] = await as(db.sql, us.owner, (tx) => tx`select check_ledger_roots() as state`);
  expect(state?.['state']).toMatchObject({ problem: null });
  expect((await preview()).history.count).toBe(0);
});

test('what is left cannot be changed unseen, and nothing goes without an event that says so', async () => {
  await age(8);
  await rule(us.owner, 'history', 7);
  await expect(
    db.sql`update audit_events set before = null, after = '{}', reason = null where company_id = ${us.id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  await expect(
    db.sql`update audit_events set after = ${db.sql.json({ redaction: randomUUID() })}, before = null, reason = null where company_id = ${us.id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  await db.sql`select private.apply_retention()`;
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_events set actor_id = ${us.manager.userId} where company_id = ${us.id} and entity_id = ${us.employee.employeeId}`;
  });
  expect((await chain())?.['broken_id']).not.toBeNull();
});

test('a hold on a person or a project stops it, and its end lets it go on', async () => {
  await age(8);
  await rule(us.owner, 'history', 7);
  const [placed] = await hold(us.owner, { employee_id: us.employee.employeeId });
  await hold(us.owner, { project_id: us.project });
  // What is recorded of a phase is the project's, too.
  const [phase] =
    await db.sql`insert into projects (company_id, name, parent_id) values (${us.id}, 'Level 2', ${us.project}) returning id`;
  const held =
    await db.sql`select private.is_held(c, null, ${phase?.['id']}) as held from unnest(${[us.id, randomUUID()]}::uuid[]) with ordinality u (c, n) order by n`;
  expect(held).toEqual([{ held: true }, { held: false }]);
  await db.sql`select private.apply_retention()`;
  const [kept] = await contents(us.employee.employeeId);
  expect(kept?.['after']).toMatchObject({ id: us.employee.employeeId });
  const [project] =
    await db.sql`select after from audit_events where company_id = ${us.id} and entity = 'projects' and entity_id = ${us.project}`;
  expect(project?.['after']).toMatchObject({ name: 'Harbor Point' });
  const release = (who: Person) =>
    as(db.sql, who, (tx) => tx`select release_legal_hold(${placed?.['id']}, 'Settled')`);
  await expect(release(us.manager)).rejects.toMatchObject({ code: '42501' });
  await release(us.owner);
  await db.sql`select private.apply_retention()`;
  expect((await contents(us.employee.employeeId))[0]?.['after']).toHaveProperty('redaction');
  expect(await chain()).toMatchObject({ broken_id: null });
});

test('owners alone choose, and never below the law', async () => {
  await expect(rule(us.manager, 'history', 7)).rejects.toMatchObject({ code: '42501' });
  await expect(rule(us.owner, 'history', 5)).rejects.toMatchObject({
    hint: 'retention_below_law',
  });
  await expect(hold(us.manager, { project_id: us.project })).rejects.toMatchObject({
    code: '42501',
  });
  await db.sql`select private.apply_retention()`;
  expect((await contents(us.employee.employeeId))[0]?.['after']).not.toHaveProperty('redaction');
});

test('old photos go with their files, those on hold stay', async () => {
  const photo = async () => {
    const id = randomUUID();
    const path = `${us.id}/${us.project}/${id}.jpg`;
    await db.sql`insert into photos (company_id, id, project_id, employee_id, path, taken_at, taken_on, created_at)
      values (${us.id}, ${id}, ${us.project}, ${us.employee.employeeId}, ${path}, now() - interval '4 years', '2022-01-01', now() - interval '4 years')`;
    await db.sql`insert into storage.objects (bucket_id, name) values ('photos', ${path})`;
    return path;
  };
  const path = await photo();
  await rule(us.owner, 'photos', 3);
  const [placed] = await hold(us.owner, { project_id: us.project });
  await db.sql`select private.apply_retention()`;
  expect(await db.sql`select from photos where path = ${path}`).toHaveLength(1);
  await as(db.sql, us.owner, (tx) => tx`select release_legal_hold(${placed?.['id']}, 'Settled')`);
  expect((await preview()).photos).toMatchObject({ count: 1 });
  await db.sql`select private.apply_retention()`;
  expect(await db.sql`select from photos where path = ${path}`).toEqual([]);
  expect(await db.sql`select from storage.objects where name = ${path}`).toEqual([]);
});

const inState = (state: string) =>
  db.sql`insert into contractor_details (company_id, state) values (${us.id}, ${state})
    on conflict (company_id) do update set state = excluded.state`;

test('the fewest years follow from the states of the company, also of one that came later', async () => {
  const fewest = async () => {
    const found = await preview();
    return [found.history.minimum, found.payments.minimum, found.incidents.minimum];
  };
  expect(await fewest()).toEqual([6, 6, 5]);
  await inState('TX');
  expect(await fewest()).toEqual([3, 3, 5]);
  await inState('CA');
  expect(await fewest()).toEqual([4, 4, 5]);
  expect((await preview()).payments.law).toEqual([
    { state: 'US', years: 3, law: '29 CFR 516.5' },
    { state: 'CA', years: 4, law: 'Bus. & Prof. Code 17208' },
  ]);
  await expect(rule(us.owner, 'payments', 3)).rejects.toMatchObject({
    hint: 'retention_below_law',
  });
  await inState('TX');
  await rule(us.owner, 'payments', 3);
  await paid(yearsAgo(5));
  expect((await preview()).payments.count).toBe(1);
  await db.sql`insert into public_contracts (company_id, project_id, state) values (${us.id}, ${us.project}, 'NY')`;
  expect((await preview()).payments).toMatchObject({ count: 0, minimum: 6 });
  await db.sql`select private.apply_retention()`;
  expect(await rowsOf('payroll_facts')).toBe(1);
});

const rowsOf = async (table: string) =>
  (await db.sql`select from ${db.sql(table)} where company_id = ${us.id}`).length;
/** For the week of that day, which ends on a Saturday. */
const paid = (day: string) =>
  db.sql`insert into payroll_facts (company_id, employee_id, week_end, gross_all, net, check_number)
    values (${us.id}, ${us.employee.employeeId}, ${day}::date + (6 - extract(dow from ${day}::date))::integer, 900, 700, 'C-17')`;
const yearsAgo = (years: number) =>
  new Date(Date.now() - years * 366 * 86_400_000).toISOString().slice(0, 10);

/** An answer at the clock, a payment, an injury and a message of eight years ago. */
async function oldRecords() {
  const entry = await addTime(
    db.sql,
    us.employee,
    new Date('2018-03-05T13:00Z'),
    new Date('2018-03-05T21:00Z'),
  );
  await db.sql`insert into clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, note, language, answered_at)
    values (${us.id}, gen_random_uuid(), ${entry}, ${us.employee.employeeId}, 'out', 'Hurt?', '¿Herido?', 'no', 'A secret note', 'en', '2018-03-05T21:00Z')`;
  await db.sql`insert into break_offers (company_id, employee_id, time_entry_id, kind, number, offered_at, answer)
    values (${us.id}, ${us.employee.employeeId}, ${entry}, 'meal', 1, '2018-03-05T17:00Z', 'taken')`;
  await paid('2018-03-05');
  await db.sql`insert into incidents (company_id, employee_id, project_id, happened_at, status, description, created_at)
    values (${us.id}, ${us.employee.employeeId}, ${us.project}, '2018-03-05T15:00Z', 'closed', 'A secret injury', '2018-03-05T15:00Z')`;
  const bulletin = randomUUID();
  const file = `${us.id}/${bulletin}/${randomUUID()}.pdf`;
  const foreign = `${randomUUID()}/${randomUUID()}/${randomUUID()}.pdf`;
  await db.sql`insert into storage.objects (bucket_id, name) values ('bulletins', ${file}), ('bulletins', ${foreign})`;
  const attachments = [file, foreign].map((path) => ({
    path,
    ...{ name: 'a.pdf', type: 'application/pdf', size: 3 },
  }));
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into bulletins (company_id, id, title, body, publish_at, created_at, updated_at, attachments)
      values (${us.id}, ${bulletin}, 'Party', 'A secret party', '2018-03-05T15:00Z', '2018-03-05T15:00Z', '2018-03-05T15:00Z', ${tx.json(attachments)})`;
  });
  return { file, foreign };
}
const KINDS = ['answers', 'payments', 'incidents', 'messages'] as const;
const TABLES = ['clock_answers', 'break_offers', 'payroll_facts', 'incidents', 'bulletins'];
const counts = () => Promise.all(TABLES.map(rowsOf));
const ALL = [1, 1, 1, 1, 1];

test('each kind goes by its own rule, with its files, and no event repeats what it said', async () => {
  const { file, foreign } = await oldRecords();
  await db.sql`select private.apply_retention()`;
  expect(await counts()).toEqual(ALL);
  for (const kind of KINDS) await rule(us.owner, kind, 7);
  const found = await preview();
  expect(KINDS.map((kind) => found[kind].count)).toEqual([2, 1, 1, 1]);
  await db.sql`select private.apply_retention()`;
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  expect(await db.sql`select from storage.objects where name = ${file}`).toEqual([]);
  // A list of attachments that names the file of another company deletes nothing there.
  expect(await db.sql`select from storage.objects where name = ${foreign}`).toHaveLength(1);
  const gone = await db.sql`select entity, before from audit_events
    where company_id = ${us.id} and action = 'deleted' and entity = any (${TABLES})`;
  expect(gone.length).toBeGreaterThanOrEqual(4);
  for (const { before } of gone) expect(Object.keys(before).sort()).toEqual(['id', 'retention']);
  // What somebody deletes by hand is recorded as ever.
  await paid(yearsAgo(1));
  await db.sql`delete from payroll_facts where company_id = ${us.id}`;
  const [byHand] = await db.sql`select before from audit_events
    where company_id = ${us.id} and entity = 'payroll_facts' and action = 'deleted' order by sequence desc limit 1`;
  expect(byHand?.['before']).toMatchObject({ check_number: 'C-17' });
  await as(db.sql, us.owner, (tx) => tx`select sign_history()`);
  expect(await chain()).toMatchObject({ broken_id: null });
  // The hours stay: totals and reports are made of them.
  expect(await rowsOf('time_entries')).toBe(1);
});

test.each([
  [
    'a hold on the person',
    () =>
      db.sql`insert into legal_holds (company_id, employee_id, reason) values (${us.id}, ${us.employee.employeeId}, 'Claim 12')`,
    ALL,
  ],
  [
    'a claim packet of this year',
    () =>
      db.sql`insert into evidence_packets (company_id, kind, employee_id, start_date, end_date) values (${us.id}, 'claim', ${us.employee.employeeId}, '2018-01-01', '2018-12-31')`,
    [1, 1, 1, 1, 0],
  ],
  [
    'an open dispute',
    () =>
      db.sql`insert into timesheet_signatures (company_id, employee_id, start_date, end_date, disputed, note, statement, language, version, hours)
        values (${us.id}, ${us.employee.employeeId}, '2018-03-04', '2018-03-10', true, 'Not right', 'No.', 'en', '1', '{}')`,
    [1, 1, 1, 1, 0],
  ],
  [
    'a pay period that was opened again',
    () =>
      db.sql`insert into pay_periods (company_id, start_date, end_date) values (${us.id}, '2018-03-04', '2018-03-10')`,
    [1, 1, 1, 1, 0],
  ],
] as const)('%s keeps what it needs', async (_name, need, left) => {
  await oldRecords();
  await need();
  for (const kind of KINDS) await rule(us.owner, kind, 7);
  await db.sql`select private.apply_retention()`;
  expect(await counts()).toEqual(left);
});

const daysAgo = (days: number) => hoursAgo(24 * days);

test.each([
  ['person', () => ({ employee_id: us.employee.employeeId })],
  ['project', () => ({ project_id: us.project })],
] as const)(
  'a hold on a %s stops what has times of its own: places, pictures of tablets, what was deleted',
  async (_name, about) => {
    const { employeeId } = us.employee;
    const entry = await addTime(db.sql, us.employee, daysAgo(101), daysAgo(100.9), {
      project_id: us.project,
    });
    await db.sql`insert into punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude)
    values (${us.id}, ${entry}, ${employeeId}, 'in', ${daysAgo(101)}, 39.7, -104.9)`;
    const event = randomUUID();
    await db.sql`insert into synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, state)
    values (${us.id}, ${event}, ${employeeId}, 'phone', 1, 'clock_in', ${daysAgo(101)}, 0, ${daysAgo(101)}, ${db.sql.json({ project_id: us.project })}, 'held')`;
    await db.sql`insert into private.event_places (company_id, event_id, punched_at, place) values (${us.id}, ${event}, ${daysAgo(101)}, '{}')`;
    const [picture, photo, document, version] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ];
    await db.sql`insert into kiosk_photos (company_id, id, employee_id, time_entry_id, moment, path, taken_at)
    values (${us.id}, ${picture}, ${employeeId}, ${entry}, 'clock_in', ${`${us.id}/${employeeId}/${picture}.jpg`}, ${daysAgo(101)})`;
    await db.sql`insert into photos (company_id, id, project_id, employee_id, path, taken_at, taken_on, deleted_at)
    values (${us.id}, ${photo}, ${us.project}, ${employeeId}, ${`${us.id}/${us.project}/${photo}.jpg`}, ${daysAgo(101)}, '2026-01-01', ${daysAgo(31)})`;
    await db.sql`insert into documents (company_id, id, project_id, name, deleted_at) values (${us.id}, ${document}, ${us.project}, 'Notice', ${daysAgo(400)})`;
    await db.sql`insert into document_versions (company_id, id, document_id, version, path, media_type, size_bytes)
    values (${us.id}, ${version}, ${document}, 1, ${`${us.id}/company/${version}.pdf`}, 'application/pdf', 3)`;
    await db.sql`insert into document_signatures (company_id, version_id, employee_id, signed_name, language)
    values (${us.id}, ${version}, ${employeeId}, 'E', 'en')`;
    const left = async () => {
      for (const job of [
        'forget_locations',
        'purge_kiosk_photos',
        'purge_photos',
        'purge_documents',
      ])
        await db.sql.unsafe(`select private.${job}()`);
      const [found] = await db.sql`select
      (select count(*)::integer from punch_locations where time_entry_id = ${entry} and latitude is not null) as places,
      (select count(*)::integer from private.event_places where event_id = ${event}) as waiting,
      (select count(*)::integer from kiosk_photos where id = ${picture}) as pictures,
      (select count(*)::integer from photos where id = ${photo}) as photos,
      (select count(*)::integer from documents where id = ${document}) as documents`;
      return Object.values(found ?? {});
    };
    const [placed] = await hold(us.owner, about());
    expect(await left()).toEqual([1, 1, 1, 1, 1]);
    await as(db.sql, us.owner, (tx) => tx`select release_legal_hold(${placed?.['id']}, 'Settled')`);
    expect(await left()).toEqual([0, 0, 0, 0, 0]);
  },
);

test('an injury that is not closed stays, and so do records of another company', async () => {
  await oldRecords();
  const first = us;
  await db.sql`update incidents set status = 'open' where company_id = ${us.id}`;
  us = await makeCompany(db.sql);
  for (const kind of KINDS) await rule(us.owner, kind, 7);
  await db.sql`select private.apply_retention()`;
  us = first;
  expect(await counts()).toEqual(ALL);
  for (const kind of KINDS) await rule(us.owner, kind, 7);
  await db.sql`select private.apply_retention()`;
  expect(await counts()).toEqual([0, 0, 0, 1, 0]);
});

test('nobody but an owner makes, changes or ends a rule, or sees what would go', async () => {
  const [made] = await rule(us.owner, 'messages', 7);
  const them = await makeCompany(db.sql);
  for (const who of [us.manager, us.foreman, us.employee, us.deactivated, them.owner]) {
    if (who !== them.owner)
      await expect(rule(who, 'payments', 10)).rejects.toMatchObject({ code: '42501' });
    await as(
      db.sql,
      who,
      (tx) => tx`update retention_rules set years = 99 where id = ${made?.['id']}`,
    );
    await as(db.sql, who, (tx) => tx`delete from retention_rules where id = ${made?.['id']}`);
    if (who !== them.owner)
      await expect(as(db.sql, who, (tx) => tx`select retention_preview()`)).rejects.toMatchObject({
        code: '42501',
      });
  }
  expect(
    await db.sql`select kind, years from retention_rules where company_id = ${us.id}`,
  ).toMatchObject([{ kind: 'messages', years: 7 }]);
});

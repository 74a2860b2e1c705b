import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { as, type Company, makeCompany, openDatabase, type Person, type Tx } from './world.ts';

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
    constraint: 'retention_rules_not_below_law',
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

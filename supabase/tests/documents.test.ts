import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isHosted } from '../../testing/hosted.ts';
import { addTime, as, hire, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

type Id = string | null;
interface Doc {
  id: string;
  project_id: Id;
}
const folder = async (name: string, audience: object = { everyone: true }, project: Id = null) =>
  (
    await act(
      us.manager,
      (tx) =>
        tx`insert into folders ${tx({ name, audience, project_id: project } as never)} returning id`,
    )
  )[0]?.['id'] as string;

const document = async (
  name: string,
  fields: { folder_id?: Id; project_id?: Id; expires_on?: string; required_reading?: boolean } = {},
  who = us.manager,
) =>
  (
    await act(
      who,
      (tx) => tx`insert into documents ${tx({ name, ...fields } as never)} returning *`,
    )
  )[0] as Doc;

/** Stores a file and the row that names it, as the app does. */
async function addVersion(doc: Doc, who = us.manager): Promise<string> {
  const id = randomUUID();
  const path = `${us.id}/${doc.project_id ?? 'company'}/${id}.pdf`;
  await act(who, async (tx) => {
    await tx`insert into storage.objects (bucket_id, name, version) values ('documents', ${path}, ${randomUUID()})`;
    await tx`insert into document_versions (id, document_id, path) values (${id}, ${doc.id}, ${path})`;
  });
  return id;
}

const files = async (who: Person, id: string) =>
  (
    await act(
      who,
      (tx) =>
        tx`select from storage.objects where bucket_id = 'documents' and name like ${`%${id}.pdf`}`,
    )
  ).length;

const namesSeen = async (who: Person) =>
  (await act(who, (tx) => tx`select name from documents order by name`)).map((row) => row['name']);

const sign = (who: Person, version: string, language = 'en') =>
  act(who, (tx) => tx`select * from sign_document(${version}, ${language})`);

test('role, crew, project and person decide who sees a folder, its documents and their files', async () => {
  const [site] = await act(
    us.manager,
    (tx) => tx`insert into projects (name) values ('Pier') returning id`,
  );
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Forms', ${us.foreman.employeeId}) returning id`,
  );
  await act(us.manager, async (tx) => {
    await tx`insert into crew_members (crew_id, employee_id) values (${crew?.['id']}, ${us.colleague.employeeId})`;
    await tx`insert into project_members (project_id, employee_id) values (${site?.['id']}, ${us.employee.employeeId})`;
  });
  const made: Record<string, string> = {};
  for (const [name, audience, project] of [
    ['All', { everyone: true }, null],
    ['Foremen', { roles: ['foreman'] }, null],
    ['Crew', { crews: [crew?.['id']] }, null],
    ['You', { employees: [us.colleague.employeeId] }, null],
    ['Pier', { everyone: true }, site?.['id']],
    ['Pier foremen', { roles: ['foreman'] }, site?.['id']],
  ] as const) {
    made[name] = await addVersion(
      await document(name, { folder_id: await folder(name, audience, project) }),
    );
  }
  const all = ['All', 'Crew', 'Foremen', 'Pier', 'Pier foremen', 'You'];
  const sees = {
    employee: ['All', 'Pier'],
    colleague: ['All', 'Crew', 'You'],
    // Not of the team: neither the project's folder nor the one for its foremen.
    foreman: ['All', 'Crew', 'Foremen'],
    manager: all,
    deactivated: [],
  };
  for (const [role, names] of Object.entries(sees)) {
    const who = us[role as 'employee'];
    expect(await namesSeen(who), role).toEqual(names);
    for (const name of all) {
      expect(await files(who, made[name] as string), `${role} ${name}`).toBe(
        Number(names.includes(name as never)),
      );
    }
  }
  expect(await namesSeen(them.owner)).toEqual([]);
  expect(await files(them.owner, made['All'] as string)).toBe(0);
  expect(await as(db.sql, 'anon', (tx) => tx`select from storage.objects`)).toHaveLength(0);
  await act(us.manager, (tx) => tx`delete from project_members where project_id = ${site?.['id']}`);
});

test('the newest version wins; employees open older ones only if they signed them', async () => {
  const doc = await document('Fall plan', { required_reading: true });
  const first = await addVersion(doc);
  await sign(us.employee, first, 'es');
  const second = await addVersion(doc);
  const rows =
    await db.sql`select version, superseded_at is null as current from document_versions where document_id = ${doc.id} order by version`;
  expect(rows).toMatchObject([
    { version: 1, current: false },
    { version: 2, current: true },
  ]);
  expect(await files(us.employee, first)).toBe(1);
  expect(await files(us.colleague, first)).toBe(0);
  expect(await files(us.foreman, first)).toBe(1);
  expect(await files(us.colleague, second)).toBe(1);
  await expect(sign(us.employee, first)).rejects.toMatchObject({ hint: 'version_superseded' });
  await expect(
    act(us.manager, (tx) => tx`update document_versions set superseded_at = null`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('two uploads at the same moment become two versions', async () => {
  const doc = await document('Race');
  await Promise.all([addVersion(doc), addVersion(doc), addVersion(doc)]);
  const rows =
    await db.sql`select version, superseded_at from document_versions where document_id = ${doc.id} order by version`;
  expect(rows.map((row) => row['version'])).toEqual([1, 2, 3]);
  expect(rows.filter((row) => row['superseded_at'] === null)).toHaveLength(1);
});

test('foremen add to projects they see, employees nowhere, and a path names one version only', async () => {
  const shared = await document('Site notes', { project_id: us.project }, us.foreman);
  const mine = await addVersion(shared, us.foreman);
  const company = await document('Handbook');
  await expect(document('Own', {}, us.foreman)).rejects.toMatchObject({ code: '42501' });
  await expect(addVersion(company, us.foreman)).rejects.toMatchObject({ code: '42501' });
  await expect(document('Own', { project_id: us.project }, us.employee)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(addVersion(shared, us.employee)).rejects.toMatchObject({ code: '42501' });
  await expect(addVersion(shared, them.owner)).rejects.toMatchObject({ code: '42501' });
  const name = (id: string, path: string, who = us.manager) =>
    act(
      who,
      (tx) =>
        tx`insert into document_versions (id, document_id, path) values (${id}, ${shared.id}, ${path})`,
    );
  const id = randomUUID();
  for (const path of [
    `${us.id}/${us.project}/${mine}.pdf`,
    `${them.id}/${us.project}/${id}.pdf`,
    `${us.id}/${us.project}/../${id}.pdf`,
  ]) {
    await expect(name(id, path)).rejects.toMatchObject({
      constraint: 'document_versions_path_form',
    });
  }
  await expect(name(id, `${us.id}/company/${id}.pdf`)).rejects.toMatchObject({ code: '42501' });
  await expect(
    act(
      us.manager,
      (tx) => tx`update storage.objects set name = 'x' where bucket_id = 'documents'`,
    ),
  ).resolves.toHaveLength(0);
  await act(us.manager, (tx) => tx`delete from storage.objects where bucket_id = 'documents'`);
  expect(await files(us.manager, mine)).toBe(1);
});

test('a deleted document opens for nobody, can be restored, and is erased when its time is over', async () => {
  const doc = await document('Old permit', { required_reading: true });
  const version = await addVersion(doc);
  await sign(us.employee, version);
  const at = (moment: Date | null) =>
    act(us.manager, (tx) => tx`update documents set deleted_at = ${moment} where id = ${doc.id}`);
  const remains = async () =>
    (await db.sql`select from storage.objects where name like ${`%${version}.pdf`}`).length;
  await at(new Date());
  expect(await namesSeen(us.employee)).not.toContain('Old permit');
  expect(await namesSeen(us.manager)).toContain('Old permit');
  for (const who of [us.employee, us.foreman, us.owner]) expect(await files(who, version)).toBe(0);
  await expect(sign(us.colleague, version)).rejects.toMatchObject({ hint: 'not_found' });
  await at(null);
  expect(await files(us.employee, version)).toBe(1);

  await at(new Date('2026-01-10T12:00:00Z'));
  await act(us.owner, (tx) => tx`update companies set document_retention_days = 30`);
  await db.sql`update storage.objects set created_at = '2026-01-01' where name like ${`%${version}.pdf`}`;
  await db.sql`select private.purge_documents('2026-02-09T11:00:00Z')`;
  expect(await remains()).toBe(1);
  await db.sql`select private.purge_documents('2026-02-09T13:00:00Z')`;
  expect(await remains()).toBe(0);
  expect(await db.sql`select from documents where id = ${doc.id}`).toHaveLength(0);
  if (!isHosted) expect(await db.sql`select from storage.removed_files`).not.toHaveLength(0);
  await expect(act(us.manager, (tx) => tx`delete from documents`)).rejects.toMatchObject({
    code: '42501',
  });
});

test('what was uploaded and never became a version is erased after a day', async () => {
  const path = `${us.id}/company/${randomUUID()}.pdf`;
  await act(
    us.manager,
    (tx) => tx`insert into storage.objects (bucket_id, name) values ('documents', ${path})`,
  );
  await db.sql`select private.purge_documents(now() + interval '23 hours')`;
  expect(await db.sql`select from storage.objects where name = ${path}`).toHaveLength(1);
  await db.sql`select private.purge_documents(now() + interval '25 hours')`;
  expect(await db.sql`select from storage.objects where name = ${path}`).toHaveLength(0);
});

test('a signature keeps version and language, the first one stays, and everyone who is missing is known', async () => {
  const site = us.project;
  const newcomer = await hire(db.sql, us.owner, 'employee');
  await addTime(db.sql, us.employee, hoursAgo(30), hoursAgo(26), { project_id: site });
  await addTime(db.sql, us.colleague, hoursAgo(30), hoursAgo(26), { project_id: site });
  const doc = await document('Silica plan', { project_id: site, required_reading: true });
  const version = await addVersion(doc);
  const waiting = async (who: Person) =>
    (await act(who, (tx) => tx`select name, version from documents_to_sign()`)).filter(
      (row) => row['name'] === 'Silica plan',
    );
  expect(await waiting(us.employee)).toEqual([{ name: 'Silica plan', version: 1 }]);
  expect(await waiting(newcomer)).toEqual([]);
  const [first] = await sign(us.employee, version, 'es');
  const [again] = await sign(us.employee, version, 'en');
  expect(again).toEqual(first);
  expect(first).toMatchObject({
    version_id: version,
    language: 'es',
    signed_name: 'employee Example',
  });
  expect(await waiting(us.employee)).toEqual([]);
  const progress = async (who: Person) =>
    (await act(who, (tx) => tx`select * from document_progress()`)).find(
      (row) => row['document_id'] === doc.id,
    );
  expect(await progress(us.foreman)).toMatchObject({ people: '2', signed: '1' });
  await act(us.colleague, (tx) => tx`select open_document(${version})`);
  const signers = await act(us.foreman, (tx) => tx`select * from document_signers(${doc.id})`);
  expect(signers).toMatchObject([
    { employee_id: us.colleague.employeeId, signed_at: null, opened_at: expect.any(Date) },
    { employee_id: us.employee.employeeId, signed_language: 'es' },
  ]);
  // Someone who signed and then moved on stays in the count, as in the list.
  await sign(newcomer, version);
  expect(await progress(us.foreman)).toMatchObject({ people: '3', signed: '2' });
  await addVersion(doc);
  expect(await waiting(us.employee)).toMatchObject([{ version: 2 }]);
  const renewed = await act(
    us.manager,
    (tx) => tx`select signed_before from document_signers(${doc.id}) order by 1`,
  );
  expect(renewed.map((row) => row['signed_before'])).toEqual([1, null]);
  await expect(
    act(us.employee, (tx) => tx`select document_signers(${doc.id})`),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(sign(them.employee, version)).rejects.toMatchObject({ hint: 'not_found' });
  await expect(sign(us.employee, randomUUID())).rejects.toMatchObject({ hint: 'not_found' });
  await expect(
    act(
      us.employee,
      (
        tx,
      ) => tx`insert into document_signatures (company_id, version_id, employee_id, signed_name, language)
        values (${us.id}, ${version}, ${us.colleague.employeeId}, 'x', 'en')`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    as(db.sql, 'service_role', (tx) => tx`update document_signatures set language = 'en'`),
  ).rejects.toMatchObject({ hint: 'append_only' });
  await expect(sign(us.colleague, await addVersion(await document('Plain')))).rejects.toMatchObject(
    { hint: 'no_signature_needed' },
  );
});

test('reminders go to who has not signed and, before a date, to managers, once each', async () => {
  await db.sql`update preferences set notify_email_digests = true where user_id in (${us.colleague.userId}, ${us.manager.userId})`;
  const doc = await document('Harness rules', { required_reading: true });
  await addVersion(doc);
  const remind = () => act(us.foreman, (tx) => tx`select remind_to_sign(${doc.id}) as people`);
  const [told] = await remind();
  await remind();
  const mails = (who: Person) =>
    db.sql`select data from mail.outbox where template = 'documents' and to_address = ${who.email} order by id`;
  expect(Number(told?.['people'])).toBeGreaterThan(3);
  expect(await mails(us.colleague)).toMatchObject([
    { data: { to_sign: true, names: 'Harness rules' } },
  ]);
  await document('Crane certificate', { expires_on: '2026-03-31' });
  for (const moment of ['2026-03-24T12:00:00Z', '2026-03-24T13:00:00Z', '2026-03-25T13:00:00Z']) {
    await db.sql`select private.send_document_reminders(${moment}::timestamptz)`;
  }
  const expiring = (await mails(us.manager)).filter((mail) => mail['data']['expiring']);
  expect(expiring).toHaveLength(1);
  expect(expiring[0]?.['data']['names']).toContain('Crane certificate (');
  expect((await mails(us.employee)).length).toBe(0);
  await expect(
    act(us.employee, (tx) => tx`select remind_to_sign(${doc.id})`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('the search finds names and the text of the current version, only among what one sees', async () => {
  const secret = await folder('Office', { roles: ['manager'] });
  const open = await document('Emergency contacts');
  const hidden = await document('Bank letter', { folder_id: secret });
  const versions = [await addVersion(open), await addVersion(hidden)] as const;
  for (const version of versions) {
    await act(
      us.manager,
      (tx) =>
        tx`select index_document(${version}, 'Meet at the assembly point behind the trailer. Punto de reunión.')`,
    );
  }
  const find = async (who: Person, words: string) =>
    (await act(who, (tx) => tx`select * from search_documents(${words})`)).map((row) => [
      row['document_id'],
      row['excerpt'] === null ? null : String(row['excerpt']).includes('assembly'),
    ]);
  expect(await find(us.employee, 'emergency')).toEqual([[open.id, null]]);
  expect(await find(us.employee, 'assemb')).toEqual([[open.id, true]]);
  expect((await find(us.manager, 'assembly trailer')).length).toBe(2);
  expect(await find(us.employee, 'bank')).toEqual([]);
  expect(await find(them.owner, 'assembly')).toEqual([]);
  expect(await find(us.employee, " '&|!:* ")).toEqual([]);
  await addVersion(open);
  expect(await find(us.employee, 'assemb')).toEqual([]);
  await expect(
    act(us.foreman, (tx) => tx`select index_document(${versions[0]}, 'other words')`),
  ).rejects.toMatchObject({ hint: 'not_found' });
});

test('one name per folder, and a folder with documents stays', async () => {
  const id = await folder('Permits');
  await document('Street use', { folder_id: id });
  await expect(document('street use ', { folder_id: id })).rejects.toMatchObject({
    constraint: 'documents_name_once',
  });
  await expect(folder('permits')).rejects.toMatchObject({ constraint: 'folders_name_once' });
  await expect(
    act(us.manager, (tx) => tx`delete from folders where id = ${id}`),
  ).rejects.toMatchObject({ constraint: 'documents_folder' });
});

import { createHash, randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminClient, newClient, newEmail, PASSWORD } from './auth-support.ts';

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const REFUSED = { statusCode: '403' };

const admin = adminClient();
let company: string;
let project: string;
const people: Record<'owner' | 'foreman' | 'employee' | 'outsider' | 'stranger', SupabaseClient> =
  {} as never;

beforeAll(async () => {
  const [owner, foreman, employee, outsider, stranger] = await Promise.all(
    Array.from({ length: 5 }, signUp),
  );
  company = await foundCompany((owner as Account).client);
  await foundCompany((stranger as Account).client);
  for (const [account, role] of [
    [foreman, 'foreman'],
    [employee, 'employee'],
    [outsider, 'employee'],
  ] as const) {
    const row = { company_id: company, user_id: account?.id, first_name: 'Pat', role };
    expect((await admin.from('employees').insert(row)).error).toBeNull();
  }
  Object.assign(people, {
    owner: owner?.client,
    foreman: foreman?.client,
    employee: employee?.client,
    outsider: outsider?.client,
    stranger: stranger?.client,
  });
  project = await idOf(
    people.owner.from('projects').insert({ name: 'Pier' }).select('id').single(),
  );
  // A project with a team is seen by its team and managers only.
  const { data: team } = await people.owner
    .from('employees')
    .select('id')
    .in('user_id', [foreman?.id ?? '', employee?.id ?? '']);
  const members = (team ?? []).map(({ id }) => ({ project_id: project, employee_id: id }));
  expect((await people.owner.from('project_members').insert(members)).error).toBeNull();
});

describe('the file of a document', () => {
  test('opens for whoever sees its row, and for nobody else', async () => {
    const { path } = await addDocument(people.foreman, project);
    for (const who of ['owner', 'foreman', 'employee'] as const) {
      const { data } = await filesOf(who).download(path);
      expect(await data?.text(), who).toBe(PDF.toString());
    }
    for (const who of ['outsider', 'stranger'] as const) {
      expect((await filesOf(who).download(path)).error, who).not.toBeNull();
      expect((await filesOf(who).info(path)).error, who).not.toBeNull();
      expect((await filesOf(who).list(`${company}/${project}`)).data, who).toEqual([]);
    }
    const anyone = newClient().storage.from('documents');
    expect((await anyone.download(path)).error).not.toBeNull();
    expect((await fetch(anyone.getPublicUrl(path).data.publicUrl)).ok).toBe(false);
  });

  test('is never opened by a link, which would outlive the right', async () => {
    const { path } = await addDocument(people.owner, project);
    const { data, error } = await filesOf('owner').createSignedUrl(path, 3600);
    expect(data?.signedUrl).toBeUndefined();
    expect(error).not.toBeNull();
    const { data: many } = await filesOf('owner').createSignedUrls([path], 3600);
    expect(many?.[0]?.error).not.toBeNull();
  });

  test('of an older version is for foremen and managers', async () => {
    const first = await addDocument(people.owner, project);
    const second = await addVersion(people.foreman, first.document, project);
    expect((await filesOf('employee').download(second)).error).toBeNull();
    expect((await filesOf('employee').download(first.path)).error).not.toBeNull();
    expect((await filesOf('foreman').download(first.path)).error).toBeNull();
  });

  test('of a deleted document opens for nobody until it is restored', async () => {
    const { path, document } = await addDocument(people.owner, project);
    const setDeleted = (deleted_at: string | null) =>
      people.owner.from('documents').update({ deleted_at }).eq('id', document);
    await setDeleted(new Date().toISOString());
    for (const who of ['owner', 'foreman', 'employee'] as const) {
      expect((await filesOf(who).download(path)).error, who).not.toBeNull();
    }
    await setDeleted(null);
    expect((await filesOf('employee').download(path)).error).toBeNull();
  });

  test('is stored by those who may add it, at a path of its own, and stays as it is', async () => {
    const { path } = await addDocument(people.owner, null);
    const other = `${company}/company/${randomUUID()}.pdf`;
    const options = { contentType: 'application/pdf', upsert: true };
    const put = (who: keyof typeof people, name: string) => filesOf(who).upload(name, PDF, options);
    expect((await put('owner', path)).error).toMatchObject(REFUSED);
    expect((await filesOf('owner').remove([path])).data).toEqual([]);
    expect((await filesOf('owner').move(path, other)).error).not.toBeNull();
    expect((await put('foreman', other)).error).toMatchObject(REFUSED);
    expect((await put('employee', other)).error).toMatchObject(REFUSED);
    expect((await put('stranger', other)).error).toMatchObject(REFUSED);
    for (const guess of ['plan.pdf', `${company}/plan.pdf`, `${company}/company/a/b.pdf`]) {
      expect((await put('owner', guess)).error, guess).toMatchObject(REFUSED);
    }
    const page = await filesOf('owner').upload(other, '<html><script></script></html>', {
      contentType: 'text/html',
    });
    expect(page.error).toMatchObject({ statusCode: '415' });
    const { data } = await filesOf('owner').download(path);
    expect(await data?.text()).toBe(PDF.toString());
  });
});

interface Account {
  readonly id: string;
  readonly client: SupabaseClient;
}

function filesOf(who: keyof typeof people) {
  return people[who].storage.from('documents');
}

async function addDocument(client: SupabaseClient, project_id: string | null) {
  const row = { name: `Plan ${randomUUID()}`, project_id };
  const document = await idOf(client.from('documents').insert(row).select('id').single());
  return { document, path: await addVersion(client, document, project_id) };
}

/** Stores the file, then the row that names it. */
async function addVersion(client: SupabaseClient, document_id: string, of: string | null) {
  const id = randomUUID();
  const path = `${company}/${of ?? 'company'}/${id}.pdf`;
  const options = { contentType: 'application/pdf' };
  const stored = await client.storage.from('documents').upload(path, PDF, options);
  expect(stored.error).toBeNull();
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  await idOf(
    client
      .from('document_versions')
      .insert({ id, document_id, path, sha256 })
      .select('id')
      .single(),
  );
  return path;
}

async function idOf(
  query: PromiseLike<{ data: { id: string } | null; error: unknown }>,
): Promise<string> {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data?.id ?? '';
}

async function signUp(): Promise<Account> {
  const email = newEmail(`document-${randomUUID().slice(0, 4)}`);
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = newClient();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { id: data.user?.id ?? '', client };
}

async function foundCompany(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.rpc('create_company', {
    name_param: 'Paper Builders',
    time_zone_param: 'America/Denver',
  });
  expect(error).toBeNull();
  return (Array.isArray(data) ? data[0] : data).company_id;
}

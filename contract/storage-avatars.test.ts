import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminClient, newClient, newEmail, PASSWORD } from './auth-support.ts';
import { PNG } from './storage-fixture.ts';

interface Person {
  readonly id: string;
  readonly client: SupabaseClient;
}

const admin = adminClient();
let owner: Person;
let colleague: Person;
let stranger: Person;

beforeAll(async () => {
  [owner, colleague, stranger] = await Promise.all([signUp(), signUp(), signUp()]);
  const company_id = await foundCompany(owner);
  await foundCompany(stranger);
  const { error } = await admin.from('employees').insert({
    company_id,
    user_id: colleague.id,
    first_name: 'Cole',
    last_name: 'League',
  });
  expect(error).toBeNull();
});

describe('a profile photo', () => {
  test('is shown to colleagues and to nobody else', async () => {
    const name = `${owner.id}/photo.png`;
    const uploaded = await photosOf(owner).upload(name, PNG, { contentType: 'image/png' });
    expect(uploaded.error).toBeNull();

    const link = await photosOf(colleague).createSignedUrl(name, 60);
    expect((await fetch(link.data?.signedUrl ?? '')).status).toBe(200);
    expect((await photosOf(colleague).download(name)).error).toBeNull();

    expect((await photosOf(stranger).createSignedUrl(name, 60)).error).not.toBeNull();
    expect((await photosOf(stranger).list(owner.id)).data).toEqual([]);
    const anyone = newClient().storage.from('avatars');
    expect((await anyone.download(name)).error).not.toBeNull();
    expect((await fetch(anyone.getPublicUrl(name).data.publicUrl)).ok).toBe(false);
  });

  test('is changed and removed by its own person only', async () => {
    const name = `${owner.id}/own.png`;
    await photosOf(owner).upload(name, PNG, { contentType: 'image/png' });
    const options = { contentType: 'image/png', upsert: true };
    expect((await photosOf(colleague).upload(name, PNG, options)).error?.statusCode).toBe('403');
    expect((await photosOf(colleague).remove([name])).data).toEqual([]);
    expect((await photosOf(colleague).upload('photo.png', PNG, options)).error?.statusCode).toBe(
      '403',
    );
    expect((await photosOf(owner).upload(name, PNG, options)).error).toBeNull();
    expect((await photosOf(owner).remove([name])).data).toHaveLength(1);
  });

  test('is a picture of at most five megabytes', async () => {
    const photos = photosOf(owner);
    const page = await photos.upload(`${owner.id}/page.png`, '<html>', {
      contentType: 'image/png',
    });
    expect(page.error?.statusCode).toBe('415');
    const drawing = await photos.upload(`${owner.id}/a.svg`, '<svg/>', {
      contentType: 'image/svg+xml',
    });
    expect(drawing.error?.statusCode).toBe('415');
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]);
    const refused = await photos.upload(`${owner.id}/large.png`, large, {
      contentType: 'image/png',
    });
    expect(refused.error?.statusCode).toBe('413');
  });

  test('takes the place of the one before, and a handful is the limit', async () => {
    const person = await signUp();
    const put = (name: string) =>
      photosOf(person).upload(`${person.id}/${name}`, PNG, { contentType: 'image/png' });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`${index}.png`)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(5);
    expect((await put('more.png')).error?.statusCode).toBe('403');
    const kept = answers.find(({ data }) => data !== null)?.data?.path;
    const chosen = await person.client
      .from('profiles')
      .update({ avatar_path: kept })
      .eq('id', person.id);
    expect(chosen.error).toBeNull();
    const left = await photosOf(person).list(person.id);
    expect(left.data?.map(({ name }) => `${person.id}/${name}`)).toEqual([kept]);
    expect((await put('more.png')).error).toBeNull();
  });

  test('of colleagues is out of reach for those who left', async () => {
    const name = `${owner.id}/photo.png`;
    await admin.from('employees').update({ active: false }).eq('user_id', colleague.id);
    expect((await photosOf(colleague).download(name)).error).not.toBeNull();
  });
});

function photosOf({ client }: Person) {
  return client.storage.from('avatars');
}

async function signUp(): Promise<Person> {
  const email = newEmail(`photo-${randomUUID().slice(0, 4)}`);
  const created = await admin.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  });
  expect(created.error).toBeNull();
  const client = newClient();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { id: data.user?.id ?? '', client };
}

async function foundCompany({ client }: Person): Promise<string> {
  const { data, error } = await client.rpc('create_company', {
    name_param: 'Photo Builders',
    time_zone_param: 'America/Denver',
  });
  expect(error).toBeNull();
  const employee = Array.isArray(data) ? data[0] : data;
  return employee.company_id;
}

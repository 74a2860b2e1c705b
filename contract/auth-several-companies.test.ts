import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { adminClient, newClient, newEmail, PASSWORD } from './auth-support.ts';

// One account in two companies, as a client sees it: the token says the company (decision 429).

async function account(): Promise<{ client: SupabaseClient; email: string }> {
  const email = newEmail();
  await adminClient().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = newClient();
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return { client, email };
}

async function claimOf(client: SupabaseClient): Promise<unknown> {
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())['company_id'];
}

async function found(client: SupabaseClient, name: string): Promise<string> {
  const { data, error } = await client.rpc('create_company', { name_param: name });
  expect(error).toBeNull();
  return data.company_id;
}

const projects = async (client: SupabaseClient) =>
  (await client.from('projects').select('name')).data?.map(({ name }) => name);

test('an account of two companies reads and writes where its token says', async () => {
  const { client, email } = await account();
  expect(await claimOf(client)).toBeUndefined();
  const first = await found(client, 'First');
  await client.auth.refreshSession();
  expect(await claimOf(client)).toBe(first);
  const other = await account();
  const second = await found(other.client, 'Second');
  await other.client.rpc('invite_employee', {
    email_param: email,
    first_name_param: 'Ana',
    last_name_param: 'Ruiz',
    role_param: 'manager',
  });
  const [invitation] = (await client.rpc('my_invitations')).data;
  expect((await client.rpc('accept_invitation', { id_param: invitation.id })).error).toBeNull();
  await client.from('projects').insert({ name: 'Of the first' });
  expect((await client.rpc('switch_company', { company_id_param: second })).error).toBeNull();
  // The token in hand stays what it is.
  expect(await projects(client)).toEqual(['Of the first']);
  await client.auth.refreshSession();
  expect(await claimOf(client)).toBe(second);
  expect(await projects(client)).toEqual([]);
  await client.from('projects').insert({ name: 'Of the second' });
  expect(await projects(other.client)).toEqual(['Of the second']);
  expect((await client.rpc('viewer')).data).toMatchObject({
    companies: 2,
    company: { id: second },
    profile: { role: 'manager' },
  });
});

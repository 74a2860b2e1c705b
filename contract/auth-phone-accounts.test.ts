import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { call, newClient, PASSWORD, signedIn } from './auth-support.ts';

let last = Math.floor(2e6 + Math.random() * 7e6);
const newNumber = () => {
  last += 1;
  return `+1555${last}`;
};

async function company() {
  const { client: owner } = await signedIn();
  await owner.rpc('create_company', { name_param: 'Reyes Concrete' });
  const add = async (phone: string, fields: object = {}): Promise<string> => {
    const { data } = await owner
      .from('employees')
      .insert({ first_name: 'Beto', phone, ...fields })
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  };
  const link = async (id: string, made = 'create_invitation_link'): Promise<string> => {
    const { data } = await owner.rpc(made, { employee_id_param: id }).throwOnError();
    return data[0].token;
  };
  return { owner, add, link };
}

async function open(token: string) {
  const client = newClient();
  const { error } = await client.auth.verifyOtp({ token_hash: token, type: 'invite' });
  return { client, error };
}

const signInCode = async (phone: string, password: string) =>
  (await newClient().auth.signInWithPassword({ phone, password })).error?.code;

/** Someone who joined with a phone number and chose a password. */
async function joined() {
  const place = await company();
  const phone = newNumber();
  const id = await place.add(phone);
  const { client, error } = await open(await place.link(id));
  expect(error).toBeNull();
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  return { ...place, id, phone, client };
}

describe('an account without e-mail', () => {
  test('is opened by the link, once, and signs in with the phone number', async () => {
    const { client, id, phone } = await joined();
    expect((await client.from('employees').select('id')).data).toEqual([{ id }]);
    const again = newClient();
    expect((await again.auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
    expect((await again.auth.getUser()).data.user).toMatchObject({ phone: phone.slice(1) });
  });

  test('needs a number that can be told apart, and one link opens it for one person', async () => {
    const { owner, add, link } = await company();
    const vague = await add('ext. 12');
    const refused = await owner.rpc('create_invitation_link', { employee_id_param: vague });
    expect(refused.error).toMatchObject({ hint: 'cannot_link' });
    const id = await add(newNumber());
    const [first, second] = [await link(id), await link(id)];
    expect((await open(first)).error).toBeNull();
    expect((await open(second)).error).toMatchObject({ code: 'otp_expired' });
  });

  test('is closed to the link of another company, whoever types its number', async () => {
    const { phone, client } = await joined();
    const other = await company();
    const impostor = await open(await other.link(await other.add(phone)));
    expect(impostor.error).toMatchObject({ code: 'otp_expired' });
    expect(await signInCode(phone, PASSWORD)).toBeUndefined();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('is not opened by a link for a number that was changed since', async () => {
    const { owner, add, link } = await company();
    const id = await add(newNumber());
    const token = await link(id);
    await owner.from('employees').update({ phone: newNumber() }).eq('id', id).throwOnError();
    expect((await open(token)).error).toMatchObject({ code: 'otp_expired' });
  });

  test('cannot be guessed more cheaply than one with an address', async () => {
    const { phone } = await joined();
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        call('/token?grant_type=password', { json: { phone, password: `guess ${n}` } }),
      ),
    );
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
  });
});

describe('a link to a new password', () => {
  const recoveryOf = (client: SupabaseClient, id: string) =>
    client.rpc('create_recovery_link', { employee_id_param: id });

  test('ends the password and the sessions, and the person hears who made it', async () => {
    const { link, id, phone, client } = await joined();
    const token = await link(id, 'create_recovery_link');
    expect(await signInCode(phone, PASSWORD)).toBeUndefined();
    const opened = await open(token);
    expect(opened.error).toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect(await signInCode(phone, PASSWORD)).toBe('invalid_credentials');
    await opened.client.auth.updateUser({ password: 'another one of my own' });
    expect(await signInCode(phone, 'another one of my own')).toBeUndefined();
    const { data } = await opened.client.rpc('my_recovery');
    expect(data).toEqual([{ made_at: expect.any(String), made_by_name: expect.any(String) }]);
    expect((await open(token)).error).toMatchObject({ code: 'otp_expired' });
  });

  test('is replaced by a newer one and ends with the job', async () => {
    const { owner, link, id } = await joined();
    const first = await link(id, 'create_recovery_link');
    const second = await link(id, 'create_recovery_link');
    expect((await open(first)).error).toMatchObject({ code: 'otp_expired' });
    await owner.rpc('deactivate_employee', { employee_id_param: id }).throwOnError();
    expect((await open(second)).error).toMatchObject({ code: 'otp_expired' });
  });

  test('is for managers, for their own people, and for nobody with an address', async () => {
    const { client, id } = await joined();
    const { owner: stranger } = await company();
    expect((await recoveryOf(client, id)).error).toMatchObject({ hint: 'managers_only' });
    expect((await recoveryOf(stranger, id)).error).toMatchObject({ hint: 'cannot_recover' });
    const { data: self } = await stranger.from('employees').select('id').single();
    expect((await recoveryOf(stranger, self?.id)).error).toMatchObject({ hint: 'cannot_recover' });
  });
});

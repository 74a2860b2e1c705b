import type { SupabaseClient } from '@supabase/supabase-js';
import * as OTPAuth from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  follow,
  fragmentOf,
  mailsTo,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
  signedIn,
} from './auth-support.ts';

/** A company with someone invited by mail; `link` makes the link its owner would hand over. */
async function companyInviting(email: string, name = 'Reyes Concrete') {
  const { client } = await signedIn();
  await client.rpc('create_company', { name_param: name });
  const { data: person } = await client.rpc('invite_employee', {
    email_param: email,
    first_name_param: 'Tess',
    last_name_param: 'Soto',
  });
  const link = async (): Promise<string> => {
    const { data } = await client.rpc('create_invitation_link', { employee_id_param: person.id });
    return data[0].token;
  };
  return { client, employeeId: person.id as string, link };
}

async function open(token: string) {
  const client = newClient();
  const { error } = await client.auth.verifyOtp({ token_hash: token, type: 'invite' });
  return { client, error };
}

describe('an invitation handed over as a link', () => {
  test('lets the person in once and ends the mailed one with it', async () => {
    const email = newEmail('handed');
    const { link, employeeId } = await companyInviting(email);
    const mailed = (await mailTo(email)).links[0] ?? '';
    const [first, second] = [await link(), await link()];

    const person = await open(first);
    expect(person.error).toBeNull();
    expect((await person.client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const { data: seen } = await person.client.from('employees').select('id');
    expect(seen).toEqual([{ id: employeeId }]);
    const again = await newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();

    for (const used of [first, second]) {
      expect((await open(used)).error).toMatchObject({ code: 'otp_expired' });
    }
    expect(fragmentOf(await follow(mailed)).get('error_code')).toBe('otp_expired');
  });

  test('does not touch the mailed one while it is unused, and is not used up by a preview', async () => {
    const email = newEmail('handed');
    const { link } = await companyInviting(email);
    const mailed = (await mailTo(email)).links[0] ?? '';
    const token = await link();
    const preview = new URL(mailed);
    preview.searchParams.set('token', token);
    expect(fragmentOf(await follow(preview.href)).get('error_code')).toBe('otp_expired');
    expect(fragmentOf(await follow(mailed)).get('type')).toBe('invite');
    // The address is proved now: no link made before opens the account.
    expect((await open(token)).error).toMatchObject({ code: 'otp_expired' });
  });

  test('opens nothing once withdrawn', async () => {
    const { client, employeeId, link } = await companyInviting(newEmail('handed'));
    const token = await link();
    await client.rpc('withdraw_invitation', { employee_id_param: employeeId });
    expect((await open(token)).error).toMatchObject({ code: 'otp_expired' });
  });

  test('is no key to an account that exists', async () => {
    const { email } = await newAccount();
    const { link } = await companyInviting(email);
    expect((await open(await link())).error).toMatchObject({ code: 'otp_expired' });
  });

  test('gives no way into another company that invites the same address', async () => {
    const email = newEmail('wanted');
    await companyInviting(email, 'Their Company');
    const ours = await companyInviting(email, 'Our Company');
    const impostor = await open(await ours.link());
    await impostor.client.auth.updateUser({ password: PASSWORD });
    await ours.client.rpc('deactivate_employee', { employee_id_param: ours.employeeId });
    expect((await impostor.client.rpc('my_invitations')).data).toEqual([]);

    // Whoever reads the mail takes the account over, and then may choose.
    await newClient().auth.resetPasswordForEmail(email);
    const recovery = (await mailTo(email, { count: 3 })).links[0] ?? '';
    const fragment = fragmentOf(await follow(recovery));
    const rightful = newClient();
    await rightful.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    const { data: waiting } = await rightful.rpc('my_invitations');
    expect(waiting).toMatchObject([{ company_name: 'Their Company' }]);
    const planted = await newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(planted.error).toMatchObject({ code: 'invalid_credentials' });
    expect((await impostor.client.auth.refreshSession()).error).not.toBeNull();
  });

  test('leaves the one who recovers the account nothing of the first holder’s', async () => {
    const email = newEmail('handed');
    const { link } = await companyInviting(email);
    const holder = await open(await link());
    expect(holder.error).toBeNull();
    await holder.client.auth.updateUser({ password: PASSWORD });
    await addApp(holder.client);
    const { data: codes } = await holder.client.rpc('create_recovery_codes');
    const elsewhere = newEmail('elsewhere');
    await holder.client.auth.updateUser({ email: elsewhere });
    const change = await linkOf('email_change', elsewhere);
    await newClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const unused = await linkOf('magiclink', email);

    await newClient().auth.resetPasswordForEmail(email);
    const fragment = fragmentOf(await follow(await linkOf('recovery', email)));
    const rightful = newClient();
    const { data } = await rightful.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(data.user).toMatchObject({ email });
    expect(data.user?.new_email).toBeFalsy();
    expect(data.user?.factors ?? []).toEqual([]);
    for (const dead of [change, unused]) {
      expect(fragmentOf(await follow(dead)).get('error_code')).toBe('otp_expired');
    }
    await addApp(rightful);
    expect((await rightful.rpc('recovery_codes_left')).data).toBe(0);
    for (const code_param of codes) {
      expect((await rightful.rpc('use_recovery_code', { code_param })).data).not.toBe(true);
    }
  });
});

async function linkOf(type: string, address: string): Promise<string> {
  const find = async () =>
    (await mailsTo(address))
      .flatMap((mail) => mail.links)
      .find((link) => new URL(link).searchParams.get('type') === type);
  // The mail leaves after the answer.
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}

async function addApp(client: SupabaseClient): Promise<void> {
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const code = new OTPAuth.TOTP({ secret: factor?.totp.secret ?? '' }).generate();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  expect(error).toBeNull();
}

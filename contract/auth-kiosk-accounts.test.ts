import { expect, test } from 'vitest';
import { newClient, signedIn } from './auth-support.ts';

async function pairedKiosk() {
  const owner = await signedIn();
  const made = await owner.client.rpc('create_company', {
    name_param: 'Kiosk Builders',
    time_zone_param: 'America/Denver',
  });
  expect(made.error).toBeNull();
  const code = await owner.client.rpc('create_kiosk', { name_param: 'Trailer' });
  const kiosk = newClient();
  await kiosk.auth.signInAnonymously();
  const paired = await kiosk.rpc('pair_kiosk', { code_param: code.data ?? '' });
  expect(paired.error).toBeNull();
  return kiosk;
}

test('the account of a kiosk cannot be made one that works from anywhere', async () => {
  const kiosk = await pairedKiosk();
  const email = `thief-${crypto.randomUUID()}@example.com`;
  for (const change of [{ email, password: 'a long password 1!' }, { data: { a: 1 } }]) {
    const { error } = await kiosk.auth.updateUser(change);
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(error?.message).toBe('The account of a kiosk cannot be changed.');
  }
  const { data } = await kiosk.auth.getUser();
  expect(data.user).toMatchObject({ is_anonymous: true });
  expect([data.user?.email ?? '', data.user?.new_email ?? '']).toEqual(['', '']);
  expect((await kiosk.rpc('my_kiosk')).data).toMatchObject({ name: 'Trailer' });
});

import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { clientMethods } from './client-surface.ts';
import { connect, project, signUp } from './integration-client.ts';
import { testsCalling, unservedMethods } from './tested-calls.ts';

const NOT_SERVED = unservedMethods();

describe('every public method of the clients', () => {
  test('is called by a contract test, or is listed as not served', () => {
    const isTested = (name: string) => testsCalling(name).length > 0;
    const missing = clientMethods().filter((name) => !isTested(name) && !NOT_SERVED.has(name));
    expect(missing).toEqual([]);
  });

  test('that is listed exists, and is not tested as if it were served', () => {
    const methods = clientMethods();
    expect([...NOT_SERVED].filter((name) => !methods.includes(name))).toEqual([]);
  });
});

const experimental = { passkey: true };
const admin = () =>
  createClient(project.url, project.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental },
  });

describe('accounts', () => {
  test('a session says what becomes of it, and is renewed in the background', async () => {
    const client = connect();
    expect((await client.auth.initialize()).error).toBeNull();
    const events: string[] = [];
    const { data } = client.auth.onAuthStateChange((event) => events.push(event));
    await signUp(client);
    await client.auth.startAutoRefresh();
    await client.auth.stopAutoRefresh();
    await client.auth.signOut();
    data.subscription.unsubscribe();
    await client.auth.dispose();
    expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'SIGNED_OUT']));
  });

  test('the service finds, links, signs out and deletes an account', async () => {
    const client = connect();
    const { id, email } = await signUp(client);
    const { auth } = admin();
    expect((await auth.admin.getUserById(id)).data.user?.email).toBe(email);
    const link = await auth.admin.generateLink({ type: 'magiclink', email });
    expect(link.data.properties?.hashed_token).toBeTruthy();
    const { data } = await client.auth.getSession();
    expect((await auth.admin.signOut(String(data.session?.access_token))).error).toBeNull();
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await auth.admin.deleteUser(id)).error).toBeNull();
    expect((await auth.admin.getUserById(id)).error?.status).toBe(404);
  });
});

test('files: headers of a client, copies in front, and errors that are thrown', async () => {
  const { storage } = connect();
  storage.setHeader('x-client', 'contract');
  expect((await storage.from('test-bucket').setHeader('x-client', 'contract').list()).error).toBe(
    null,
  );
  expect((await admin().storage.purgeBucketCache('test-bucket')).error).toBeNull();
  const purged = await admin().storage.from('test-bucket').purgeCache('a.txt');
  expect(purged.error).toBeNull();
  await expect(storage.throwOnError().getBucket('no-such-bucket')).rejects.toThrow();
});

test('realtime: the socket itself', async () => {
  const { realtime } = connect();
  const beats: string[] = [];
  realtime.onHeartbeat((status) => beats.push(status));
  await realtime.setAuth(project.anonKey);
  expect(realtime.endpointURL()).toContain('/realtime/v1/websocket');
  const channel = realtime.channel('contract', { config: { broadcast: { self: true } } });
  const states: string[] = [];
  channel.subscribe((state) => states.push(state));
  realtime.connect();
  await expect.poll(() => states).toContain('SUBSCRIBED');
  expect([realtime.isConnected(), realtime.isConnecting(), realtime.isDisconnecting()]).toEqual([
    true,
    false,
    false,
  ]);
  expect(realtime.connectionState()).toBe('open');
  await realtime.sendHeartbeat();
  await expect.poll(() => beats).toContain('ok');
  realtime.push({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'own' });
  expect(await realtime.removeChannel(channel)).toBe('ok');
  channel.teardown();
  await realtime.removeAllChannels();
  await realtime.disconnect();
  await expect.poll(() => realtime.connectionState()).toBe('closed');
});

describe('what is not served says so', () => {
  test('accounts: in the codes of a GoTrue where it is switched off', async () => {
    const client = connect({ auth: { experimental } });
    await signUp(client);
    const { auth } = client;
    const asked = {
      sso: await auth.signInWithSSO({ domain: 'example.com' }),
      passkeys: await auth.passkey.list(),
      grants: await auth.oauth.listGrants(),
      clients: await admin().auth.admin.oauth.listClients(),
      providers: await admin().auth.admin.customProviders.listProviders(),
      passkeysOfAdmin: await admin().auth.admin.passkey.listPasskeys({
        userId: '00000000-0000-4000-8000-000000000000',
      }),
    };
    expect(
      Object.fromEntries(Object.entries(asked).map(([name, { error }]) => [name, error?.code])),
    ).toEqual({
      sso: 'saml_provider_disabled',
      passkeys: 'passkey_disabled',
      grants: 'feature_disabled',
      clients: 'feature_disabled',
      providers: 'feature_disabled',
      passkeysOfAdmin: 'passkey_disabled',
    });
  });

  test('files, functions and shapes', async () => {
    const { storage, functions } = connect();
    expect((await storage.vectors.listBuckets()).error).not.toBeNull();
    expect((await storage.analytics.listBuckets()).error).not.toBeNull();
    expect((await functions.invoke('hello')).error).not.toBeNull();
    const shapes = await connect().from('samples').select('id').geojson();
    expect(shapes.error?.code).toBe('PGRST107');
  });
});

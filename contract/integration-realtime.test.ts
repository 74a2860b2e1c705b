import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, project, signUp, subscribed } from './integration-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
type Heard = any[];
const SETTLE = { interval: 20 };

function listen(channel: RealtimeChannel, event = '*'): Heard {
  const heard: Heard = [];
  channel.on('broadcast', { event }, (message) => heard.push(message));
  return heard;
}

describe.each(['1.0.0', '2.0.0'])('Channels with protocol %s', (vsn) => {
  const config = { broadcast: { ack: true, self: true }, private: true };
  let client: SupabaseClient;
  let name: string;
  let channel: RealtimeChannel;

  beforeEach(async () => {
    client = connect({ realtime: { vsn } });
    await signUp(client);
    name = `channel-${randomUUID()}`;
    channel = client.channel(name, { config });
  });
  afterEach(async () => {
    await client.removeAllChannels();
  });

  test('What is said on a private channel comes back', async () => {
    const heard = listen(channel, 'test-event');
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    const said = { type: 'broadcast', event: 'test-event', payload: { message: 'test' } } as const;
    expect(await channel.send(said)).toBe('ok');
    await expect.poll(() => heard, SETTLE).toMatchObject([{ payload: { message: 'test' } }]);
    expect(client.realtime.getChannels()).toHaveLength(1);
  });

  test('The socket stays open from one channel to the next', async () => {
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    await client.removeChannel(channel);
    expect(client.realtime.isConnected()).toBe(true);
    const next = client.channel(`${name}-next`, { config });
    listen(next);
    expect(await subscribed(next)).toBe('SUBSCRIBED');
    expect(client.realtime.isConnected()).toBe(true);
  });

  test.each(['removeChannel', 'unsubscribe'])(
    'The socket closes some time after %s',
    async (how) => {
      expect(await subscribed(channel)).toBe('SUBSCRIBED');
      if (how === 'removeChannel') await client.removeChannel(channel);
      else await channel.unsubscribe();
      expect(client.realtime.isConnected()).toBe(true);
      await expect.poll(() => client.realtime.isConnected(), SETTLE).toBe(false);
    },
  );

  test('Removing all channels closes the socket at once', async () => {
    const open = [client.channel(`${name}-a`), client.channel(`${name}-b`)];
    await Promise.all(open.map(subscribed));
    expect(client.realtime.isConnected()).toBe(true);
    await client.removeAllChannels();
    expect(client.realtime.isConnected()).toBe(false);
  });

  test.each([
    ['public', false],
    ['private', true],
  ])('REST speaks to a %s channel', async (_kind, isPrivate) => {
    const target = isPrivate ? channel : client.channel(`public-${randomUUID()}`);
    const heard = listen(target, 'json');
    expect(await subscribed(target)).toBe('SUBSCRIBED');
    expect(await target.httpSend('json', { hello: 'there' })).toEqual({ success: true });
    await expect.poll(() => heard, SETTLE).toMatchObject([{ payload: { hello: 'there' } }]);
  });

  test.runIf(vsn === '2.0.0')('REST speaks bytes', async () => {
    const heard = listen(channel, 'binary');
    await subscribed(channel);
    const bytes = new Uint8Array([1, 2, 3, 4, 5]);
    expect(await channel.httpSend('binary', bytes)).toEqual({ success: true });
    await expect.poll(() => heard.length, SETTLE).toBe(1);
    expect(new Uint8Array(heard[0].payload)).toEqual(bytes);
  });

  test('Nobody joins a private channel without a policy', async () => {
    expect(await subscribed(client.channel('somewhere', { config }))).toMatch(/^Unauthorized/);
    const stranger = connect({ realtime: { vsn } });
    expect(await subscribed(stranger.channel(name, { config }))).toMatch(/^Unauthorized/);
    await stranger.removeAllChannels();
  });

  test('Users hear of their own rows only, from insert to delete', async () => {
    const other = connect({ realtime: { vsn } });
    const { id: otherId } = await signUp(other);
    const mine: Heard = [];
    const theirs: Heard = [];
    for (const [who, heard] of [
      [client, mine],
      [other, theirs],
    ] as const) {
      const all = { event: '*', schema: 'public', table: 'todos' } as const;
      const changes = who.channel('changes').on('postgres_changes', all, (row) => heard.push(row));
      expect(await subscribed(changes)).toBe('SUBSCRIBED');
    }
    const { data } = await client.auth.getUser();
    const { data: row } = await client
      .from('todos')
      .insert({ task: 'a', user_id: data.user?.id })
      .select()
      .single()
      .throwOnError();
    await client.from('todos').update({ task: 'b' }).eq('id', row.id).throwOnError();
    await client.from('todos').delete().eq('id', row.id).throwOnError();
    await other.from('todos').insert({ task: 'x', user_id: otherId }).throwOnError();
    await expect
      .poll(() => mine.map(({ eventType }) => eventType), SETTLE)
      .toEqual(['INSERT', 'UPDATE', 'DELETE']);
    await expect.poll(() => theirs.map(({ new: { task } }) => task), SETTLE).toEqual(['x']);
    expect(mine[0].new).toEqual(row);
    expect(mine[2].old).toEqual({ id: row.id });
    await other.removeAllChannels();
  });

  test('Signing out ends what is open elsewhere', async () => {
    const statuses: string[] = [];
    channel.subscribe((status) => statuses.push(status));
    await expect.poll(() => statuses, SETTLE).toEqual(['SUBSCRIBED']);
    const { data } = await client.auth.getSession();
    const admin = connect({ global: { headers: {} } });
    await admin.auth.setSession({
      access_token: data.session?.access_token ?? '',
      refresh_token: data.session?.refresh_token ?? '',
    });
    await admin.auth.signOut({ scope: 'global' });
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED');
  });
});

test('A token signed with the secret of the project joins', async () => {
  const token = await new SignJWT({ sub: '1234567890', role: 'anon', iss: 'supabase-demo' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(project.jwtSecret));
  const client = connect({ accessToken: async () => token });
  expect(await subscribed(client.channel('test-channel'))).toBe('SUBSCRIBED');
  expect(client.realtime.accessTokenValue).toBe(token);
  await client.removeAllChannels();
});

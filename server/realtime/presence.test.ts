import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { openRealtimeStage, settle, subscribed } from '../../testing/realtime-stage.ts';

const ana = randomUUID();
const ben = randomUUID();

const stage = await openRealtimeStage();

describe('Presence', () => {
  function present(client: SupabaseClient, name: string, key: string) {
    const diffs: string[] = [];
    const channel = client
      .channel(name, { config: { presence: { key } } })
      .on('presence', { event: 'join' }, ({ key: who }) => diffs.push(`join ${who}`))
      .on('presence', { event: 'leave' }, ({ key: who }) => diffs.push(`leave ${who}`))
      .on('presence', { event: 'sync' }, () => diffs.push('sync'));
    return { channel, diffs };
  }

  test('Who is there is known on every server, until they leave', async () => {
    const name = `presence-${randomUUID()}`;
    const first = present(await stage.as(ana), name, 'ana');
    const far = present(await stage.as(ben, { at: stage.other }), name, 'ben');
    await subscribed(first.channel);
    expect(await first.channel.track({ doing: 'digging' })).toBe('ok');
    await subscribed(far.channel);
    await settle(
      () => Object.keys(far.channel.presenceState()),
      (keys) => keys.includes('ana'),
    );
    expect(far.channel.presenceState()['ana']).toMatchObject([{ doing: 'digging' }]);

    await far.channel.track({ doing: 'pouring' });
    await settle(
      () => first.diffs,
      (diffs) => diffs.includes('join ben'),
    );
    await far.channel.track({ doing: 'resting' });
    // The client's own state keeps the old entry here (its join callback eats the reference), so
    // look at what it was told.
    await settle(
      () => first.diffs,
      (diffs) => diffs.filter((diff) => diff === 'join ben').length === 2,
    );
    expect(first.diffs).toContain('leave ben');

    await first.channel.untrack();
    await settle(
      () => Object.keys(far.channel.presenceState()),
      (keys) => !keys.includes('ana'),
    );
    await stage.hangUp();
    const late = present(await stage.as(ana), name, 'late');
    await subscribed(late.channel);
    await settle(
      () => late.diffs,
      (diffs) => diffs.includes('sync'),
    );
    expect(late.channel.presenceState()).toEqual({});
  });

  test('A socket that breaks is a leave', async () => {
    const name = `presence-${randomUUID()}`;
    const stays = present(await stage.as(ana), name, 'ana');
    const goes = present(await stage.as(ben, { at: stage.other }), name, 'ben');
    await subscribed(stays.channel);
    await subscribed(goes.channel);
    await goes.channel.track({});
    await settle(
      () => stays.diffs,
      (diffs) => diffs.includes('join ben'),
    );
    await goes.channel.socket.disconnect();
    await settle(
      () => stays.diffs,
      (diffs) => diffs.includes('leave ben'),
    );
  });
});

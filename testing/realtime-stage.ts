import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, expect } from 'vitest';
import {
  type ConnectOptions,
  connect,
  type RealtimeServer,
  signToken,
  startRealtime,
} from './realtime-server.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const SCHEMA = `
  set local role platform_owner;
  create table public.notes (
    id bigint primary key, owner uuid, body text, secret text, amount numeric, tags text[],
    written_at timestamptz default now());
  alter table public.notes enable row level security;
  create policy "Owners read their notes" on public.notes for select to authenticated
    using (owner = (select auth.uid()));
  revoke all on public.notes from anon, authenticated;
  grant select (id, owner, body, amount, tags, written_at) on public.notes to authenticated;
  create table public.signs (id uuid primary key default gen_random_uuid(), body text);
  grant select on public.signs to anon;
  create table public.hidden (id int primary key);
  create policy "Rooms of their own" on realtime.messages for select to authenticated
    using (realtime.topic() = 'room:' || (select auth.uid()) or realtime.topic() like 'hall:%');
  create policy "Halls are for listening" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'room:' || (select auth.uid()));
  alter publication supabase_realtime add table public.notes, public.signs;
`;

/** The stage of a test file: its clients hang up after each test, its servers end with the last. */
export async function openRealtimeStage(): Promise<RealtimeStage> {
  const stage = await RealtimeStage.open();
  afterEach(() => stage.hangUp());
  afterAll(() => stage.close());
  return stage;
}

/** Two realtime servers on one database with a few tables, and clients that clean up. */
class RealtimeStage {
  readonly database: TestDatabase;
  readonly server: RealtimeServer;
  readonly other: RealtimeServer;
  readonly #clients: SupabaseClient[] = [];
  #nextId = 1;

  private constructor(database: TestDatabase, server: RealtimeServer, other: RealtimeServer) {
    this.database = database;
    this.server = server;
    this.other = other;
  }

  static async open(): Promise<RealtimeStage> {
    const database = await createTestDatabase({ connections: 20 });
    await database.sql.begin((sql) => sql.unsafe(SCHEMA));
    const servers = [await startRealtime(database), await startRealtime(database)] as const;
    const stage = new RealtimeStage(database, ...servers);
    await stage.#meet(stage.server, stage.other);
    await stage.#meet(stage.other, stage.server);
    await stage.hangUp();
    return stage;
  }

  /** Servers learn of each other a moment after they start; until then what is said stays at home. */
  async #meet(at: RealtimeServer, other: RealtimeServer): Promise<void> {
    const name = `meeting-${randomUUID()}`;
    const speaker = room(await this.as(undefined, { at }), name);
    const far = room(await this.as(undefined, { at: other }), name);
    await Promise.all([subscribed(speaker.channel), subscribed(far.channel)]);
    while (far.heard.length === 0) {
      await say(speaker.channel, {});
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.other.stop();
    await this.database.drop();
  }

  /** A client as a user, or as `anon`. */
  async as(
    user: string | undefined,
    options: ConnectOptions & { readonly at?: RealtimeServer; readonly token?: string } = {},
  ): Promise<SupabaseClient> {
    const token =
      options.token ?? (user === undefined ? undefined : await signToken({ sub: user }));
    const client = await connect(options.at ?? this.server, token, options);
    this.#clients.push(client);
    return client;
  }

  async hangUp(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.removeAllChannels()));
  }

  reserveIds(count: number): number {
    const first = this.#nextId;
    this.#nextId += count;
    return first;
  }

  /** Inserts into `notes`. */
  async write(values: Record<string, unknown>): Promise<number> {
    const { sql } = this.database;
    const id = this.reserveIds(1);
    await sql`insert into public.notes ${sql({ id, ...values })}`;
    return id;
  }
}

/** Resolves with SUBSCRIBED, or with what went wrong. */
export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? error.message : status));
  });
}

export function listen(client: SupabaseClient, filter: Record<string, unknown> = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
  const events: any[] = [];
  const channel = client
    .channel(`changes-${randomUUID()}`)
    .on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'notes', ...filter } as never,
      (payload: unknown) => events.push(payload),
    );
  return { channel, events };
}

export async function settle<T>(read: () => T, isDone: (value: T) => boolean): Promise<void> {
  await expect.poll(read, { interval: 20 }).toSatisfy(isDone);
}

export const some = (events: readonly unknown[]) => events.length > 0;

// biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
type Heard = any[];

/** A channel and what is said on it. */
export function room(client: SupabaseClient, name: string, config: Record<string, unknown> = {}) {
  const heard: Heard = [];
  const channel = client
    .channel(name, { config: config as never })
    .on('broadcast', { event: '*' }, (message) => heard.push(message));
  return { channel, heard };
}

export const say = (channel: RealtimeChannel, payload: unknown, event = 'say') =>
  channel.send({ type: 'broadcast', event, payload });

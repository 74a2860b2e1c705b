import { randomUUID } from 'node:crypto';
import type { ChangeRequest } from '../changes/subscriptions.ts';
import { isRecord } from '../protocol/is-record.ts';

/** What a client asked for when it joined. */
export interface JoinOptions {
  readonly accessToken: string | undefined;
  readonly private: boolean;
  readonly acknowledge: boolean;
  readonly self: boolean;
  readonly presenceKey: string;
  readonly presenceEnabled: boolean;
  readonly changes: readonly ChangeRequest[];
  /** The same as the client wrote them: it compares the answer with what it sent. */
  readonly writtenChanges: readonly Readonly<Record<string, unknown>>[];
  readonly replay: { readonly since: number; readonly limit: number } | undefined;
}

export class JoinError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }

  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

const MAX_CHANGES = 100;
const MAX_REPLAYED = 25;
const EVENTS: readonly unknown[] = ['*', 'INSERT', 'UPDATE', 'DELETE'];

export function readJoinOptions(payload: unknown): JoinOptions {
  const root = isRecord(payload) ? payload : {};
  const config = section(root, 'config');
  const broadcast = section(config, 'broadcast');
  const presence = section(config, 'presence');
  const written = Array.isArray(config['postgres_changes'])
    ? config['postgres_changes'].filter(isRecord)
    : [];
  if (written.length > MAX_CHANGES) {
    throw new JoinError('ChannelRateLimitReached', 'Too many postgres_changes in one channel');
  }
  const isPrivate = config['private'] === true;
  const token = root['access_token'] ?? root['user_token'];
  return {
    accessToken: typeof token === 'string' && token !== '' ? token : undefined,
    private: isPrivate,
    acknowledge: broadcast['ack'] === true,
    self: broadcast['self'] === true,
    presenceKey: readText(presence['key']) || randomUUID(),
    presenceEnabled: presence['enabled'] === true,
    changes: written.map(readChange),
    writtenChanges: written,
    replay: readReplay(broadcast['replay'], isPrivate),
  };
}

function readChange(written: Readonly<Record<string, unknown>>): ChangeRequest {
  const { event, schema, table, filter, select } = written;
  const wanted = typeof event === 'string' ? event.toUpperCase() : '*';
  if (!EVENTS.includes(wanted)) {
    throw new JoinError('MalformedSubscription', `Unknown event of postgres_changes: ${wanted}`);
  }
  return {
    event: wanted as ChangeRequest['event'],
    schema: readText(schema) || 'public',
    table: readText(table) || undefined,
    filter: readText(filter) || undefined,
    select: Array.isArray(select) ? select.filter((name) => typeof name === 'string') : undefined,
  };
}

function readReplay(value: unknown, isPrivate: boolean): JoinOptions['replay'] {
  if (!isRecord(value)) return undefined;
  if (!isPrivate) {
    throw new JoinError('UnableToReplayMessages', 'Replay is not allowed for public channels');
  }
  const { since, limit } = value;
  if (typeof since !== 'number' || !Number.isFinite(since)) {
    throw new JoinError('UnableToReplayMessages', 'Replay params are not valid');
  }
  const wanted = typeof limit === 'number' && limit > 0 ? Math.floor(limit) : MAX_REPLAYED;
  return { since, limit: Math.min(wanted, MAX_REPLAYED) };
}

function section(parent: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const value = parent[name];
  return isRecord(value) ? value : {};
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

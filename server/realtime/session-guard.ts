import type { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import { recheckPermissions } from './channels/access-token.ts';
import type { Channel } from './channels/channel.ts';
import { endChannel } from './channels/leave-channel.ts';
import type { Hub } from './hub.ts';

const EXPIRY_EVERY_MS = 1_000;
const RECHECK_EVERY_MS = 5_000;
const PING_EVERY_MS = 30_000;
const MAX_SILENCE_MS = 75_000;
const MAX_ENDED_TOKENS = 10_000;

/** Ends what may no longer be: expired tokens, ended sessions, lost permissions, dead lines. */
export class SessionGuard {
  readonly #hub: Hub;
  readonly #tokens: ApiTokens;
  readonly #recheckEveryMs: number;
  #expiry: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;
  #ping: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(hub: Hub, tokens: ApiTokens, recheckEveryMs = RECHECK_EVERY_MS) {
    this.#hub = hub;
    this.#tokens = tokens;
    tokens.onEnd((tokenId) => {
      if (hub.endedTokens.size >= MAX_ENDED_TOKENS) hub.endedTokens.clear();
      hub.endedTokens.add(tokenId);
      this.#endToken(tokenId);
    });
    this.#recheckEveryMs = recheckEveryMs;
  }

  start(): void {
    this.#expiry = setInterval(() => this.#endExpired(), EXPIRY_EVERY_MS).unref();
    this.#ping = setInterval(() => this.#pingAll(), PING_EVERY_MS).unref();
    this.#recheck = setInterval(() => void this.#endWithdrawn(), this.#recheckEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#expiry);
    clearInterval(this.#ping);
    clearInterval(this.#recheck);
  }

  #endExpired(): void {
    const now = Date.now() / 1000;
    for (const channel of allChannels(this.#hub)) {
      const { expiresAt } = channel.identity;
      if (expiresAt !== undefined && expiresAt <= now) {
        endChannel(this.#hub, channel, 'Token has expired');
      }
    }
  }

  #pingAll(): void {
    for (const connection of this.#hub.connections) {
      if (performance.now() - connection.heardAt > MAX_SILENCE_MS) connection.terminate();
      else connection.ping();
    }
  }

  async #endWithdrawn(): Promise<void> {
    if (this.#checking || this.#hub.connections.size === 0) return;
    this.#checking = true;
    try {
      await this.#endEndedSessions();
      await this.#endEndedTokens();
      await this.#endUnreadable();
    } catch (error) {
      this.#hub.log.warn({ err: error }, 'sessions could not be checked');
    } finally {
      this.#checking = false;
    }
  }

  /** Signed out, removed or banned: the token may still be valid, the channel is not. */
  async #endEndedSessions(): Promise<void> {
    const bySession = Map.groupBy(
      allChannels(this.#hub).filter(({ identity }) => isUuid(identity.sessionId)),
      ({ identity }) => identity.sessionId as string,
    );
    if (bySession.size === 0) return;
    const ended = await this.#hub.sql<{ id: string }[]>`
      select asked.id from unnest(${[...bySession.keys()]}::uuid[]) as asked (id)
       where not exists (
         select from auth.sessions s join auth.users u on u.id = s.user_id
          where s.id = asked.id and (s.not_after is null or s.not_after > now())
            and (u.banned_until is null or u.banned_until < now()) and u.deleted_at is null)`;
    for (const { id } of ended) {
      for (const channel of bySession.get(id) ?? []) {
        endChannel(this.#hub, channel, 'The session has ended');
      }
    }
  }

  /** For what was announced while nobody listened; as a rule it has ended already. */
  async #endEndedTokens(): Promise<void> {
    const ids = allChannels(this.#hub).flatMap(({ identity }) => identity.tokenId ?? []);
    for (const id of await this.#tokens.ended([...new Set(ids)])) this.#endToken(id);
  }

  #endToken(tokenId: string): void {
    for (const channel of allChannels(this.#hub)) {
      if (channel.identity.tokenId === tokenId) {
        endChannel(this.#hub, channel, 'The token has ended');
      }
    }
  }

  async #endUnreadable(): Promise<void> {
    const channels = allChannels(this.#hub).filter(({ options }) => options.private);
    const groups = Map.groupBy(channels, ({ caller, name }) => `${caller.role}\n${name}`);
    for (const group of groups.values()) await recheckPermissions(this.#hub, group);
  }
}

function allChannels(hub: Hub): Channel[] {
  return [...hub.connections].flatMap(({ channels }) => [...channels.values()]);
}

function isUuid(text: string | undefined): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');
}

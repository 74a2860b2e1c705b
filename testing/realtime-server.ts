import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import { type JWTPayload, SignJWT } from 'jose';
import { pino } from 'pino';
import { acceptApiTokens, withApiTokens } from '../server/auth/api-tokens/accept-api-tokens.ts';
import { ApiTokens } from '../server/auth/api-tokens/api-tokens.ts';
import { createAuthenticator } from '../server/auth/authenticate.ts';
import type { Config } from '../server/config.ts';
import type { Database } from '../server/database/database.ts';
import { registerErrorHandler } from '../server/http/error-handler.ts';
import { freePort } from '../server/http/free-port.ts';
import { Metrics } from '../server/http/metrics.ts';
import type { Keys } from '../server/keys/keys.ts';
import { realtimeApi } from '../server/realtime/realtime-api.ts';
import { alone } from '../server/team/team.ts';
import { SOCKET_LIMITS } from './socket-limits.ts';
import type { TestDatabase } from './test-database.ts';

const SECRET = 'a-secret-for-tests-with-at-least-32-characters';
const KEYS = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwks: { keys: [] },
} as unknown as Keys;

export interface RealtimeServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Realtime alone, without the rest of the server. Several may share one database. */
export async function startRealtime(database: TestDatabase): Promise<RealtimeServer> {
  const app = Fastify({ logger: false, pluginTimeout: 0 });
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  registerErrorHandler(app, log);
  const tokens = new ApiTokens(database.sql, 600);
  acceptApiTokens(app, tokens);
  await app.register(realtimeApi, {
    prefix: '/realtime/v1',
    config: { trustedProxies: [] as readonly string[] } as Config,
    database: { sql: database.sql } as Database,
    authenticator: withApiTokens(createAuthenticator(KEYS, SECRET), tokens),
    tokens,
    log,
    metrics: new Metrics(),
    team: alone(),
    heartbeatMs: 500,
  });
  await app.listen({ port: await freePort(), host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => app.close() };
}

export function signToken(claims: JWTPayload = {}, expiresIn = '1h'): Promise<string> {
  return new SignJWT({ role: 'authenticated', sub: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(new TextEncoder().encode(SECRET));
}

export interface ConnectOptions {
  readonly vsn?: string;
  readonly key?: string;
}

/** A client as the given user; without a token as `anon`. */
export async function connect(
  server: RealtimeServer,
  token?: string,
  options: ConnectOptions = {},
): Promise<SupabaseClient> {
  const { vsn, key = KEYS.publishableKey } = options;
  const client = createClient(server.url, key, {
    ...(token === undefined ? {} : { accessToken: async () => token }),
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { ...SOCKET_LIMITS, ...(vsn ? { vsn } : {}) },
  });
  // A channel that joins before the token is there joins as nobody, and the client leaves it so.
  await client.realtime.setAuth();
  return client;
}

export const SERVICE_KEY = KEYS.secretKey;

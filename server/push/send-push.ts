import { createHash } from 'node:crypto';
import { UnknownMessageError } from '../notifications/message-text.ts';
import { encryptPayload, MAX_PAYLOAD_BYTES, SubscriptionKeyError } from './encrypt.ts';
import type { Result } from './outbox.ts';
import { pushPayload } from './payload.ts';
import type { PushAnswer, PushClient } from './push-client.ts';
import { ForbiddenTargetError, parseEndpoint } from './push-target.ts';
import type { QueuedPush } from './queued-push.ts';
import { type Meaning, readAnswer } from './read-answer.ts';
import type { Vapid } from './vapid.ts';

interface Dependencies {
  readonly client: PushClient;
  readonly vapid: Vapid;
  readonly templatesDir: string;
  readonly siteUrl: () => string;
}

/** What is sent to a service that finds a usual notification too large. */
const SMALL_PAYLOAD_BYTES = 1_024;
/** The third-party push service of Safari reads what it is by this type, others by its content. */
const APPLE = /\.push\.apple\.com$/;

/** Sends one notification once and says what the push service made of it. */
export async function sendPush(push: QueuedPush, dependencies: Dependencies): Promise<Meaning> {
  const meaning = readAnswer(await post(push, dependencies, MAX_PAYLOAD_BYTES));
  if (meaning.kind !== 'too_large') return meaning;
  return readAnswer(await post(push, dependencies, SMALL_PAYLOAD_BYTES));
}

async function post(
  push: QueuedPush,
  { client, vapid, templatesDir, siteUrl }: Dependencies,
  maxBytes: number,
): Promise<PushAnswer> {
  const payload = pushPayload(push, { templatesDir, siteUrl: siteUrl() }, maxBytes);
  const body = encryptPayload(payload, push);
  const { origin, hostname } = parseEndpoint(push.endpoint);
  const { urgency, tag } = push.options;
  const headers = {
    authorization: vapid.authorizationFor(origin),
    'content-encoding': 'aes128gcm',
    'content-type': APPLE.test(hostname)
      ? 'application/notification+json'
      : 'application/octet-stream',
    ttl: String(secondsLeft(push)),
    urgency,
    ...(tag !== undefined && { topic: topicOf(tag) }),
  };
  return client.ask(push.endpoint, { method: 'POST', headers, body });
}

/** How long the push service is to try. */
function secondsLeft({ expiresAt, options }: QueuedPush): number {
  const left = Math.max(0, Math.ceil((expiresAt.getTime() - Date.now()) / 1000));
  return Math.min(left, options.ttl_seconds ?? left);
}

/** Replaces what the device has not fetched yet; 32 characters of base64url (RFC 8030). */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}

/** An error that no later attempt would change, with its stable code. */
export function lastingFailure(error: unknown): Result | undefined {
  const failed = (code: string): Result => ({
    outcome: 'failed',
    error: `${code}: ${(error as Error).message}`,
  });
  if (error instanceof SubscriptionKeyError) return failed('bad_keys');
  if (error instanceof ForbiddenTargetError) return failed('forbidden_endpoint');
  if (error instanceof UnknownMessageError) return failed('unknown_template');
  if (error instanceof RangeError) return failed('too_large');
  return undefined;
}

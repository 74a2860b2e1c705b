export interface WebhookEvent {
  /** Such as `time_entry.approved`. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Headers = Readonly<Record<string, string | undefined>>;
const TOLERANCE_SECONDS = 5 * 60;

/**
 * The event of a webhook whose signature is right (Standard Webhooks). `body` is the text as it came,
 * not parsed and written again. Throws when it was not signed with the secret, or long ago.
 */
export async function verifyWebhook(
  body: string,
  headers: Headers,
  secret: string,
  now: Date = new Date(),
): Promise<WebhookEvent> {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS || timestamp === '') {
    throw new Error('The webhook was signed too long ago.');
  }
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const part of (headers['webhook-signature'] ?? '').split(' ')) {
    const [version, signature = ''] = part.split(',');
    // `verify` takes the same time wherever a signature differs.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed))) {
      return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new Error('The webhook was not signed with this secret.');
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

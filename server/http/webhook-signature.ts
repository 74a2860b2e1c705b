import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

export interface SignedContent {
  /** `webhook-id`: the same for every attempt. */
  readonly id: string;
  /** `webhook-timestamp`: seconds since 1970, of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** `webhook-signature` of Standard Webhooks 1.0.0: one for each secret that is valid, the newest first. */
export function signWebhook(
  secrets: readonly string[],
  { id, timestamp, body }: SignedContent,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      const content = `${id}.${timestamp}.${body}`;
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
    })
    .join(' ');
}

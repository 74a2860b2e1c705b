import { createHmac } from 'node:crypto';
import type { SmsConfig } from './sms-settings.ts';
import { isSame, isSignedByTwilio } from './twilio-signature.ts';

const STATUS_PATH = '/sms/v1/status';

/** Where a gateway reports the delivery of one text; nothing where no report could be believed. */
export function callbackUrlOf(
  config: SmsConfig | undefined,
  siteUrl: () => string,
): (id: string) => string | undefined {
  return (id) => {
    const address = `${siteUrl()}${STATUS_PATH}?id=${id}`;
    if (config?.provider === 'twilio') return config.authToken === undefined ? undefined : address;
    if (config?.callbackSecret === undefined) return undefined;
    return `${address}&token=${tokenOf(config.callbackSecret, id)}`;
  };
}

/** For the status of one text only: an address that leaks at the gateway reports nothing else. */
function tokenOf(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`text ${id}`).digest('base64url');
}

export interface Callback {
  /** With its query, as the gateway was given it. */
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Fields of a form; undefined where it was JSON. */
  readonly fields: URLSearchParams | undefined;
}

/** Whether the gateway really sent it. */
export function isGenuine(config: SmsConfig, callback: Callback): boolean {
  const { headers, query } = callback;
  if (config.provider === 'twilio') {
    const signature = headers['x-twilio-signature'];
    // Of JSON the signature would say the address alone.
    if (!config.authToken || !callback.fields || typeof signature !== 'string') return false;
    return isSignedByTwilio(config.authToken, callback.url, callback.fields, signature);
  }
  const { callbackSecret } = config;
  if (callbackSecret === undefined) return false;
  const bearer = /^Bearer (.+)$/i.exec(String(headers['authorization'] ?? ''))?.[1];
  const given = bearer ?? (typeof query['token'] === 'string' ? query['token'] : '');
  const id = query['id'];
  const isStatus = callback.url.split('?', 1)[0]?.endsWith(STATUS_PATH) === true;
  const isForOne = isStatus && typeof id === 'string' && isSame(tokenOf(callbackSecret, id), given);
  return isSame(callbackSecret, given) || isForOne;
}

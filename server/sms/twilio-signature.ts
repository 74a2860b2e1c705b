import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * https://www.twilio.com/docs/usage/security#validating-requests: the address as Twilio was given it,
 * then every field in the order of its name, name and value together.
 */
export function twilioSignature(token: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort();
  const pairs = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => name + value),
  );
  return createHmac('sha1', token)
    .update(url + pairs.join(''))
    .digest('base64');
}

/** Twilio may or may not have written the usual port into the address. */
export function isSignedByTwilio(
  token: string,
  url: string,
  fields: URLSearchParams,
  signature: string,
): boolean {
  return addressesOf(url)
    .map((address) => isSame(twilioSignature(token, address, fields), signature))
    .some(Boolean);
}

function addressesOf(url: string): string[] {
  const [, origin = url, port = '', rest = ''] =
    /^(https?:\/\/[^/?]+?)(:\d+)?([/?].*)?$/.exec(url) ?? [];
  const usual = url.startsWith('https:') ? ':443' : ':80';
  return [origin + rest, `${origin}${port || usual}${rest}`];
}

/** The time it takes says nothing about where they differ. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [expected, given].map((text) =>
    createHmac('sha256', 'compare').update(text).digest(),
  );
  return timingSafeEqual(one as Buffer, other as Buffer);
}

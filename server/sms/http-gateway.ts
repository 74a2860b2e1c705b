import { escapeFor, escapeHeader, fillTemplate } from './fill-template.ts';
import type { Gateway, SendResult } from './gateway.ts';
import { readPath } from './read-path.ts';
import { detailOf, parseJson, sendOnce } from './send-once.ts';
import type { HttpSmsConfig } from './sms-settings.ts';

/** Where gateways put the id, when SMS_ID_PATH does not say. */
const ID_PATHS = [
  'id',
  'sid',
  'message_id',
  'messageId',
  'message-id',
  'uuid',
  'data.id',
  'data.message_id',
  'message.id',
  'messages.0.id',
  'messages.0.messageId',
  'messages.0.message_id',
  'messages.0.message-id',
  'messages.0.apiMessageId',
  'data.0.id',
  '0.id',
];

/** Any gateway that takes a text by one HTTP request; what it looks like is written in the settings. */
export function createHttpGateway(config: HttpSmsConfig, timeoutMs?: number): Gateway {
  const type = config.headers['content-type'] ?? typeOf(config.body);
  const encode = escapeFor(type);
  const idPaths = config.idPath === undefined ? ID_PATHS : [config.idPath];
  return {
    host: new URL(config.url.replaceAll(/\{\{[^{}]*\}\}/g, '')).host,
    send(text) {
      const values = {
        to: text.to,
        to_digits: text.to.slice(1),
        from: config.from ?? '',
        body: text.body,
        id: text.id,
        callback: text.callbackUrl ?? '',
      };
      const headers = Object.entries({ 'content-type': type, ...config.headers }).map(
        ([name, value]) => [name, fillTemplate(value, values, escapeHeader)] as const,
      );
      const request = {
        url: fillTemplate(decodeBraces(config.url), values, encodeURIComponent),
        headers: Object.fromEntries(headers),
        body: fillTemplate(config.body, values, encode),
        ...(timeoutMs !== undefined && { timeoutMs }),
      };
      return sendOnce(request, (answer): SendResult => {
        const { status, text: answered } = answer;
        if (status >= 200 && status < 300) {
          return { result: 'sent', providerId: readPath(parseJson(answered), idPaths) };
        }
        const detail = detailOf(answer);
        // Wrong credentials or a wrong address: nothing was sent, and an admin may correct it.
        if (status < 400 || [401, 403, 404, 405, 407].includes(status)) {
          return { result: 'retry', detail, waitSeconds: undefined };
        }
        return { result: 'refused', error: 'refused', detail };
      });
    },
  };
}

/** The settings' check of an address may have written the braces as %7B. */
function decodeBraces(url: string): string {
  return url.replaceAll(/%7B%7B(\w+)%7D%7D/gi, '{{$1}}');
}

function typeOf(body: string): string {
  if (/^\s*[{[]/.test(body)) return 'application/json';
  if (/^\s*</.test(body)) return 'application/xml';
  return 'application/x-www-form-urlencoded';
}

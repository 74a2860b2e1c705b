import type { Gateway, SendResult } from './gateway.ts';
import type { Posted } from './post-once.ts';
import { readPath } from './read-path.ts';
import { detailOf, parseJson, sendOnce } from './send-once.ts';
import type { TwilioSmsConfig } from './sms-settings.ts';
import { twilioError } from './twilio-errors.ts';

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export function createTwilioGateway(config: TwilioSmsConfig, timeoutMs?: number): Gateway {
  const url = `${config.url.replace(/\/$/, '')}/2010-04-01/Accounts/${config.accountSid}/Messages.json`;
  const login = Buffer.from(`${config.user}:${config.password}`).toString('base64');
  const headers = {
    authorization: `Basic ${login}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  return {
    host: new URL(url).host,
    send(text) {
      const fields = new URLSearchParams({ To: text.to, Body: text.body });
      if (config.messagingServiceSid === undefined) fields.set('From', config.from ?? '');
      else fields.set('MessagingServiceSid', config.messagingServiceSid);
      if (text.callbackUrl !== undefined) fields.set('StatusCallback', text.callbackUrl);
      const body = fields.toString();
      return sendOnce(
        { url, headers, body, ...(timeoutMs !== undefined && { timeoutMs }) },
        readAnswer,
      );
    },
  };
}

function readAnswer(answer: Posted): SendResult {
  const { status, text } = answer;
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const errorCode = readPath(body, ['error_code']);
    if (errorCode !== undefined && ['failed', 'undelivered'].includes(stateOf(body))) {
      return { result: 'refused', error: twilioError(errorCode, 'refused'), detail: errorCode };
    }
    return { result: 'sent', providerId: readPath(body, ['sid']) };
  }
  const detail = detailOf(answer);
  // Wrong credentials or account: nothing was sent, and an admin may correct it.
  if (status < 400 || status === 401 || status === 403 || status === 404) {
    return { result: 'retry', detail, waitSeconds: undefined };
  }
  return { result: 'refused', error: twilioError(readPath(body, ['code']), 'refused'), detail };
}

function stateOf(body: unknown): string {
  return readPath(body, ['status']) ?? '';
}

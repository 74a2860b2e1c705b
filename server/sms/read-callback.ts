import type { TextError } from './gateway.ts';
import { readPath } from './read-path.ts';
import type { DeliveryReport } from './text-outbox.ts';
import { twilioError } from './twilio-errors.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STATUS_PATHS = ['MessageStatus', 'status', 'state', 'delivery_status', 'data.status', 'dlr'];
const STATUS_ID_PATHS = ['MessageSid', 'id', 'message_id', 'messageId', 'message-id', 'data.id'];
const DELIVERED = /^(delivered|delivrd|read)$/i;
const FAILED =
  /^(undelivered|undeliverable|undeliv|failed|failure|rejected|rejectd|expired|error)$/i;

/** Nothing: on its way, or a state that nobody here knows. */
export function readReport(query: unknown, body: unknown): DeliveryReport | undefined {
  const status = readPath(body, STATUS_PATHS) ?? '';
  const id = readPath(query, ['id']);
  const known = {
    id: id !== undefined && UUID.test(id) ? id : undefined,
    providerId: readPath(body, STATUS_ID_PATHS),
  };
  if (DELIVERED.test(status)) return { ...known, status: 'delivered', error: null };
  if (!FAILED.test(status)) return undefined;
  const code = readPath(body, ['ErrorCode', 'error_code', 'errorCode', 'error.code']);
  const error: TextError = twilioError(code, 'not_delivered');
  return { ...known, status: 'failed', error };
}

export interface IncomingText {
  readonly id: string | undefined;
  readonly from: string;
  readonly body: string;
  /** Twilio has answered STOP, START or HELP by itself. */
  readonly isAnswered: boolean;
}

const FROM_PATHS = ['From', 'from', 'sender', 'msisdn', 'source', 'data.from'];
const BODY_PATHS = ['Body', 'body', 'text', 'message', 'content', 'data.text', 'data.body'];
const INCOMING_ID_PATHS = ['MessageSid', 'id', 'message_id', 'messageId', 'data.id'];

export function readIncoming(body: unknown): IncomingText | undefined {
  const from = readPath(body, FROM_PATHS)?.replaceAll(/[\s().-]/g, '');
  const text = readPath(body, BODY_PATHS);
  if (from === undefined || text === undefined) return undefined;
  const number = from.startsWith('+') ? from : `+${from}`;
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return undefined;
  return {
    id: readPath(body, INCOMING_ID_PATHS),
    from: number,
    body: text,
    isAnswered: readPath(body, ['OptOutType']) !== undefined,
  };
}

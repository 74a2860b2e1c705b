import type { Readable } from 'node:stream';
import { bodyTooLarge, limitBytes, MAX_ANONYMOUS_BODY_BYTES } from '../../http/anonymous-body.ts';
import type { SessionStore } from './session-store.ts';

/** A list of many thousand customers is the largest. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The message as text; of more than the first part only where that has the ticket of an open session. */
export async function readMessage(
  payload: Readable,
  sessions: Pick<SessionStore, 'read'>,
): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isKnown = false;
  for await (const chunk of limitBytes(payload, MAX_BYTES)) {
    chunks.push(chunk);
    length += chunk.length;
    if (isKnown || length <= MAX_ANONYMOUS_BODY_BYTES) continue;
    const start = Buffer.concat(chunks).toString('utf8', 0, MAX_ANONYMOUS_BODY_BYTES);
    isKnown = (await sessions.read(ticketIn(start))) !== undefined;
    if (!isKnown) throw bodyTooLarge();
  }
  return Buffer.concat(chunks).toString();
}

/** Found without reading the XML. */
function ticketIn(start: string): string {
  const from = start.indexOf('ticket>') + 'ticket>'.length;
  return start.slice(from, start.indexOf('<', from));
}

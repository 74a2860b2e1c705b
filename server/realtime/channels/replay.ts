import type { Sql } from '../../database/sql/sql.ts';
import type { Channel } from './channel.ts';
import { encodeBroadcast } from './room.ts';

interface StoredMessage {
  id: string;
  event: string;
  payload: unknown;
  binary_payload: Buffer | null;
}

/** Messages that SQL sent to a private channel lately, oldest first. `since`: milliseconds. */
export async function replayMessages(
  sql: Sql,
  channel: Channel,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<void> {
  if (!channel.readable.broadcast) return;
  const messages = await sql<StoredMessage[]>`
    select id, event, payload, binary_payload from realtime.messages
     where topic = ${channel.name} and private and extension = 'broadcast'
       and inserted_at >= (to_timestamp(${since / 1000}) at time zone current_setting('TimeZone'))
       and inserted_at > now() - interval '3 days'
     order by inserted_at desc limit ${limit}`;
  for (const { id, event, payload, binary_payload } of messages.reverse()) {
    const meta = { id, replayed: true };
    const message = { event, payload: binary_payload ?? payload, meta };
    const frame = encodeBroadcast(channel.version, channel.topic, message);
    if (frame !== undefined) channel.send(frame);
  }
}

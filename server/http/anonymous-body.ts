import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';

/** What is read of a caller who has not shown who they are. */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;

export const bodyTooLarge = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

/** The bytes as they come, until there are too many of them. */
export async function* limitBytes(bytes: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) throw bodyTooLarge();
    yield chunk as Buffer;
  }
}

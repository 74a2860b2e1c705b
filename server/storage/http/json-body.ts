import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../../database/caller.ts';
import { MAX_ANONYMOUS_BODY_BYTES } from '../../http/anonymous-body.ts';
import { invalidRequest, tooLarge } from '../storage-error.ts';
import { bytesOf } from './upload-body.ts';

const LIMIT_BYTES = 1024 * 1024;

/** Bodies reach this API as streams; those that are JSON are read and checked here. */
export async function readJson<Schema extends z.ZodType>(
  request: FastifyRequest,
  { role }: Caller,
  schema: Schema,
): Promise<z.output<Schema>> {
  const maxBytes = role === 'anon' ? MAX_ANONYMOUS_BODY_BYTES : LIMIT_BYTES;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesOf(request)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(Buffer.from(chunk));
  }
  const parsed = schema.safeParse(parse(Buffer.concat(chunks).toString()));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidRequest(`body/${issue?.path.join('/')} ${issue?.message}`);
}

/** Checks query parameters the same way. */
export function readQuery<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(request.query);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidRequest(`querystring/${issue?.path.join('/')} ${issue?.message}`);
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidRequest('Body is not valid JSON', error);
  }
}

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError } from '../auth-error.ts';

const DEEPEST = 50;
/** Metadata travels in every token, and servers refuse headers of more than 16 KiB. */
const METADATA_BYTES = 8 * 1024;

/** Go reads a missing or null field as its zero value; the API inherits that. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
export const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES, 'is too large')
  .nullish()
  .transform((value) => value ?? undefined);

/** For what an empty object asks for, and nothing at all does not. */
export function requireBody({ body }: FastifyRequest): void {
  if (typeof body !== 'string' || body.trim() === '') throw badJson('unexpected end of input');
}

/** Checks the body's shape: a field of the wrong type is a 400, never a 500. */
export function readBody<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  const value = parseJson(request.body);
  if (!isStorable(value)) {
    throw badJson('text must be valid Unicode without null characters, and not nested too deeply');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is wrong'}`);
}

function parseJson(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw badJson('unexpected input');
  }
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair, alone or inside jsonb. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  return Object.entries(value).every(
    ([key, field]) => isStorable(key) && isStorable(field, depth + 1),
  );
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';

const text = z.string().min(1);
const keyFile = z
  .array(
    z.discriminatedUnion('kty', [
      z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: text, y: text, d: text }),
      z.looseObject({ kty: z.literal('RSA'), n: text, e: text, d: text, p: text, q: text }),
    ]),
  )
  .min(1);

/** The keys the Supabase CLI signs with, relative to the project's folder; the first one signs. */
export function readProjectKeys({ supabaseDir, project }: Config): JWK[] {
  const auth = project.raw['auth'] as { signing_keys_path?: unknown } | undefined;
  const named = auth?.signing_keys_path;
  if (typeof named !== 'string' || named === '') return [];
  const file = path.resolve(supabaseDir, named);
  const parsed = keyFile.safeParse(readJson(file));
  if (!parsed.success) {
    throw new StartupError(
      `${file}: takes a list of private keys as JWK, EC with P-256 or RSA (config.toml: auth.signing_keys_path).`,
    );
  }
  return parsed.data.map((key, index) => ({
    ...(key as JWK),
    kid: typeof key['kid'] === 'string' ? key['kid'] : `project-${index + 1}`,
    alg: key.kty === 'RSA' ? 'RS256' : 'ES256',
  }));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartupError(`${file} cannot be read (config.toml: auth.signing_keys_path).`, {
      cause: error,
    });
  }
}

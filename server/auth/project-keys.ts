import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';

const text = z.string().min(1);
const kid = text.optional();
/** The CLI leaves out leading zeros; a coordinate has 32 bytes. */
const coordinate = text.transform((value) => {
  const bytes = Buffer.from(value, 'base64url');
  return Buffer.concat([Buffer.alloc(Math.max(0, 32 - bytes.length)), bytes]).toString('base64url');
});
/** Without `key_ops` and the like: the CLI lists what the pair can do, an import takes what one half can. */
const keyFile = z
  .array(
    z.discriminatedUnion('kty', [
      z
        .object({ kty: z.literal('EC'), crv: z.literal('P-256') })
        .extend({ kid, x: coordinate, y: coordinate, d: coordinate }),
      z
        .object({ kty: z.literal('RSA'), kid, n: text, e: text, d: text })
        .extend({ p: text, q: text, dp: text, dq: text, qi: text }),
    ]),
  )
  .min(1);

/** The keys the Supabase CLI signs with, relative to the project's folder; the first one signs. */
export function readProjectKeys({ supabaseDir, project }: Config): JWK[] {
  const auth = project.raw['auth'] as { signing_keys_path?: unknown } | undefined;
  const named = auth?.signing_keys_path;
  if (typeof named !== 'string' || named === '') return [];
  const file = path.resolve(supabaseDir, named);
  const parsed = keyFile.safeParse([readJson(file)].flat());
  if (!parsed.success) {
    throw new StartupError(
      `${file}: takes a list of private keys as JWK, EC with P-256 or RSA (config.toml: auth.signing_keys_path).`,
    );
  }
  return parsed.data.map((key, index) => {
    const name = key.kid ?? `project-${index + 1}`;
    requireValid(file, name, key);
    return { ...key, kid: name, alg: key.kty === 'RSA' ? 'RS256' : 'ES256' };
  });
}

/** Halves that do not belong together are found here instead of at the first sign-in. */
function requireValid(file: string, name: string, key: JsonWebKey): void {
  const problem = `${file}: "${name}" is no valid private key (config.toml: auth.signing_keys_path).`;
  try {
    const probe = Buffer.from(name);
    const signature = sign('sha256', probe, createPrivateKey({ key, format: 'jwk' }));
    const open = createPublicKey({ key, format: 'jwk' });
    if (verify('sha256', probe, open, signature)) return;
  } catch (error) {
    throw new StartupError(problem, { cause: error });
  }
  throw new StartupError(problem);
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

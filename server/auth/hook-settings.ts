import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

/** A function in the project's database. */
export interface DatabaseFunction {
  readonly schema: string;
  readonly name: string;
}

/** An address that is asked with a signature of Standard Webhooks. */
export interface HttpHook {
  readonly url: string;
  /** The newest first. */
  readonly secrets: readonly string[];
}

export type Hook = DatabaseFunction | HttpHook;

const NAMES = [
  'before_user_created',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'send_email',
] as const;
export type AuthHooks = Readonly<Partial<Record<(typeof NAMES)[number], Hook>>>;

type Variables = Readonly<Record<string, string | undefined>>;

const hookSection = z.looseObject({
  enabled: z.boolean().optional(),
  uri: z.string().default(''),
  secrets: z.string().default(''),
});
const sections = z.looseObject(
  Object.fromEntries(NAMES.map((name) => [name, hookSection.optional()])),
);
/** `env(NAME)`, as the Supabase CLI reads it. */
const REFERENCE = /^env\(([A-Za-z_]\w*)\)$/;
const FUNCTION = /^pg-functions:\/\/[^/]+\/(\w+)\/(\w+)$/;
const SECRET = /^v1,(whsec_[A-Za-z0-9+/]{32,88}={0,2})$/;
const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** `[auth.hook.*]` of config.toml: functions of the database, or addresses. */
export function readHooks(raw: unknown, variables: Variables): AuthHooks {
  const parsed = sections.safeParse(raw ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`config.toml: auth.hook.${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const hooks = NAMES.flatMap((name) => {
    const section = parsed.data[name] as z.output<typeof hookSection> | undefined;
    if (!section) return [];
    // The CLI's own template has the section without a line in it; whoever names a function means it.
    const isOn = section.enabled ?? section.uri !== '';
    return isOn ? [[name, readHook(name, section, variables)]] : [];
  });
  return Object.fromEntries(hooks);
}

function readHook(name: string, section: z.output<typeof hookSection>, variables: Variables): Hook {
  const uri = resolved(section.uri, variables);
  const [, schema, functionName] = FUNCTION.exec(uri) ?? [];
  if (schema !== undefined && functionName !== undefined) return { schema, name: functionName };
  if (!isAddress(uri)) {
    throw new StartupError(
      `config.toml: auth.hook.${name}.uri takes a function like "pg-functions://postgres/public/my_hook", or an address with https.`,
    );
  }
  return { url: uri, secrets: readSecrets(name, resolved(section.secrets, variables)) };
}

/** Unencrypted only to this machine. */
function isAddress(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname));
}

/** `v1,whsec_…`, several separated by `|`. */
function readSecrets(name: string, text: string): string[] {
  const secrets = text.split('|').map((part) => SECRET.exec(part.trim())?.[1]);
  if (secrets.every((secret) => secret !== undefined)) return secrets as string[];
  throw new StartupError(
    `config.toml: auth.hook.${name}.secrets takes a secret like "v1,whsec_" with 24 to 64 bytes in base64, several separated by "|".`,
  );
}

export function resolved(value: string, variables: Variables): string {
  const [, variable] = REFERENCE.exec(value) ?? [];
  return variable === undefined ? value : (variables[variable] ?? '');
}

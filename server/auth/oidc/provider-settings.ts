import { z } from 'zod';
import { StartupError } from '../../startup-error.ts';

/** A provider of accounts that people may sign in with. */
export interface ProviderSettings {
  /** As clients name it: `google`, `azure`, `keycloak` or `custom:<name>`. */
  readonly name: string;
  /** On the button. */
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Other programs of ours, such as an app, whose id tokens count as well. */
  readonly clientIds: readonly string[];
  readonly secret: string | undefined;
  readonly scopes: string;
  /** The addresses it is believed for, and no others; empty: all it has verified. */
  readonly domains: readonly string[];
  readonly redirectUri: string | undefined;
  readonly skipNonceCheck: boolean;
}

type Section = Readonly<Record<string, unknown>>;
type Fields = Record<string, unknown>;

const VARIABLE =
  /^AUTH_EXTERNAL_([A-Z][A-Z0-9_]*?)_(CLIENT_ID|SECRET|ISSUER|URL|LABEL|SCOPES|DOMAINS|REDIRECT_URI)$/;
const REFERENCE = /^env\(([A-Za-z_]\w*)\)$/;
const LABELS: Readonly<Record<string, string>> = {
  google: 'Google',
  azure: 'Microsoft',
  keycloak: 'Keycloak',
};
const TENANT = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/i;
const CUSTOM = /^custom:[a-z0-9][a-z0-9_-]{0,40}$/;

const texts = z.union([z.string(), z.array(z.string())]).optional();
const section = z.looseObject({
  enabled: z.boolean().optional(),
  client_id: texts,
  secret: z.string().optional(),
  url: z.string().optional(),
  issuer: z.string().optional(),
  label: z.string().max(40).optional(),
  scopes: texts,
  domains: texts,
  redirect_uri: z.string().optional(),
  skip_nonce_check: z.boolean().optional(),
});

/** Whether `[auth.external.<name>]` of config.toml is one that this server can serve. */
export function isServedProvider(name: string): boolean {
  return name in LABELS || CUSTOM.test(name);
}

export function isProviderVariable(name: string): boolean {
  return VARIABLE.test(name);
}

/** `[auth.external.<name>]` of config.toml, and variables `AUTH_EXTERNAL_<NAME>_…`, which win. */
export function readProviders(
  external: unknown,
  variables: Readonly<Record<string, string | undefined>>,
): ProviderSettings[] {
  const providers = new Map<string, Fields>();
  for (const [name, value] of Object.entries(isSection(external) ? external : {})) {
    if (!isServedProvider(name) || !isSection(value) || value['enabled'] !== true) continue;
    providers.set(name, withReferences(value, variables));
  }
  for (const [variable, value] of Object.entries(variables)) {
    const [, name, field] = VARIABLE.exec(variable) ?? [];
    if (name === undefined || field === undefined || !value) continue;
    const key = providerName(name);
    providers.set(key, { ...providers.get(key), [field.toLowerCase()]: value });
  }
  return [...providers].map(([name, fields]) => readProvider(name, fields)).sort(byOrder);
}

function readProvider(name: string, fields: Fields): ProviderSettings {
  const parsed = section.safeParse(fields);
  const wrong = (message: string) => new StartupError(`Sign-in with ${name}: ${message}`);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw wrong(`${issue?.path.join('.')} is wrong (${issue?.message}).`);
  }
  const { data } = parsed;
  const [clientId, ...others] = listOf(data.client_id);
  if (clientId === undefined) throw wrong('the client id is missing (client_id).');
  const issuer = issuerOf(name, data.issuer ?? data.url, wrong);
  const domains = listOf(data.domains).map((domain) => domain.toLowerCase().replace(/^@/, ''));
  return {
    name,
    label: data.label?.trim() || LABELS[name] || capitalized(name.replace('custom:', '')),
    issuer,
    clientId,
    clientIds: [clientId, ...others],
    secret: data.secret || undefined,
    scopes: listOf(data.scopes).join(' ') || 'openid email profile',
    domains,
    redirectUri: data.redirect_uri || undefined,
    skipNonceCheck: data.skip_nonce_check ?? false,
  };
}

function issuerOf(
  name: string,
  given: string | undefined,
  wrong: (message: string) => StartupError,
): string {
  const issuer = name === 'google' ? (given ?? 'https://accounts.google.com') : given;
  if (!issuer)
    throw wrong('the issuer is missing (issuer), an address like https://id.example.com.');
  if (!URL.canParse(issuer)) throw wrong(`the issuer ${issuer} is no address.`);
  const { protocol, hostname } = new URL(issuer);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw wrong(`the issuer ${issuer} is not encrypted; it takes an address with https.`);
  }
  if (name !== 'azure') return issuer;
  // Of `common` anybody with a Microsoft account could claim any address (nOAuth).
  const ofTenant = issuer.replace(/\/$/, '').replace(/(\/v2\.0)?$/, '/v2.0');
  if (TENANT.test(ofTenant)) return ofTenant;
  throw wrong(
    'Microsoft takes the issuer of your own tenant with its id: https://login.microsoftonline.com/<tenant id>/v2.0.',
  );
}

/** `env(NAME)`, as the Supabase CLI reads it. */
function withReferences(
  fields: Section,
  variables: Readonly<Record<string, string | undefined>>,
): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const [, variable] = (typeof value === 'string' && REFERENCE.exec(value)) || [];
      return [name, variable === undefined ? value : variables[variable]];
    }),
  );
}

/** AUTH_EXTERNAL_OKTA_… and AUTH_EXTERNAL_CUSTOM_OKTA_… both mean `custom:okta`. */
function providerName(variable: string): string {
  const name = variable.toLowerCase();
  return name in LABELS ? name : `custom:${name.replace(/^custom_/, '').replaceAll('_', '-')}`;
}

function listOf(value: string | readonly string[] | undefined): string[] {
  const parts = typeof value === 'string' ? value.split(/[\s,]+/) : (value ?? []);
  return parts.map((part) => part.trim()).filter(Boolean);
}

function byOrder(a: ProviderSettings, b: ProviderSettings): number {
  const known = Object.keys(LABELS);
  const rank = ({ name }: ProviderSettings) => (known.indexOf(name) + known.length) % known.length;
  const custom = (provider: ProviderSettings) => Number(provider.name.startsWith('custom:'));
  return custom(a) - custom(b) || rank(a) - rank(b) || a.name.localeCompare(b.name);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import proxyAddresses from '@fastify/proxy-addr';
import { parse as parseToml, TomlError } from 'smol-toml';
import { z } from 'zod';
import { type AuthHooks, readHooks } from './auth/hook-settings.ts';
import { readJwtSecret } from './auth/jwt-secret.ts';
import {
  isProviderVariable,
  type ProviderSettings,
  readProviders,
} from './auth/oidc/provider-settings.ts';
import { unknownVariables, withFiles } from './environment-variables.ts';
import { unknownSettings } from './known-settings.ts';
import { readSmsConfig, type SmsConfig, smsSecrets, smsVariables } from './sms/sms-settings.ts';
import { StartupError } from './startup-error.ts';
import { defaultWorkers } from './team/default-workers.ts';
import {
  anyAddress,
  httpsUrl,
  readTlsConfig,
  type TlsConfig,
  tlsVariables,
} from './tls/tls-settings.ts';

export interface Config {
  /** For plain HTTP; with TLS for this machine alone. */
  readonly port: number;
  readonly host: string;
  readonly tls: TlsConfig;
  readonly siteUrl: string;
  /** Whether SITE_URL or a domain says it, rather than HOST and PORT. */
  readonly siteUrlGiven: boolean;
  readonly dataDir: string;
  /** The Supabase project the web app was built for, when it is not this server. */
  readonly hostedUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly jwtSecret: string | undefined;
  /** Whose accounts people may sign in with (OpenID Connect). */
  readonly signInProviders: readonly ProviderSettings[];
  readonly authHooks: AuthHooks;
  readonly supabaseDir: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly mailFromGiven: boolean;
  /** The gateway text messages go through; without it none is sent. */
  readonly sms: SmsConfig | undefined;
  /** An S3-compatible store for uploaded files instead of DATA_DIR. */
  readonly s3Url: string | undefined;
  /** Requests an API token may make in a minute, on all servers. */
  readonly apiTokenLimit: number;
  /** A provider's MapLibre style for the base map, instead of DATA_DIR/map.pmtiles or outlines. */
  readonly mapStyleUrl: string | undefined;
  /** A geocoder that the server asks for addresses. */
  readonly geocoder: GeocoderConfig | undefined;
  readonly push: PushConfig;
  /** Hosts, addresses and networks of WEBHOOK_ALLOW: webhooks may go there though they are private, and without TLS. */
  readonly webhookAllowed: readonly string[];
  /** A weather service of the shape of Open-Meteo; nobody is asked without it. */
  readonly weatherUrl: string | undefined;
  /** What stands between this server and the accounting systems of companies; they are asked directly without it. */
  readonly accountingGateway: string | undefined;
  /** Where to ask once a day for the newest version; nobody is asked without it. */
  readonly updateUrl: string | undefined;
  readonly emailConfirmation: 'required' | 'off';
  readonly demo: 'on' | 'off' | 'auto';
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Where nightly backups go, and how many are kept. */
  readonly backupDir: string | undefined;
  readonly backupKeep: number;
  /** Who brings it reads /metrics from anywhere. */
  readonly metricsToken: string | undefined;
  /** Keys that stand in no database: the first one seals, all of them open. */
  readonly sealKeys: readonly string[];
  /** Processes that serve. */
  readonly workers: number;
  /** Connections for callers' requests, of all workers together. */
  readonly poolSize: number;
  readonly logLevel: string;
  /** For people or for programs; by what reads it where it is left out. */
  readonly logFormat: 'text' | 'json' | undefined;
  /** A sentence for each variable that sets nothing and was meant to. */
  readonly unknownVariables: readonly string[];
  /** Settings of the embedded PostgreSQL that tests alone change: no variable sets them. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** `config.toml` of SUPABASE_DIR, as the Supabase CLI reads it. */
  readonly project: ProjectConfig;
}

interface GeocoderConfig {
  readonly url: string;
  /** Found out with the first search where it is left out. */
  readonly kind: 'nominatim' | 'photon' | undefined;
}

interface PushConfig {
  /** Whom push services may write to, `mailto:` or `https:`; found out where it is left out. */
  readonly subject: string | undefined;
  /** Push services, `host` or `host:port`, that may be at private addresses; on loopback without TLS. */
  readonly allowed: readonly string[];
}

export interface ProjectConfig {
  readonly schemas: readonly string[];
  readonly maxRows: number;
  readonly extraSearchPath: readonly string[];
  /** Other addresses links may lead to (`auth.additional_redirect_urls`). */
  readonly redirectUrls: readonly string[];
  /** Files loaded into a new database, relative to SUPABASE_DIR (`db.seed.sql_paths`). */
  readonly seedPaths: readonly string[];
  /** The whole parsed file, for settings one module alone knows. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const WEBHOOK_ALLOW_TAKES =
  'takes hosts, addresses or networks, separated by commas, like erp.lan, 10.0.0.5:8443 or 10.1.0.0/16';

/** One or several, separated by commas. */
const SEAL_KEYS = /^[A-Za-z0-9+/_-]{43}=?(\s*,\s*[A-Za-z0-9+/_-]{43}=?)*$/;

const environment = z.object({
  PORT: z.coerce.number('takes a number from 0 to 65535').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1, 'takes a host name or an address').optional(),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://time.example.com' })
    .optional(),
  VITE_SUPABASE_URL: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://abc.supabase.co' })
    .optional(),
  DATA_DIR: z.string().min(1, 'takes a folder').default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'takes an address like postgres://user:password@host:5432/name')
    .optional(),
  JWT_SECRET: z.string().min(32, 'takes a secret of at least 32 characters').optional(),
  /** Read where the programs are found (server/database/embedded/binaries.ts), by every command. */
  POSTGRES_BIN: z.string().min(1, 'takes a folder').optional(),
  SUPABASE_DIR: z.string().min(1, 'takes a folder').default('./supabase'),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'takes an address like smtp://user:password@mail.example.com:587',
    })
    .optional(),
  MAIL_FROM: z.string().min(3, 'takes an address like "Chalkline <time@example.com>"').optional(),
  S3_URL: z
    .url({
      protocol: /^https?$/,
      error: 'takes an address like https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1',
    })
    .refine(isS3Url, 'takes an address with key, secret and bucket: https://KEY:SECRET@host/bucket')
    .optional(),
  MAP_STYLE_URL: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://tiles.example.com/style' })
    .optional(),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://nominatim.example.com' })
    .optional(),
  API_TOKEN_LIMIT: z.coerce
    .number('takes a number of requests a minute')
    .int('takes a number of requests a minute')
    .min(1, 'takes at least 1')
    .max(1_000_000, 'takes at most 1000000')
    .default(600),
  GEOCODER_KIND: z.enum(['nominatim', 'photon'], 'takes nominatim or photon').optional(),
  PUSH_SUBJECT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'takes an address like mailto:office@example.com or https://time.example.com',
    )
    .optional(),
  PUSH_ALLOW: z
    .string()
    .regex(
      /^[\w.[\]:-]+(\s*,\s*[\w.[\]:-]+)*$/,
      'takes hosts of push services, separated by commas, like push.example.com or 10.0.0.5:8443',
    )
    .optional(),
  WEBHOOK_ALLOW: z
    .string()
    .regex(/^[\w.[\]:/-]+(\s*,\s*[\w.[\]:/-]+)*$/, WEBHOOK_ALLOW_TAKES)
    .refine((text) => listOf(text).every(isHostOrNetwork), WEBHOOK_ALLOW_TAKES)
    .optional(),
  WEATHER_URL: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://api.open-meteo.com' })
    .optional(),
  ACCOUNTING_GATEWAY: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://gateway.example.com' })
    .optional(),
  UPDATE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'takes an address like https://example.com/chalkline/latest.json',
    })
    .optional(),
  EMAIL_CONFIRMATION: z.enum(['required', 'off'], 'takes required or off').optional(),
  DEMO: z.enum(['on', 'off'], 'takes on or off').optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      areProxies,
      'takes addresses or networks, separated by commas, like 127.0.0.1 or 172.16.0.0/12; names are not looked up',
    )
    .default(''),
  BACKUP_DIR: z.string().min(1, 'takes a folder').optional(),
  BACKUP_KEEP: z.coerce
    .number('takes a number of backups')
    .int('takes a number of backups')
    .min(1, 'takes at least 1')
    .default(14),
  METRICS_TOKEN: z.string().min(32, 'takes a secret of at least 32 characters').optional(),
  SEAL_KEY: z
    .string()
    .regex(SEAL_KEYS, 'takes 32 random bytes in base64, such as `openssl rand -base64 32` makes')
    .optional(),
  WORKERS: z.coerce.number('takes a number from 1 to 64').int().min(1).max(64).optional(),
  DATABASE_POOL: z.coerce.number('takes a number from 1 to 500').int().min(1).max(500).optional(),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'takes silent, error, warn, info or debug')
    .default('info'),
  LOG_FORMAT: z.enum(['text', 'json'], 'takes text or json').optional(),
  ...smsVariables,
  ...tlsVariables,
});

/** Settings that stand in the environment or in `.env`, each also as `NAME_FILE`. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);
/** `TZ` is read by PostgreSQL and Node. */
const READ_ELSEWHERE = /^(TZ|NODE_\w+|npm_\w+|VITE_\w+)$/;

const LEAST_POOL = 16;
const CONNECTIONS_PER_WORKER = 4;

/** Never repeated, however wrong: a wrong one may still hold the right password. */
const SECRET: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'JWT_SECRET',
  'SMTP_URL',
  'S3_URL',
  'GEOCODER_URL',
  'WEATHER_URL',
  'ACCOUNTING_GATEWAY',
  'UPDATE_URL',
  'ACME_EAB_KEY',
  'METRICS_TOKEN',
  'SEAL_KEY',
  ...smsSecrets,
]);

/** Reads and checks all settings; a wrong one stops the start with its name and what it takes. */
export function readConfig(variables: NodeJS.ProcessEnv, directory: string): Config {
  const given = withFiles(variables, isSetting);
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    const isSecret = SECRET.has(name) || variables[name] === undefined;
    const shown = isSecret ? name : `${name}=${variables[name]}`;
    throw new StartupError(`${shown} is wrong: it ${expectation(name, issue)}.`);
  }
  const values = parsed.data;
  const tls = readTlsConfig(values, directory);
  const host = values.HOST ?? (tls.mode === 'off' ? '127.0.0.1' : anyAddress());
  const siteUrl = siteUrlFor(values, host, tls);
  if (values.DEMO === undefined && isReachable(host, siteUrl)) values.DEMO = 'off';
  const supabaseDir = path.resolve(directory, values.SUPABASE_DIR);
  const project = readProject(supabaseDir);
  const workers = values.WORKERS ?? defaultWorkers(values.DATABASE_URL === undefined);
  return {
    port: values.PORT,
    host,
    tls,
    siteUrl,
    siteUrlGiven: values.SITE_URL !== undefined || tls.domains.length > 0,
    hostedUrl: values.VITE_SUPABASE_URL,
    dataDir: path.resolve(directory, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    jwtSecret: values.JWT_SECRET ?? readJwtSecret(project.raw, present),
    signInProviders: readProviders(externalOf(project), present),
    authHooks: readHooks(hooksOf(project), present),
    supabaseDir,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Chalkline <no-reply@${new URL(siteUrl).hostname}>`,
    mailFromGiven: values.MAIL_FROM !== undefined,
    sms: readSmsConfig(values),
    s3Url: values.S3_URL,
    apiTokenLimit: values.API_TOKEN_LIMIT,
    mapStyleUrl: values.MAP_STYLE_URL,
    geocoder: values.GEOCODER_URL
      ? { url: values.GEOCODER_URL, kind: values.GEOCODER_KIND }
      : undefined,
    push: { subject: values.PUSH_SUBJECT, allowed: listOf(values.PUSH_ALLOW ?? '') },
    webhookAllowed: listOf(values.WEBHOOK_ALLOW ?? ''),
    weatherUrl: values.WEATHER_URL,
    accountingGateway: values.ACCOUNTING_GATEWAY,
    updateUrl: values.UPDATE_URL,
    emailConfirmation: values.EMAIL_CONFIRMATION ?? confirmationOf(project),
    demo: values.DEMO ?? 'auto',
    trustedProxies: listOf(values.TRUSTED_PROXIES),
    backupDir: values.BACKUP_DIR && path.resolve(directory, values.BACKUP_DIR),
    backupKeep: values.BACKUP_KEEP,
    metricsToken: values.METRICS_TOKEN,
    sealKeys: listOf(values.SEAL_KEY ?? ''),
    workers,
    poolSize: values.DATABASE_POOL ?? Math.max(LEAST_POOL, CONNECTIONS_PER_WORKER * workers),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    unknownVariables: unknownVariables(
      variables,
      directory,
      SETTINGS,
      (name) => isSetting(name) || READ_ELSEWHERE.test(name) || isReferenced(project, name),
    ),
    project,
  };
}

function isSetting(name: string): boolean {
  return SETTINGS.includes(name) || isProviderVariable(name);
}

/** `env(NAME)` in config.toml. */
function isReferenced({ raw }: ProjectConfig, name: string): boolean {
  return JSON.stringify(raw).includes(`env(${name})`);
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function siteUrlFor(
  { SITE_URL, PORT }: { readonly SITE_URL?: string | undefined; readonly PORT: number },
  host: string,
  tls: TlsConfig,
): string {
  if (tls.mode !== 'off' && SITE_URL?.startsWith('http:')) {
    throw new StartupError(
      `SITE_URL=${SITE_URL} is wrong: this server speaks HTTPS. Begin it with https:// or remove it.`,
    );
  }
  const own = tls.mode === 'off' ? `http://${urlHost(host)}:${PORT}` : httpsUrl(tls, host);
  return (SITE_URL ?? own).replace(/\/$/, '');
}

/** Adds `.env` of the folder to the environment; what is already set wins. */
export function loadDotEnv(directory: string): void {
  const file = path.join(directory, '.env');
  if (existsSync(file)) loadEnvFile(file);
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** Whether others than this machine can get in, directly or through a proxy. */
function isReachable(host: string, siteUrl: string): boolean {
  if (!isLoopback(host)) return true;
  return !isLoopback(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''));
}

/** PostgreSQL takes several hosts, separated by commas, where other addresses have one. */
function isDatabaseUrl(text: string): boolean {
  const [, further = ''] = /,([^/?@]*)(?=[/?]|$)/.exec(text) ?? [];
  const withFirst = further === '' ? text : text.replace(`,${further}`, '');
  const addresses = [withFirst, ...further.split(',').map((host) => `postgres://${host}`)];
  return /^postgres(ql)?:/.test(text) && addresses.every((address) => URL.canParse(address));
}

function areProxies(text: string): boolean {
  try {
    proxyAddresses.compile(listOf(text));
    return true;
  } catch {
    return false;
  }
}

function isHostOrNetwork(text: string): boolean {
  const [address = '', prefix, ...further] = text.split('/');
  if (prefix === undefined) return true;
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return further.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function isS3Url(text: string): boolean {
  const { username, password, pathname } = new URL(text);
  return username !== '' && password !== '' && pathname.length > 1;
}

function expectation(name: string, issue: z.core.$ZodIssue | undefined): string {
  if (name === 'PORT') return 'takes a number from 0 to 65535';
  if (name === 'DATABASE_POOL') return 'takes a number from 1 to 500';
  if (name === 'WORKERS') return 'takes a number from 1 to 64';
  return issue?.message ?? 'takes another value';
}

/** Where to open a server that listens on `port`. */
export function addressOf({ siteUrlGiven, siteUrl, host, tls }: Config, port: number): string {
  return siteUrlGiven || tls.mode !== 'off' ? siteUrl : `http://${urlHost(host)}:${port}`;
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const projectFile = z.looseObject({
  api: z
    .looseObject({
      schemas: z.array(z.string()).default(['public']),
      max_rows: z.number().int().positive().default(1000),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      auto_expose_new_tables: z.boolean().optional(),
    })
    .prefault({}),
  auth: z
    .looseObject({
      additional_redirect_urls: z.array(z.string()).default([]),
      email: z.looseObject({ enable_confirmations: z.boolean().optional() }).prefault({}),
    })
    .prefault({}),
  db: z
    .looseObject({
      seed: z
        .looseObject({
          enabled: z.boolean().default(true),
          sql_paths: z.array(z.string()).default(['./seed.sql']),
        })
        .prefault({}),
    })
    .prefault({}),
});

/** Reads and checks `config.toml` of a project's folder. */
export function readProject(supabaseDir: string): ProjectConfig {
  const file = path.join(supabaseDir, 'config.toml');
  const raw = existsSync(file) ? parseProjectFile(file) : {};
  const parsed = projectFile.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`${file}: ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const unknown = unknownSettings(raw);
  if (unknown.length > 0) {
    throw new StartupError(
      `${file}: this server does not understand ${unknown.join(', ')}. Correct or remove what is named; no setting is ignored.`,
    );
  }
  const { api, auth, db } = parsed.data;
  return {
    schemas: api.schemas.filter((schema) => schema !== 'graphql_public'),
    maxRows: api.max_rows,
    extraSearchPath: api.extra_search_path,
    redirectUrls: auth.additional_redirect_urls,
    seedPaths: db.seed.enabled ? db.seed.sql_paths : [],
    raw,
  };
}

function parseProjectFile(file: string): Record<string, unknown> {
  try {
    return parseToml(readFileSync(file, 'utf8'));
  } catch (error) {
    const where = error instanceof TomlError ? ` line ${error.line}` : '';
    throw new StartupError(`${file}${where} cannot be read as TOML. Fix it and start again.`, {
      cause: error,
    });
  }
}

function externalOf({ raw }: ProjectConfig): unknown {
  return (raw['auth'] as { external?: unknown } | undefined)?.external;
}

function hooksOf({ raw }: ProjectConfig): unknown {
  return (raw['auth'] as { hook?: unknown } | undefined)?.hook;
}

/** Left out means off, as for the CLI. */
function confirmationOf(project: ProjectConfig): 'required' | 'off' {
  const auth = project.raw['auth'] as { email?: { enable_confirmations?: boolean } } | undefined;
  return auth?.email?.enable_confirmations === true ? 'required' : 'off';
}

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';
import { namesOf } from './certificate-names.ts';
import { localNames } from './lan/local-names.ts';

export interface TlsConfig {
  /** Off: plain HTTP, for this machine or behind a proxy. */
  readonly mode: 'off' | 'acme' | 'files' | 'lan';
  /** The first is the main one. Of DOMAIN, or else the names in TLS_CERT. */
  readonly domains: readonly string[];
  readonly httpsPort: number;
  /** Null: nothing listens for plain HTTP from outside. */
  readonly httpPort: number | null;
  readonly acme: {
    readonly directoryUrl: string;
    readonly email: string | undefined;
    /** External account binding, for issuers that ask for it. */
    readonly eab: { readonly kid: string; readonly key: string } | undefined;
    /** Further authorities, for an issuer of one's own whose HTTPS nobody else trusts. */
    readonly caFile: string | undefined;
  };
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';
const PORTS = { https: 443, http: 80 };
/** Ports that nobody needs rights for: who tries it in their own network has none. */
const LAN_PORTS = { https: 3443, http: 3080 };

const PORT_TEXT = 'takes a number from 0 to 65535';
const DOMAIN_TEXT = 'takes a name like time.example.com, or several separated by commas';

const port = z.coerce.number(PORT_TEXT).int(PORT_TEXT).min(0, PORT_TEXT).max(65_535, PORT_TEXT);

/** The variables, for the schema of all settings. */
export const tlsVariables = {
  DOMAIN: z
    .string()
    .transform(listOf)
    .refine((names) => names.length > 0 && names.every(isDomain), DOMAIN_TEXT)
    .optional(),
  HTTPS_PORT: port.optional(),
  HTTP_PORT: z.union([z.literal('off'), port], `${PORT_TEXT}, or off`).optional(),
  ACME_DIRECTORY: z
    .url({
      protocol: /^https$/,
      error: 'takes an address like https://acme-staging-v02.api.letsencrypt.org/directory',
    })
    .default(LETS_ENCRYPT),
  ACME_EMAIL: z.email('takes an address like you@example.com').optional(),
  ACME_EAB_KID: z.string().optional(),
  ACME_EAB_KEY: z
    .string()
    .regex(/^[\w-]+=*$/, 'takes the key your issuer gave you, in base64url')
    .optional(),
  ACME_CA: z.string().min(1, 'takes a file').optional(),
  TLS_CERT: z.string().min(1, 'takes a file').optional(),
  TLS_KEY: z.string().min(1, 'takes a file').optional(),
  LAN: z.enum(['0', '1'], 'takes 1 for on or 0 for off').optional(),
};

type Values = z.infer<z.ZodObject<typeof tlsVariables>> & { readonly PORT: number };

export function readTlsConfig(values: Values, directory: string): TlsConfig {
  refuseContradictions(values);
  const mode = modeOf(values);
  const ports = mode === 'lan' ? LAN_PORTS : PORTS;
  const certFile = values.TLS_CERT && path.resolve(directory, values.TLS_CERT);
  const tls: TlsConfig = {
    mode,
    domains: values.DOMAIN ?? (certFile === undefined ? [] : namesInFile(certFile)),
    httpsPort: values.HTTPS_PORT ?? ports.https,
    httpPort: values.HTTP_PORT === 'off' ? null : (values.HTTP_PORT ?? ports.http),
    acme: {
      directoryUrl: values.ACME_DIRECTORY,
      email: values.ACME_EMAIL,
      eab:
        values.ACME_EAB_KID !== undefined && values.ACME_EAB_KEY !== undefined
          ? { kid: values.ACME_EAB_KID, key: values.ACME_EAB_KEY }
          : undefined,
      caFile: values.ACME_CA && path.resolve(directory, values.ACME_CA),
    },
    certFile,
    keyFile: values.TLS_KEY && path.resolve(directory, values.TLS_KEY),
  };
  if (mode !== 'off') refuseSharedPorts(values.PORT, tls);
  return tls;
}

/** Where a server with TLS listens when HOST does not say: everywhere. */
export function anyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';
}

/** The address to open when SITE_URL does not say. */
export function httpsUrl({ mode, domains, httpsPort }: TlsConfig, host: string): string {
  const isEverywhere = host === '::' || host === '0.0.0.0';
  const fallback = isEverywhere ? (mode === 'lan' ? lanName() : 'localhost') : host;
  const name = domains[0] ?? (fallback.includes(':') ? `[${fallback}]` : fallback);
  return `https://${name}${httpsPort === PORTS.https ? '' : `:${httpsPort}`}`;
}

/** An address rather than `<hostname>.local`, which not every phone and machine can resolve. */
function lanName(): string {
  const { host, addresses } = localNames();
  return addresses[0] ?? (host === null ? 'localhost' : `${host}.local`);
}

function modeOf({ LAN, TLS_CERT, DOMAIN }: Values): TlsConfig['mode'] {
  if (TLS_CERT !== undefined) return 'files';
  if (LAN === '1') return 'lan';
  return DOMAIN === undefined ? 'off' : 'acme';
}

function refuseContradictions(values: Values): void {
  const { TLS_CERT, TLS_KEY, ACME_EAB_KID, ACME_EAB_KEY, DOMAIN } = values;
  refuseHalf({ TLS_CERT, TLS_KEY }, 'A certificate and its key belong together');
  refuseHalf({ ACME_EAB_KID, ACME_EAB_KEY }, 'Your issuer gave you both');
  if (values.LAN !== '1') return;
  const other = DOMAIN === undefined ? TLS_CERT && 'TLS_CERT' : 'DOMAIN';
  if (other === undefined) return;
  throw new StartupError(
    `LAN=1 is for a network without a name, and ${other} is set. Remove one of them.`,
  );
}

function refuseHalf(pair: Readonly<Record<string, string | undefined>>, reason: string): void {
  const missing = Object.keys(pair).filter((name) => pair[name] === undefined);
  const [given] = Object.keys(pair).filter((name) => pair[name] !== undefined);
  if (given === undefined || missing[0] === undefined) return;
  throw new StartupError(`${given} is set and ${missing[0]} is not. ${reason}: set both.`);
}

function refuseSharedPorts(plainPort: number, { httpsPort, httpPort }: TlsConfig): void {
  const used = new Map<number, string>();
  for (const [name, number] of [
    ['PORT', plainPort],
    ['HTTPS_PORT', httpsPort],
    ['HTTP_PORT', httpPort],
  ] as const) {
    if (number === null || number === 0) continue;
    const other = used.get(number);
    if (other !== undefined) {
      throw new StartupError(`${other} and ${name} are both ${number}. Set one to another number.`);
    }
    used.set(number, name);
  }
}

function listOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\.$/, ''));
  return [...new Set(names.filter(Boolean).map((name) => domainToASCII(name) || name))];
}

/** At least two labels, the last not a number: what an issuer certifies. */
function isDomain(name: string): boolean {
  const labels = name.split('.');
  const isLabel = (label: string) =>
    label.length <= 63 && /^[a-z\d-]+$/.test(label) && !/^-|-$/.test(label);
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '');
  return name.length <= 253 && labels.length > 1 && labels.every(isLabel) && !isNumber;
}

/** What cannot be read is explained when the server starts, not by every script that reads settings. */
function namesInFile(file: string): string[] {
  try {
    const names = namesOf(new X509Certificate(readFileSync(file)));
    return names.filter(isDomain);
  } catch {
    return [];
  }
}

import { type Config, isLoopback } from '../../config.ts';
import { type LocalNames, localNames } from './local-names.ts';

export interface LanAddresses {
  /** The app, at the address to hand out. */
  readonly app: string;
  /** The app under its other names. */
  readonly others: readonly string[];
  /** The page that sets up a device, over plain HTTP where that is served. */
  readonly page: string;
  /** The app at the name by which this caller has found the server. */
  readonly reached: string;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/**
 * Addresses as they are now, since a router may hand out another one tomorrow. The Host header is
 * used only if it names this machine: otherwise the caller's page would lead elsewhere.
 */
export function lanAddresses(
  { tls, host, siteUrl, siteUrlGiven }: Pick<Config, 'tls' | 'host' | 'siteUrl' | 'siteUrlGiven'>,
  hostHeader: string | undefined,
  local: LocalNames = localNames(),
): LanAddresses {
  const isEverywhere = host === '::' || host === '0.0.0.0';
  const named = local.host === null ? [] : [`${local.host}.local`, local.host];
  const hosts = isEverywhere ? [...local.addresses, ...named] : [host];
  const https = (name: string) => withPort('https', name, tls.httpsPort, HTTPS_PORT);
  const asked = hostOf(hostHeader);
  const isOurs = [...hosts, ...named].includes(asked) || isLoopback(asked);
  const main = isOurs && local.addresses.includes(asked) ? asked : (hosts[0] ?? 'localhost');
  const app = siteUrlGiven ? siteUrl : https(main);
  const shown = hosts.filter((name) => name !== local.host).map(https);
  return {
    app,
    others: shown.filter((address) => address !== app),
    page: tls.httpPort === null ? `${app}/lan` : withPort('http', main, tls.httpPort, HTTP_PORT),
    reached: isOurs ? https(asked) : app,
  };
}

/** Links may lead to the app under every name of this machine, as patterns of the allow list. */
export function lanRedirectUrls(config: Config): string[] {
  if (config.tls.mode !== 'lan') return [];
  const { app, others } = lanAddresses(config, undefined);
  return [app, ...others].flatMap((address) => [address, `${address}/**`]);
}

function withPort(scheme: string, name: string, port: number, usual: number): string {
  const bracketed = name.includes(':') ? `[${name}]` : name;
  return `${scheme}://${bracketed}${port === usual ? '' : `:${port}`}`;
}

function hostOf(header = ''): string {
  const found = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(header);
  return (found?.[1] ?? found?.[2] ?? '').toLowerCase();
}

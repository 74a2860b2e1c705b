import { hostname, networkInterfaces } from 'node:os';
import { type NetworkInterfaces, privateAddresses } from './private-addresses.ts';

/** Under which names and addresses devices of the local network reach this machine. */
export interface LocalNames {
  /** The first label of the host name in lower case; null where it is none that DNS takes. */
  readonly host: string | null;
  /** Private addresses, the one to hand out first. */
  readonly addresses: readonly string[];
}

export function localNames(
  name: string = hostname(),
  interfaces: NetworkInterfaces = networkInterfaces(),
): LocalNames {
  const label = name.split('.', 1)[0]?.toLowerCase() ?? '';
  const isLabel = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/.test(label) && label !== 'localhost';
  return { host: isLabel ? label : null, addresses: privateAddresses(interfaces) };
}

/**
 * Whether the host name alone may be permitted. A constraint on `dev` would permit every name that
 * ends in .dev; top-level domains have letters alone, so a digit or a hyphen rules that out.
 */
export function isBareNameSafe(host: string): boolean {
  return /[\d-]/.test(host) && !host.startsWith('xn--');
}

/** The names of the certificate: DNS names and addresses, those of this machine alone included. */
export function certificateNames({ host, addresses }: LocalNames, permitsBareName: boolean) {
  return {
    dns: ['localhost', ...(host ? [`${host}.local`, ...(permitsBareName ? [host] : [])] : [])],
    ips: [...addresses, '127.0.0.1', '::1'],
  };
}

import { BlockList, isIP, isIPv4 } from 'node:net';

/** What WEBHOOK_ALLOW names: hosts, `host:port`, addresses and networks (`10.1.0.0/16`). */
export class AllowedTargets {
  readonly #names = new Set<string>();
  readonly #networks = new BlockList();

  constructor(allowed: readonly string[]) {
    for (const entry of allowed) {
      const [address = '', prefix] = entry.split('/');
      if (prefix !== undefined)
        this.#networks.addSubnet(address, Number(prefix), familyOf(address));
      else if (isIP(entry) !== 0) this.#networks.addAddress(entry, familyOf(entry));
      else this.#names.add(entry.toLowerCase());
    }
  }

  /** By its name, with its port or with any. */
  hasName({ host, hostname }: Pick<URL, 'host' | 'hostname'>): boolean {
    return this.#names.has(host) || this.#names.has(hostname);
  }

  hasAddress(address: string): boolean {
    return this.#networks.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

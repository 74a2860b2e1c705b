import { BlockList, isIPv6 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

/** What the authority may vouch for: networks that no one reaches through the internet. */
export const PRIVATE_NETWORKS = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const;

const privateNetworks = new BlockList();
for (const [network, prefix] of PRIVATE_NETWORKS) {
  privateNetworks.addSubnet(network, prefix, familyOf(network));
}

export type NetworkInterfaces = Readonly<
  Record<string, readonly NetworkInterfaceInfo[] | undefined>
>;

/** Bridges of containers and virtual machines, and tunnels: phones in the office do not reach them. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|lxc|lxd|cni|podman|tun|tap|utun|wg|tailscale|zt)/;

/**
 * Private addresses of this machine that others may open, the likeliest first. A link-local IPv6
 * address is none of them: browsers do not open one.
 */
export function privateAddresses(interfaces: NetworkInterfaces): string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter(({ address, internal }) => !internal && isPrivate(address))
      .filter(({ address }) => !/^fe[89ab]/i.test(address))
      .map(({ address }) => ({ address, rank: rankOf(name, address) })),
  );
  const sorted = found.sort(
    (one, other) => one.rank - other.rank || one.address.localeCompare(other.address, 'en'),
  );
  return [...new Set(sorted.map(({ address }) => address))];
}

export function isPrivate(address: string): boolean {
  return privateNetworks.check(address, familyOf(address));
}

function rankOf(interfaceName: string, address: string): number {
  const isUnlikely = VIRTUAL.test(interfaceName) || address.startsWith('169.254.');
  return (isUnlikely ? 2 : 0) + (isIPv6(address) ? 1 : 0);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

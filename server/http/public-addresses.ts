import { BlockList, isIPv4 } from 'node:net';

/** IPv4 that nobody on the internet has, or that means many at once (IANA's special-purpose registry). */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Of IPv6 only this is given out on the internet, … */
const GLOBAL_V6 = ['2000::', 3] as const;
/** … without tunnels, which lead to any IPv4 address, and documentation. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;
/** How networks with IPv6 alone reach IPv4: the last 32 bits are that address. */
const NAT64 = ['64:ff9b::', 96] as const;

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6');
const global = new BlockList();
global.addSubnet(...GLOBAL_V6, 'ipv6');
const nat64 = new BlockList();
nat64.addSubnet(...NAT64, 'ipv6');

/** Whether an address is one of the internet: neither this machine nor its network nor a tunnel to them. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  if (nat64.check(address, 'ipv6')) return isPublicAddress(lastBitsOf(address));
  return global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** `64:ff9b::a00:1` is 10.0.0.1. */
function lastBitsOf(address: string): string {
  const { hostname } = new URL(`http://[${address}]`);
  const groups = hostname.slice(1, -1).split(':').slice(-2);
  const numbers = groups.map((group) => Number.parseInt(group || '0', 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

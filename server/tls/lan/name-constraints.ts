import { isIPv6 } from 'node:net';
import { PRIVATE_NETWORKS } from './private-addresses.ts';

export const NAME_CONSTRAINTS_OID = '2.5.29.30';

const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/**
 * The extension's value (RFC 5280, 4.2.1.10): private networks and the given DNS names, each with
 * the names below it. Who steals the key of the authority can still not pretend to be a bank.
 */
export function nameConstraints(dnsNames: readonly string[]): Uint8Array<ArrayBuffer> {
  const subtrees = [
    ...dnsNames.map((name) => der(DNS_NAME, Buffer.from(name, 'ascii'))),
    ...PRIVATE_NETWORKS.map(([network, prefix]) =>
      der(IP_ADDRESS, Buffer.concat([addressBytes(network), maskBytes(network, prefix)])),
    ),
  ].map((base) => der(SEQUENCE, base));
  return new Uint8Array(der(SEQUENCE, der(PERMITTED_SUBTREES, Buffer.concat(subtrees))));
}

function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  if (length < 0x100) return [0x81, length];
  return [0x82, length >> 8, length & 0xff];
}

function maskBytes(network: string, prefix: number): Buffer {
  const size = isIPv6(network) ? 16 : 4;
  return Buffer.from(
    Array.from({ length: size }, (_, index) => {
      const bits = Math.min(8, Math.max(0, prefix - index * 8));
      return (0xff << (8 - bits)) & 0xff;
    }),
  );
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...first, ...zeros, ...last].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  }
  return bytes;
}

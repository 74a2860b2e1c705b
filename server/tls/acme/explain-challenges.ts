import { isIP } from 'node:net';
import type { ChallengeFailure } from './issuer-error.ts';

type AddressesOf = (name: string) => Promise<readonly string[]>;

/** What the issuer saw, beside what DNS says here: the two differ where a name points elsewhere. */
export async function explainChallenges(
  failures: readonly ChallengeFailure[],
  addressesOf: AddressesOf,
): Promise<string> {
  const [first] = failures;
  if (!first) return 'The issuer could not check the names. It is tried again.';
  const name = first.domain;
  const addresses = await addressesOf(name);
  const foreign = failures.find(isForeignAnswer);
  if (failures.some(({ type }) => type === 'caa')) {
    return `A CAA record of ${name} forbids this issuer (${first.message}). Add the issuer to that record.`;
  }
  if (failures.some(isUnresolved) || addresses.length === 0) {
    return `${name} has no address in DNS for the issuer (${detailOf(first)}). Make an A record (and AAAA for IPv6) that points to this machine.`;
  }
  return foreign
    ? explainForeign(foreign, failures, addresses)
    : explainClosed(name, failures, addresses);
}

/** Not every issuer gives it the type `dns`. */
function isUnresolved({ type, message }: ChallengeFailure): boolean {
  return type === 'dns' || /could not resolve|no such host|NXDOMAIN|SERVFAIL/i.test(message);
}

/** Somebody answered, and it was not us. */
function isForeignAnswer({ type, message }: ChallengeFailure): boolean {
  // Not every issuer gives a closed port the type `connection`.
  if (/failed to connect|refused|timed? ?out/i.test(message)) return false;
  return type === 'unauthorized' || type === 'incorrectResponse' || type === 'tls';
}

function explainForeign(
  foreign: ChallengeFailure,
  failures: readonly ChallengeFailure[],
  addresses: readonly string[],
): string {
  const { domain: name } = foreign;
  const seen = addressIn(foreign.message);
  const here = addresses.join(', ');
  if (seen !== undefined && !addresses.includes(seen)) {
    return `${name} points to ${seen} for the issuer and to ${here} here. Correct its A and AAAA records, or wait until the change is everywhere.`;
  }
  const closed = failures.find((failure) => !isForeignAnswer(failure));
  const ports = closed
    ? `port ${portOf(closed)} is closed and port ${portOf(foreign)} is answered by another program`
    : 'another server answers there';
  return `${name} points to ${seen ?? here}, and ${ports} (${detailOf(foreign)}). Point its A and AAAA records to this machine, and its ports 80 and 443 to this server.`;
}

function explainClosed(
  name: string,
  failures: readonly ChallengeFailure[],
  addresses: readonly string[],
): string {
  const ports = failures.map(portOf).sort((a, b) => a - b);
  const list = ports.length > 1 ? `ports ${ports.join(' and ')}` : `port ${ports[0]}`;
  return `The issuer cannot reach ${name} (${addresses.join(', ')}) on ${list} (${failures.map(detailOf).join('; ')}). Open port 80 or 443 to this machine in firewall and router; if that is not its address, correct the DNS record.`;
}

const portOf = ({ challengeType }: ChallengeFailure): number =>
  challengeType === 'http-01' ? 80 : 443;

function detailOf({ message }: ChallengeFailure): string {
  const flat = message.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 200 ? `${flat.slice(0, 200)}…` : flat;
}

/** Issuers put the address they asked in front. */
function addressIn(detail: string): string | undefined {
  const candidates = detail.match(/[\da-f:.]{3,}/gi) ?? [];
  return candidates.map((text) => text.replace(/[:.]$/, '')).find((text) => isIP(text) !== 0);
}

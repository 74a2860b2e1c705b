import { EVENT_FILE, PACKET_FILES, type PacketManifest } from '../packet-format.ts';
import { checkEvents, type EventCounts } from './check-events.ts';
import { type KnownKeys, readKeys, trustedKeys } from './check-keys.ts';
import { checkFiles, readManifest } from './check-manifest.ts';
import { checkOriginals } from './check-originals.ts';
import { type CheckedRoot, checkRoots } from './check-roots.ts';
import { checkDataParts, checkPacketSignature } from './check-signed-parts.ts';
import { checkTimesheets, type TimesheetFacts } from './check-timesheets.ts';
import { checkGivenRoot, type GivenRoot } from './given-root.ts';
import { readNoted } from './noted.ts';
import { type PacketContents, packetContents } from './packet-contents.ts';
import { CHECKS, type CheckCount, type CheckName, Tally } from './problem.ts';
import { readDirectory } from './zip-directory.ts';
import { passThroughZip } from './zip-pass.ts';

export interface CheckOptions {
  /** Of keys that are known from elsewhere: what is signed must be by these or by keys they introduced. */
  readonly fingerprints?: readonly string[];
  /** Received earlier, by mail for example. */
  readonly roots?: readonly GivenRoot[];
  readonly onProgress?: (done: number, all: number) => void;
}

export interface PacketResult {
  readonly what: 'packet';
  readonly checks: readonly CheckCount[];
  readonly manifest: PacketManifest | null;
  readonly bytes: number;
  readonly events: EventCounts;
  /** The database signed that these are all events that were asked for. */
  readonly eventsComplete: boolean;
  readonly timesheets: TimesheetFacts;
  readonly roots: readonly CheckedRoot[];
  /** Ids of the keys that signed, oldest first. */
  readonly keyIds: readonly string[];
  /** Of the key that signed the packet. */
  readonly fingerprint: string | null;
}

type Tallies = Readonly<Record<CheckName, Tally>>;

const talliesOf = (): Tallies =>
  Object.fromEntries(CHECKS.map((check) => [check, new Tally(check)])) as Tallies;

/** Every check of docs/evidence.md, in its order. A check that needs what another could not read stays open. */
export async function checkPacket(blob: Blob, options: CheckOptions = {}): Promise<PacketResult> {
  const tallies = talliesOf();
  const found = await tallies.container.run(async () => {
    const entries = await readDirectory(blob);
    const files = await passThroughZip(
      blob,
      entries,
      tallies.container,
      options.onProgress ?? (() => undefined),
    );
    return packetContents(blob, files);
  });
  const manifest = found && (await tallies.files.run(() => readManifest(found)));
  const facts =
    found && manifest ? await checkContents(found, { manifest, tallies, options }) : NOTHING;
  return {
    ...{ what: 'packet', bytes: blob.size, manifest: manifest ?? null, ...facts },
    checks: CHECKS.map((check) => tallies[check].count()),
  };
}

const NO_TIMESHEETS: TimesheetFacts = { devices: [], others: [] };

type Facts = Omit<PacketResult, 'what' | 'checks' | 'bytes' | 'manifest'>;

const NOTHING: Facts = {
  events: { deleted: 0, unsigned: 0, redacted: 0 },
  eventsComplete: false,
  timesheets: NO_TIMESHEETS,
  roots: [],
  keyIds: [],
  fingerprint: null,
};

interface Context {
  readonly manifest: PacketManifest;
  readonly tallies: Tallies;
  readonly options: CheckOptions;
}

async function checkContents(
  packet: PacketContents,
  { manifest, tallies, options }: Context,
): Promise<Facts> {
  checkFiles(packet, manifest, tallies.files);
  const keys: KnownKeys =
    (await tallies.keys.run(async () =>
      readKeys(await packet.json(PACKET_FILES.keys), tallies.keys),
    )) ?? new Map();
  const signed = await tallies.packet.run(() => checkPacketSignature(packet, keys, manifest));
  if (signed) tallies.packet.fits += 1;
  const data = await tallies.data.run(() =>
    checkDataParts(packet, { keys, manifest, tally: tallies.data }),
  );
  const roots =
    (await tallies.roots.run(async () =>
      checkRoots(await packet.json(PACKET_FILES.roots), {
        ...{ keys, companyId: manifest.company.id, tally: tallies.roots },
      }),
    )) ?? [];
  const events = await checkEvents(packet, {
    ...{ roots, companyId: manifest.company.id, tally: tallies.events },
  });
  const noted = await readNoted(packet);
  const companyId = manifest.company.id;
  const timesheets =
    (await tallies.timesheets.run(() => checkTimesheets(packet, companyId, noted, tallies))) ??
    NO_TIMESHEETS;
  checkOriginals(packet, noted, tallies.photos);
  const readable = roots.filter((root) => root !== null);
  for (const root of options.roots ?? [])
    checkGivenRoot(root, { roots: readable, madeAt: manifest.made_at, tally: tallies.given });
  const keyIds = [signed?.keyId, data?.keyId, readable.at(-1)?.keyId];
  checkTrust(keys, keyIds, { tally: tallies.keys, fingerprints: options.fingerprints ?? [] });
  const eventFiles = [...packet.files.keys()].filter((name) => EVENT_FILE.test(name));
  return {
    ...{ events, timesheets, roots: readable },
    eventsComplete: eventFiles.length > 0 && eventFiles.every((name) => data?.parts.has(name)),
    keyIds: usedKeys(keys, [...readable.map(({ keyId }) => keyId), ...keyIds]),
    fingerprint: keys.get(signed?.keyId ?? '')?.fingerprint ?? null,
  };
}

const usedKeys = (keys: KnownKeys, ids: readonly (string | undefined)[]): string[] =>
  [...keys.keys()].filter((id) => ids.includes(id)).reverse();

interface Trust {
  readonly tally: Tally;
  readonly fingerprints: readonly string[];
}

/** With a fingerprint from elsewhere: what is newest must be signed by that key or by one it introduced. */
export function checkTrust(
  keys: KnownKeys,
  used: readonly (string | undefined)[],
  { tally, fingerprints }: Trust,
): void {
  if (fingerprints.length === 0 || keys.size === 0) return;
  const trusted = trustedKeys(keys, fingerprints);
  const other = used.find((id) => id !== undefined && !trusted?.has(id));
  const [newest] = keys.values();
  if (!trusted || other !== undefined)
    tally.fail('key_other', {
      found: keys.get(other ?? '')?.fingerprint ?? newest?.fingerprint ?? '',
    });
}

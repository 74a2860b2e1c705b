// What a packet is made of. docs/evidence.md is its specification; whoever changes one changes the other.
import { canonicalJson, type Json } from './canonical-json.ts';
import { digestHex } from './digest.ts';

/** Its parts by name. */
export const PACKET_FILES = {
  manifest: 'manifest.json',
  manifestSignature: 'manifest.signature.json',
  dataSignature: 'data.signature.json',
  roots: 'history/roots.json',
  keys: 'history/keys.json',
  timesheets: 'signatures/timesheets.json',
  verifier: 'verify.html',
} as const;

/** `history/events.jsonl`, or `history/events-0001.jsonl` and so on: one file after the other in the order of names. */
export const EVENT_FILE = /^history\/events(?:-\d+)?\.jsonl$/;
/** As the database handed them out. */
export const DATA_FOLDER = 'data/';

export const FORMATS = {
  packet: 'chalkline-packet/1',
  packetSignature: 'chalkline-packet-signature/1',
  packetData: 'chalkline-packet-data/1',
  root: 'chalkline-root/1',
  key: 'chalkline-key/1',
  ledger: 'chalkline-ledger/1',
} as const;

export type PacketKind = 'claim' | 'project' | 'record';

export interface PacketFileLine {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface PacketAbout {
  readonly kind: PacketKind;
  readonly packet_id: string;
  readonly company: { readonly id: string; readonly name: string };
  /** Whom or what it is about; `name` is shown by the verifier. */
  readonly subject: { readonly name: string; readonly [key: string]: Json };
  readonly start_date: string;
  readonly end_date: string;
  /** `2026-11-19T20:20:00.000000Z` */
  readonly made_at: string;
  /** The name of whoever made it. */
  readonly made_by: string;
  /** Address of the installation, `https://time.example.com`. */
  readonly origin: string;
}

export interface PacketManifest extends PacketAbout {
  readonly format: typeof FORMATS.packet;
  readonly files: readonly PacketFileLine[];
}

/** A text that the installation signed. */
export interface Signed {
  readonly text: string;
  /** Ed25519 over the UTF-8 of the text, base64. */
  readonly signature: string;
  readonly key_id: string;
}

/** A row of `ledger_roots`, as `history/roots.json` has it. */
export interface SignedRoot {
  readonly signed_text: string;
  readonly signature: string;
  readonly key_id: string;
}

/** What a root says. */
export interface RootText {
  readonly format: typeof FORMATS.root;
  readonly company_id: string;
  readonly company: string;
  readonly from: number;
  readonly to: number;
  readonly chain_hash: string;
  readonly merkle_root: string;
  readonly previous: string | null;
  readonly reason: 'daily' | 'pay_period' | 'requested' | 'restored';
  readonly created_at: string;
  readonly note?: string;
}

/** A line of an event file. */
export interface EventLine {
  readonly position: number;
  /** Which of the roots covers it; null: recorded after the newest root. */
  readonly root: number | null;
  /** What was hashed, or null where only the hash remains (retention). */
  readonly text: string | null;
  readonly previous_hash: string | null;
  /** Only where the text alone does not give it: its content was removed. */
  readonly hash?: string;
  readonly path: readonly string[];
}

export interface LedgerKey {
  readonly key_id: string;
  /** Base64 of its 32 bytes. */
  readonly public_key: string;
  readonly fingerprint: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  readonly introduced_by: Signed | null;
}

export interface LedgerKeys {
  readonly format: typeof FORMATS.ledger;
  readonly keys: readonly LedgerKey[];
}

interface TimesheetAbout {
  /** Of the row in `timesheet_signatures`. */
  readonly id: string;
  /** Who signed. */
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly signed_at: string;
}

/** The public half, as WebCrypto exports it. */
export interface DeviceKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** Signed by a key that never left the device. */
export interface DeviceTimesheet extends TimesheetAbout {
  readonly kind: 'device';
  /** Canonical JSON of what was shown. */
  readonly signed_text: string;
  readonly device_key: DeviceKey;
  /** ECDSA P-256 with SHA-256: r and s, 32 bytes each, base64. */
  readonly device_signature: string;
  /** `Rosa’s phone` */
  readonly device_name?: string;
}

/** Signed at a kiosk, on paper, through an account or a link: what there is of it. */
export interface OtherTimesheet extends TimesheetAbout {
  readonly kind: 'kiosk' | 'paper' | 'account' | 'link';
  /** The drawing or the scan among the files of the packet. */
  readonly file?: string;
  readonly sha256?: string;
}

export type SignedTimesheet = DeviceTimesheet | OtherTimesheet;

/** A file exactly as the database handed it out. */
export interface DataPart {
  readonly name: string;
  readonly sha256: string;
}

export const isPacketFileName = (name: string): boolean =>
  name.length <= 200 &&
  /^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*$/.test(name) &&
  !name.split('/').some((part) => part.startsWith('.') || part.endsWith('.'));

/** A piece of a name that every file system takes, still readable: `José Ruiz` is `Jose-Ruiz`. */
export const packetFileName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60)
    .replace(/[-.]+$/, '') || 'file';

/** `manifest.json`: every file but itself and its signature. */
export const manifestText = (about: PacketAbout, files: readonly PacketFileLine[]): string =>
  canonicalJson({
    ...about,
    format: FORMATS.packet,
    files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((file) => ({ ...file })),
  });

/** `manifest.signature.json` and `data.signature.json`: canonical, so that no byte of them can be changed. */
export const signatureFile = ({ text, signature, key_id }: Signed): string =>
  canonicalJson({ text, signature, key_id });

/** An event's own hash; events from before links have the hash of the one before in it. */
export const eventHash = ({
  text,
  previous_hash,
}: {
  text: string;
  previous_hash: string | null;
}) => digestHex(`${previous_hash ?? ''}${text}`);

/** The first sixteen digits of the hash of a public key. */
export const fingerprintOf = (publicKey: Uint8Array): string => digestHex(publicKey).slice(0, 16);

/** `9f2c 41d7 0b8e 6a35` */
export const grouped = (fingerprint: string): string => fingerprint.replace(/(.{4})(?=.)/g, '$1 ');

/** `signed_at` and the like: microseconds, UTC. */
export const signedInstant = (at: Date): string => at.toISOString().replace('Z', '000Z');

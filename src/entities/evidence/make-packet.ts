import {
  FORMATS,
  manifestText,
  PACKET_FILES,
  type PacketAbout,
  type Signed,
  signatureFile,
} from '@/entities/evidence/packet-format';
import {
  type PacketFile,
  type PacketWriter,
  packetWriter,
} from '@/entities/evidence/packet-writer';
import { AppError } from '@/lib/errors';
import { LANGUAGES, type Language } from '@/lib/languages';

/** Who signs. Null: this server signs nothing, and the packet says so. */
export interface PacketSigner {
  /** The hashes of the parts that the database noted when it handed them out. */
  data: () => Promise<Signed | null>;
  manifest: (sha256: string) => Promise<Signed | null>;
}

export interface PacketOrder {
  about: Omit<PacketAbout, 'origin'>;
  /** In the order of the archive, made while it is written. */
  files: Iterable<PacketFile> | AsyncIterable<PacketFile>;
  readMe: (language: Language, state: PacketState) => string;
  signer: PacketSigner;
  /** How many files are written. */
  onFile?: (done: number) => void;
  signal?: AbortSignal;
}

export interface PacketState {
  signed: boolean;
  /** Files that are not what was recorded about them. */
  differences: PacketWriter['differences'];
}

export interface MadePacket extends PacketState {
  file: Blob;
  manifestSha256: string;
}

/** Checks everything without a network. Null: this server has none, and answers with the app itself. */
async function verifier(signal?: AbortSignal): Promise<string | null> {
  const response = await fetch('/verify.html', signal ? { signal } : {});
  const page = response.ok ? await response.text() : '';
  return page.includes(FORMATS.packet) ? page : null;
}

/**
 * The one writer of packets; docs/evidence.md has the format. Each file goes into the ZIP as it is made, with
 * its hash; then the READMEs and the page that checks it, then the manifest and what the server signed about it.
 */
export async function makePacket(order: PacketOrder): Promise<MadePacket> {
  const { about, signal, onFile, signer, readMe } = order;
  const writer = await packetWriter({
    temporaryName: `chalkline-packet-${about.kind}`,
    madeAt: new Date(about.made_at),
    compressed: false,
    ...(signal && { signal }),
  });
  const add = async (file: PacketFile): Promise<void> => {
    await writer.add(file);
    onFile?.(writer.lines.length);
  };
  for await (const file of order.files) await add(file);
  const data = await signer.data();
  if (data) await add({ name: PACKET_FILES.dataSignature, content: signatureFile(data) });
  const state = { signed: data !== null, differences: writer.differences };
  for (const language of LANGUAGES)
    await add({ name: `README.${language}.txt`, content: readMe(language, state) });
  const page = await verifier(signal);
  if (page) await add({ name: PACKET_FILES.verifier, content: page });
  const origin = window.location.origin;
  const manifest = await writer.add({
    name: PACKET_FILES.manifest,
    content: manifestText({ ...about, origin }, [...writer.lines]),
  });
  const signed = await signer.manifest(manifest.sha256);
  // It signed the data a moment ago.
  if (data && !signed) throw new AppError('packet_unsigned');
  if (signed)
    await writer.add({ name: PACKET_FILES.manifestSignature, content: signatureFile(signed) });
  return { ...state, file: await writer.finish(), manifestSha256: manifest.sha256 };
}

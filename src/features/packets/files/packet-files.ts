import type { SignedTimesheet } from '@/entities/evidence/packet-format';
import { PACKET_FILES } from '@/entities/evidence/packet-format';
import type { PacketFile } from '@/entities/evidence/packet-writer';
import {
  type HistoryPage,
  ledgerKeys,
  originalFile,
  type PacketAnswer,
  packetHistory,
  packetPart,
  packetRoots,
} from '@/features/packets/api/packets';
import { ahead, between } from '@/features/packets/files/ahead';
import { csvFiles } from '@/features/packets/files/csv-files';
import {
  coverPaper,
  monthPaper,
  type PaperTexts,
  yearPaper,
} from '@/features/packets/files/papers';
import type {
  ClaimPay,
  ClaimTime,
  FirstParts,
  ProjectMonth,
  SignatureRecord,
  StoredRecord,
} from '@/features/packets/files/records';
import type { PdfReport } from '@/lib/files/pdf-report';

export type Stage =
  | { step: 'data'; share: number }
  | { step: 'files'; share: number; done: number; all: number }
  | { step: 'history' | 'signing'; share: number };

export interface PacketContext {
  texts: PaperTexts;
  /** Makes the bytes of a paper. */
  pdf: (report: PdfReport) => Promise<Uint8Array>;
  onStage: (stage: Stage) => void;
  signal: AbortSignal;
  /** Originals that are no longer stored; for the README. */
  missing: string[];
}

/** A part that is read while it is written: what else comes from it. */
interface Reading {
  originals: Original[];
  signatures: SignatureRecord[];
  /** The year of which the pay is not read yet. */
  time: ClaimTime | null;
}

interface Original {
  bucket: 'photos' | 'documents' | 'signed-sheets';
  file: string;
  path: string;
  sha256: string | null;
  bytes?: number | null | undefined;
}

const originalsOf = (bucket: Original['bucket'], rows: readonly StoredRecord[]): Original[] =>
  rows.flatMap(({ file, path, sha256, size_bytes: bytes }) =>
    file ? [{ bucket, file, path, sha256, bytes }] : [],
  );

/** Everything of a packet but what proves it, made part by part: one of them is held at a time. */
export async function* packetFiles(
  answer: PacketAnswer,
  context: PacketContext,
): AsyncGenerator<PacketFile> {
  const { onStage, signal } = context;
  const reading: Reading = { originals: [], signatures: [], time: null };
  const first: Record<string, unknown> = {};
  for (const { name, text } of answer.parts) {
    yield { name, content: text };
    const [, key = '', period] = /^data\/([a-z-]+?)(?:-(\d[\d-]*))?\.json$/.exec(name) ?? [];
    if (period) yield* partFiles({ kind: key, period, text }, reading, answer, context);
    else first[key] = JSON.parse(text);
  }
  const parts = first as unknown as FirstParts;
  yield pdfFile('cover', coverPaper(answer, parts, context.texts), context);
  reading.originals.push(...originalsOf('documents', parts.documents));
  for await (const { name, text } of ahead(partsToCome(answer, signal))) {
    onStage({ step: 'data', share: (0.5 * answer.to_come.indexOf(name)) / answer.to_come.length });
    yield { name, content: text };
    const [, kind = '', period = ''] = /^data\/([a-z]+)-([\d-]+)\.json$/.exec(name) ?? [];
    yield* partFiles({ kind, period, text }, reading, answer, context);
  }
  yield* timesheetFiles(reading);
  yield* between(
    ahead(originalFiles(reading.originals, context)),
    eventFiles(answer.about.packet_id, signal),
  );
  onStage({ step: 'history', share: 0.85 });
  yield* proofFiles(answer.about.packet_id, signal);
  onStage({ step: 'signing', share: 0.95 });
}

async function* partsToCome(
  { about, to_come }: PacketAnswer,
  signal: AbortSignal,
): AsyncGenerator<{ name: string; text: string }> {
  for (const name of to_come) yield { name, text: await packetPart(about.packet_id, name, signal) };
}

const pdfFile = (name: string, report: PdfReport, { pdf }: PacketContext): PacketFile => ({
  name: `${name}.pdf`,
  content: () => pdf(report),
});

async function* partFiles(
  part: { kind: string; period: string; text: string },
  reading: Reading,
  answer: PacketAnswer,
  context: PacketContext,
): AsyncGenerator<PacketFile> {
  const { kind, period } = part;
  const rows = JSON.parse(part.text) as Record<string, unknown>;
  yield* csvFiles(rows, period);
  if (kind === 'pay') {
    if (!reading.time) return;
    const year = { time: reading.time, pay: rows as unknown as ClaimPay };
    reading.time = null;
    if (year.time.time_entries.length + year.time.edits.length + year.pay.lines.length === 0)
      return;
    yield pdfFile(`records-${period}`, yearPaper(answer, year, context.texts), context);
    return;
  }
  reading.originals.push(...originalsOf('photos', rows['photos'] as StoredRecord[]));
  if (kind === 'month') {
    const month = rows as unknown as ProjectMonth;
    yield pdfFile(`records-${period}`, monthPaper(answer, month, context.texts), context);
    return;
  }
  reading.time = rows as unknown as ClaimTime;
  const known = new Set(reading.signatures.map(({ id }) => id));
  // A timesheet over New Year is in both years.
  reading.signatures.push(
    ...reading.time.timesheet_signatures.filter(({ id, disputed }) => !disputed && !known.has(id)),
  );
}

/** Signed timesheets as what they are: by a key of a device, on paper, through an account or a link. */
function* timesheetFiles({ signatures, originals }: Reading): Generator<PacketFile> {
  if (signatures.length === 0) return;
  const sheets = signatures.map((one): SignedTimesheet => {
    const { id, start_date, end_date, signed_at } = one;
    const about = { id, name: one.signed_name ?? '', start_date, end_date, signed_at };
    if (one.signed_text && one.device_key && one.device_signature)
      return {
        ...about,
        kind: 'device',
        signed_text: one.signed_text,
        device_key: one.device_key,
        device_signature: one.device_signature,
      };
    if (!one.paper_path || !one.paper_sha256)
      return { ...about, kind: one.signed_through === 'account' ? 'account' : 'link' };
    const file = `signatures/${id}.${one.paper_path.split('.').at(-1)}`;
    const { paper_path: path, paper_sha256: sha256 } = one;
    originals.push({ bucket: 'signed-sheets', file, path, sha256 });
    return { ...about, kind: 'paper', file, sha256 };
  });
  yield { name: PACKET_FILES.timesheets, content: `${JSON.stringify(sheets, null, 2)}\n` };
}

/** Streamed as they are stored; the writer compares each with its recorded hash. */
async function* originalFiles(
  originals: readonly Original[],
  { onStage, missing }: PacketContext,
): AsyncGenerator<PacketFile> {
  const written = new Set<string>();
  for (const [index, { bucket, file, path, sha256, bytes }] of originals.entries()) {
    const all = originals.length;
    onStage({ step: 'files', share: 0.5 + (0.35 * index) / all, done: index, all });
    if (written.has(file)) continue;
    written.add(file);
    const content = await originalFile(bucket, path, bytes);
    if (content) yield { name: file, content, sha256 };
    else missing.push(file);
  }
}

/** The database reads one page while originals are written. */
async function* eventFiles(packetId: string, signal: AbortSignal): AsyncGenerator<PacketFile> {
  for (let after: number | null = 0; after !== null; ) {
    const page: HistoryPage = await packetHistory(packetId, after, signal);
    if (page.text !== '') yield { name: page.name, content: page.text };
    after = page.next;
  }
}

/** The roots that events point to, and the keys those are signed with. */
async function* proofFiles(packetId: string, signal: AbortSignal): AsyncGenerator<PacketFile> {
  const roots = await packetRoots(packetId, signal);
  yield { name: PACKET_FILES.roots, content: `${JSON.stringify(roots, null, 2)}\n` };
  const keys = await ledgerKeys(signal);
  if (keys) yield { name: PACKET_FILES.keys, content: keys };
}

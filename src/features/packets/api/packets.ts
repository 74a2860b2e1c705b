import type { PacketAbout, SignedRoot } from '@/entities/evidence/packet-format';
import { AppError, unwrap } from '@/lib/errors';
import { piecesOf } from '@/lib/files/zip-file';
import { bucket } from '@/lib/full-client';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export const ASKED_AS = ['person', 'labor_department', 'agency', 'other'] as const;

/** Who asked for the records, and what the packet shall contain. */
export interface PacketRequest {
  asked_by: string | null;
  organization: string | null;
  asked_as: (typeof ASKED_AS)[number];
  asked_on: string | null;
  redact: boolean;
  files: boolean;
}

export interface PacketChoice {
  /** record: one's own. */
  kind: 'claim' | 'project' | 'record';
  /** Of the person or the project. */
  id: string;
  name: string;
  start: string;
  end: string;
  request: PacketRequest;
}

export interface PacketAnswer {
  about: Omit<PacketAbout, 'origin'>;
  parts: readonly { name: string; text: string }[];
  to_come: readonly string[];
}

/** Opens a packet and hands out its first parts; that is recorded. */
export async function openPacket(
  { kind, id, start, end, request }: PacketChoice,
  signal: AbortSignal,
): Promise<PacketAnswer> {
  const days = { start_date_param: start, end_date_param: end };
  const range = { ...days, request_param: asJson(request) };
  const asked = {
    claim: () => supabase().rpc('claim_packet', { employee_id_param: id, ...range }),
    project: () => supabase().rpc('project_packet', { project_id_param: id, ...range }),
    record: () => supabase().rpc('my_record', { employee_id_param: id, ...days }),
  }[kind]();
  return unwrap(await asked.abortSignal(signal)) as unknown as PacketAnswer;
}

export async function packetPart(id: string, name: string, signal: AbortSignal): Promise<string> {
  return unwrap(
    await supabase()
      .rpc('packet_part', { packet_id_param: id, name_param: name })
      .abortSignal(signal),
  );
}

export interface HistoryPage {
  name: string;
  text: string;
  next: number | null;
}

export async function packetHistory(
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<HistoryPage> {
  return unwrap(
    await supabase()
      .rpc('packet_history', { packet_id_param: id, after_param: after })
      .abortSignal(signal),
  ) as unknown as HistoryPage;
}

const ROOTS_TRIES = 40;
const ROOTS_PAUSE_MILLISECONDS = 400;

/** The roots that events point to, once all are signed; on a server that signs nothing as they are. */
export async function packetRoots(id: string, signal: AbortSignal): Promise<SignedRoot[]> {
  for (let tries = 1; ; tries += 1) {
    const { roots, unsigned } = unwrap(
      await supabase().rpc('packet_roots', { packet_id_param: id }).abortSignal(signal),
    ) as unknown as { roots: SignedRoot[]; unsigned: number };
    if (unsigned === 0) return roots;
    if (tries === ROOTS_TRIES) return roots.filter(({ signature }) => signature !== null);
    await new Promise((resolve) => setTimeout(resolve, ROOTS_PAUSE_MILLISECONDS));
  }
}

/** The public keys of the installation, as they are published; null on a server that has none. */
export async function ledgerKeys(signal: AbortSignal): Promise<string | null> {
  const response = await fetch('/.well-known/chalkline-ledger.json', { signal });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return response.ok && isJson ? response.text() : null;
}

/** An original of this size is read at once, which takes half the work; larger ones come in pieces. */
const MAX_BYTES_AT_ONCE = 8_000_000;

/** The bytes of an original; null: it is no longer there. */
export async function originalFile(
  from: 'photos' | 'documents' | 'signed-sheets',
  path: string,
  sizeBytes?: number | null,
): Promise<Uint8Array<ArrayBuffer> | AsyncGenerator<Uint8Array<ArrayBuffer>> | null> {
  const download = (await bucket(from)).download(path);
  const isSmall = typeof sizeBytes === 'number' && sizeBytes <= MAX_BYTES_AT_ONCE;
  const { data, error } = await (isSmall ? download : download.asStream());
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer());
  if (data) return piecesOf(data as ReadableStream<Uint8Array<ArrayBuffer>>);
  const { status, statusCode } = error as { status?: number; statusCode?: string };
  if (status === 404 || status === 400 || statusCode === '404') return null;
  throw new AppError(`http_${status ?? 0}`, { cause: error });
}

/** Who made which packet when, the newest first. */
export const packetsMadeQuery = (kind: 'claim' | 'project', id: string) =>
  rowsQuery([queryKeys.packets, 'made', kind, id], () =>
    supabase().rpc(
      'packets_made',
      kind === 'claim' ? { employee_id_param: id } : { project_id_param: id },
    ),
  );

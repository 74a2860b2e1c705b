import { sessionState } from '@/entities/session/session-store';
import type { ResumableFile } from '@/entities/uploads/resumable';
import type { Document } from '@/features/documents/api/queries';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { sha256 } from '@/lib/files/sha256';
import { loadCode } from '@/lib/load-code';
import { supabase } from '@/lib/supabase';

export const MAX_BYTES = 100 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Where new files go. */
export interface Target {
  companyId: string;
  projectId: string | null;
  folderId: string | null;
}

export const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '').trim() || file.name;

const extensionOf = (file: File): string =>
  /\.([a-z0-9]{1,10})$/.exec(file.name.toLowerCase())?.[1] ?? 'bin';

async function readText(file: File): Promise<{ text: string; pages: number | null }> {
  if (file.type.startsWith('text/')) return { text: await file.text(), pages: null };
  if (file.type !== 'application/pdf') return { text: '', pages: null };
  const { readPdf } = await loadCode(() => import('@/features/documents/pdf'));
  // A file no reader understands is still worth keeping.
  return readPdf(await file.arrayBuffer()).catch(() => ({ text: '', pages: null }));
}

/** Who is refused wants to know whether the company has no space left. */
async function store(sending: ResumableFile): Promise<void> {
  const { failureOf, sendResumable } = await loadCode(() => import('@/entities/uploads/resumable'));
  try {
    await sendResumable(sending);
  } catch (cause) {
    const { status, passing, known } = failureOf(cause as Error);
    if (known) return;
    if (passing || status === 409) throw new AppError('offline', { cause });
    if (status !== 403) throw new AppError(`http_${status}`, { cause });
    const left = unwrap(await supabase().rpc('storage_left'));
    throw new AppError(left < sending.file.size ? 'storage_full' : '42501', { cause });
  }
}

/** Written by a try whose answer was lost. */
function unlessRepeated(error: unknown, key: string): void {
  if (error && toAppError(error).code !== key) throw toAppError(error);
}

async function addDocument(target: Target, id: string, file: File): Promise<void> {
  const { error } = await supabase()
    .from('documents')
    .insert({
      id,
      company_id: target.companyId,
      project_id: target.projectId,
      folder_id: target.folderId,
      name: nameOf(file),
    });
  unlessRepeated(error, 'documents_pkey');
}

export interface NewVersion {
  /** Made once, so that another try changes nothing. */
  id: string;
  target: Target;
  file: File;
  /** The document that gets the version; else a new one with the id of the version. */
  existing: Document | undefined;
  note: string | null;
  onProgress: (sent: number) => void;
}

/** Stores the file, then the row that names it: what stops in between is a file nobody sees. */
export async function addVersion(news: NewVersion): Promise<void> {
  const { id, target, file, existing, note, onProgress } = news;
  if (file.size > MAX_BYTES) throw new AppError('file_too_large');
  if (file.size === 0) throw new AppError('file_empty');
  const path = `${target.companyId}/${target.projectId ?? 'company'}/${id}.${extensionOf(file)}`;
  const [hash, content] = await Promise.all([sha256(await file.arrayBuffer()), readText(file)]);
  const userId = sessionState().user?.id ?? '';
  await store({ userId, key: id, bucket: 'documents', path, file, onProgress });
  if (!existing) await addDocument(target, id, file);
  const { error } = await supabase()
    .from('document_versions')
    .insert({
      id,
      company_id: target.companyId,
      document_id: existing?.id ?? id,
      // The database numbers it; the type asks for one.
      version: 1,
      path,
      file_name: file.name.slice(0, 255),
      media_type: file.type || UNKNOWN_TYPE,
      size_bytes: file.size,
      page_count: content.pages,
      sha256: hash,
      note,
    });
  unlessRepeated(error, 'document_versions_pkey');
  if (content.text.trim()) {
    await supabase().rpc('index_document', { version_id_param: id, text_param: content.text });
  }
}

import type { Document } from '@/features/documents/api/queries';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { sha256 } from '@/lib/files/sha256';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';
import { bucket } from '@/lib/whole-client';

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
  const { readPdf } = await import('@/features/documents/pdf');
  // A file no reader understands is still worth keeping.
  return readPdf(await file.arrayBuffer()).catch(() => ({ text: '', pages: null }));
}

/** Who is refused wants to know whether the company has no space left. */
async function store(path: string, file: File, contentType: string): Promise<void> {
  const { error } = await (await bucket('documents')).upload(path, file, { contentType });
  if (!error) return;
  if (!('statusCode' in error) || error.statusCode !== '403') throw toAppError(error);
  const left = unwrap(await supabase().rpc('storage_left'));
  throw new AppError(left < file.size ? 'storage_full' : '42501', { cause: error });
}

async function findOrAdd(target: Target, file: File, existing: Document | undefined) {
  if (existing) return existing.id;
  const id = uuidv7();
  unwrap(
    await supabase()
      .from('documents')
      .insert({
        id,
        company_id: target.companyId,
        project_id: target.projectId,
        folder_id: target.folderId,
        name: nameOf(file),
      }),
  );
  return id;
}

/** Stores the file, then the row that names it: what stops in between is a file nobody sees. */
export async function addVersion(
  target: Target,
  file: File,
  existing: Document | undefined,
  note: string | null,
): Promise<void> {
  if (file.size > MAX_BYTES) throw new AppError('file_too_large');
  if (file.size === 0) throw new AppError('file_empty');
  const id = uuidv7();
  const path = `${target.companyId}/${target.projectId ?? 'company'}/${id}.${extensionOf(file)}`;
  const type = file.type || UNKNOWN_TYPE;
  const [hash, content] = await Promise.all([sha256(await file.arrayBuffer()), readText(file)]);
  await store(path, file, type);
  const document_id = await findOrAdd(target, file, existing);
  unwrap(
    await supabase()
      .from('document_versions')
      .insert({
        id,
        company_id: target.companyId,
        document_id,
        // The database numbers it; the type asks for one.
        version: 1,
        path,
        file_name: file.name.slice(0, 255),
        media_type: type,
        size_bytes: file.size,
        page_count: content.pages,
        sha256: hash,
        note,
      }),
  );
  if (content.text.trim()) {
    await supabase().rpc('index_document', { version_id_param: id, text_param: content.text });
  }
}

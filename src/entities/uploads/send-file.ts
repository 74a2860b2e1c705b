import { queuedEvents } from '@/entities/offline/queue-state';
import { failureOf, sendResumable } from '@/entities/uploads/resumable';
import type { KeptUpload } from '@/entities/uploads/upload';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { bucket } from '@/lib/whole-client';

/** The row that names the file; there already after a repeat. */
async function announce({ table, row }: Pick<KeptUpload, 'table' | 'row'>): Promise<void> {
  const { error } = await supabase()
    .from(table as 'photos')
    .insert(row as never);
  if (!error || error.code === '23505') return;
  if (error.code !== '23503' || !row['time_entry_id']) throw toAppError(error);
  // Taken on a clock that waits for the signal as well, and is sent by itself.
  if (queuedEvents().length > 0) throw new AppError('offline', { cause: error });
  // That time was not accepted; the photo is.
  await announce({ table, row: { ...row, time_entry_id: null } });
}

/** Who is refused wants to know whether the company has no space left. */
async function refusal({ file }: KeptUpload): Promise<AppError> {
  const left = unwrap(await supabase().rpc('storage_left'));
  return new AppError(left < file.size ? 'storage_full' : '42501');
}

async function problemOf(upload: KeptUpload, error: Error): Promise<AppError | null> {
  const { status, passing } = failureOf(error);
  if (passing) return new AppError('offline', { cause: error });
  // Stored before, by a try whose answer was lost.
  const { data: stored } = await (await bucket(upload.bucket)).exists(upload.path);
  if (stored) return null;
  if (status === 409) return new AppError('offline', { cause: error });
  if (status === 403) return refusal(upload);
  return new AppError(status === 413 ? 'file_too_large' : `http_${status}`, { cause: error });
}

/** Row, then file; both may be there from an earlier try. */
export async function sendFile(
  upload: KeptUpload,
  onProgress: (sent: number) => void,
): Promise<void> {
  await announce(upload);
  try {
    await sendResumable({ ...upload, key: upload.id, onProgress });
  } catch (cause) {
    const problem = await problemOf(upload, cause as Error);
    if (problem) throw problem;
  }
}

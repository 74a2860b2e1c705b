import { authorizationOf, requireAuthorization } from '@/entities/offline/authorization';
import { BATCH_TIMEOUT_MS, type Delivery, NOTHING } from '@/entities/offline/deliver';
import type { OfflineEvent, QueuedPhoto } from '@/entities/offline/offline-event';
import { noteProgress } from '@/entities/offline/queue-state';
import { readFile } from '@/entities/offline/queue-store';
import { failureOf, sendResumable } from '@/entities/uploads/resumable';
import { AppError, isRefused, toAppError, unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import type { NewRow } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { withTimeout } from '@/lib/with-timeout';

/** The bucket the files go to. */
const bucketOf = ({ to }: QueuedPhoto) => (to ? 'certificate-proofs' : 'photos');

/** The row that names the file; there already after a repeat. */
async function announce(userId: string, photo: QueuedPhoto): Promise<void> {
  const { to = 'photos', row } = photo;
  const authorization = await requireAuthorization(userId);
  const { error, status } = await withTimeout(
    async (signal) =>
      supabase()
        // Both tables name files the same way.
        .from(to as 'photos')
        .insert(row as NewRow<'photos'>)
        .setHeader('Authorization', authorization)
        .abortSignal(signal),
    BATCH_TIMEOUT_MS,
  );
  if (!error || error.code === '23505') return;
  if (error.code !== '23503' || !row['time_entry_id'])
    throw toAppError({ ...error, message: error.message, status });
  // That time was not accepted; the photo is.
  await announce(userId, { ...photo, row: { ...row, time_entry_id: null } });
}

/** Who is refused wants to know whether the company has no space left. */
async function refusal(file: Blob): Promise<AppError> {
  const left = unwrap(await supabase().rpc('storage_left'));
  return new AppError(left < file.size ? 'storage_full' : '42501', { status: 403 });
}

async function problemOf(
  userId: string,
  photo: QueuedPhoto,
  file: Blob,
  error: Error,
): Promise<AppError | null> {
  const { status, passing } = failureOf(error);
  if (passing || !(await authorizationOf(userId))) return new AppError('offline', { cause: error });
  // Stored before, by a try whose answer was lost.
  const { data: stored } = await (await bucket(bucketOf(photo))).exists(photo.path);
  if (stored) return null;
  if (status === 409) return new AppError('offline', { cause: error });
  if (status === 403) return refusal(file);
  const code = status === 413 ? 'file_too_large' : `http_${status}`;
  return new AppError(code, { cause: error, status });
}

/** Row, then file; both may be there from an earlier try. */
async function sendPhoto(
  userId: string,
  id: string,
  photo: QueuedPhoto,
  file: Blob,
): Promise<void> {
  await announce(userId, photo);
  const onProgress = (sent: number): void => noteProgress(id, sent);
  try {
    await sendResumable({
      userId,
      key: id,
      bucket: bucketOf(photo),
      path: photo.path,
      file,
      onProgress,
    });
  } catch (cause) {
    const ask = () => problemOf(userId, photo, file, cause as Error);
    const problem = await withTimeout(ask, BATCH_TIMEOUT_MS);
    if (problem) throw problem;
  }
}

/** Where the line fails the next try may pass; what the server says about the file stays with it. */
export async function sendPhotos(
  userId: string,
  [event]: readonly OfflineEvent[],
): Promise<Delivery> {
  const photo = event?.payload.photo;
  if (!event || !photo) return NOTHING;
  const file = await readFile<Blob>(userId, event.id);
  // Sent by another tab a moment ago.
  if (!file) return { ...NOTHING, done: [event] };
  try {
    await sendPhoto(userId, event.id, photo, file);
    return { ...NOTHING, done: [event] };
  } catch (cause) {
    if (!isRefused(cause)) throw cause;
    return { ...NOTHING, refused: [{ event, problem: toAppError(cause).code }] };
  }
}

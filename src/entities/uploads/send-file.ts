import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import type { KeptUpload } from '@/entities/uploads/upload';
import { loadBackendConfig } from '@/lib/env';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { bucket } from '@/lib/whole-client';

/** As large as a hosted project takes it. */
const PIECE_BYTES = 6 * 1024 * 1024;
const RETRY_MILLISECONDS = [0, 1000, 3000, 5000, 10_000];

/** The line, not the file: worth another try. 409: the piece before is still on its way. */
const PASSING = new Set([0, 401, 408, 409, 423, 429]);
const isPassing = (status: number): boolean => PASSING.has(status) || status >= 500;

const statusOf = (error: Error): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;

async function authorization(): Promise<string> {
  const { session } = (await supabase().auth.getSession()).data;
  return `Bearer ${session?.access_token ?? ''}`;
}

/** The row that names the file; there already after a repeat. */
async function announce({ table, row }: KeptUpload): Promise<void> {
  const { error } = await supabase()
    .from(table as 'photos')
    .insert(row as never);
  if (error && error.code !== '23505') throw toAppError(error);
}

/** Who is refused wants to know whether the company has no space left. */
async function refusal({ file }: KeptUpload): Promise<AppError> {
  const left = unwrap(await supabase().rpc('storage_left'));
  return new AppError(left < file.size ? 'storage_full' : '42501');
}

async function problemOf(upload: KeptUpload, error: Error): Promise<AppError | null> {
  const status = statusOf(error);
  if (isPassing(status) && status !== 409) return new AppError('offline', { cause: error });
  // Stored before, by a try whose answer was lost.
  const { data: stored } = await (await bucket(upload.bucket)).exists(upload.path);
  if (stored) return null;
  if (status === 409) return new AppError('offline', { cause: error });
  if (status === 403) return refusal(upload);
  return new AppError(status === 413 ? 'file_too_large' : `http_${status}`, { cause: error });
}

async function send(upload: KeptUpload, onProgress: (sent: number) => void): Promise<void> {
  const { supabaseUrl } = await loadBackendConfig();
  const type = upload.file.type || 'application/octet-stream';
  await new Promise<void>((resolve, reject) => {
    const running = new TusUpload(upload.file, {
      endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_MILLISECONDS,
      // Goes on where it stopped, also after the page was closed.
      fingerprint: async () => `chalkline-${upload.id}`,
      removeFingerprintOnSuccess: true,
      metadata: { bucketName: upload.bucket, objectName: upload.path, contentType: type },
      onBeforeRequest: async (request) => request.setHeader('authorization', await authorization()),
      onShouldRetry: (error) => isPassing(statusOf(error)) && navigator.onLine,
      onProgress,
      onSuccess: () => resolve(),
      onError: reject,
    });
    running
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) running.resumeFromPreviousUpload(previous);
        running.start();
      })
      .catch(reject);
  });
}

/** Row, then file; both may be there from an earlier try. */
export async function sendFile(
  upload: KeptUpload,
  onProgress: (sent: number) => void,
): Promise<void> {
  await announce(upload);
  try {
    await send(upload, onProgress);
  } catch (cause) {
    const problem = await problemOf(upload, cause as Error);
    if (problem) throw problem;
  }
}

import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { requireAuthorization } from '@/entities/offline/authorization';
import { loadBackendConfig } from '@/lib/env';
import { AppError } from '@/lib/errors';

/** As large as a hosted project takes it. */
const PIECE_BYTES = 6 * 1024 * 1024;
const RETRY_MILLISECONDS = [0, 1000, 3000, 5000, 10_000];
/** A line that swallows everything must not hold up the next try. */
const STALL_TIMEOUT_MS = 60_000;

/** The line, not the file: worth another try. 409: the piece before is still on its way. */
const PASSING = new Set([0, 401, 408, 409, 423, 429]);
const isPassing = (status: number): boolean => PASSING.has(status) || status >= 500;

const statusOf = (error: Error): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** What a failed sending says: the line (`passing`), or this file (`status`). */
export function failureOf(error: Error): { status: number; passing: boolean; known: boolean } {
  const status = statusOf(error);
  const method = error instanceof DetailedError ? error.originalRequest?.getMethod() : undefined;
  return {
    status,
    passing: isPassing(status) && status !== 409,
    // There is a file of this name already: stored before, by a try whose answer was lost.
    known: status === 409 && method === 'POST',
  };
}

export interface ResumableFile {
  /** Whose file it is, whoever has signed in meanwhile. */
  userId: string;
  /** What it goes on by, also after the page was closed. */
  key: string;
  bucket: string;
  path: string;
  file: Blob;
  onProgress?: (sent: number) => void;
}

/** Sends a file piece by piece, and after a broken line from where it stopped. */
export async function sendResumable(sending: ResumableFile): Promise<void> {
  const { supabaseUrl } = await loadBackendConfig();
  const { userId, key, bucket, path, file } = sending;
  const type = file.type || 'application/octet-stream';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sent = new Promise<void>((resolve, reject) => {
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new AppError('timeout'));
        void running.abort();
      }, STALL_TIMEOUT_MS);
    };
    const running = new TusUpload(file, {
      endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_MILLISECONDS,
      fingerprint: async () => `chalkline-${key}`,
      removeFingerprintOnSuccess: true,
      metadata: { bucketName: bucket, objectName: path, contentType: type },
      onBeforeRequest: async (request) =>
        request.setHeader('authorization', await requireAuthorization(userId)),
      onShouldRetry: (error) =>
        isPassing(statusOf(error)) && !failureOf(error).known && navigator.onLine,
      onProgress: (bytes) => {
        watch();
        sending.onProgress?.(bytes);
      },
      onSuccess: () => resolve(),
      onError: reject,
    });
    watch();
    running
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) running.resumeFromPreviousUpload(previous);
        running.start();
      })
      .catch(reject);
  });
  await sent.finally(() => clearTimeout(timer));
}

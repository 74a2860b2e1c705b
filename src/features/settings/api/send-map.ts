import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { failureOf } from '@/entities/uploads/resumable';
import type { UnfinishedUpload } from '@/features/settings/api/base-map';
import { sessionHeader } from '@/lib/ask-server';
import { AppError, toAppError } from '@/lib/errors';
import { loadErrorTexts } from '@/lib/i18n';

const PIECE_BYTES = 8 * 1024 * 1024;
const RETRY_MILLISECONDS = [0, 1000, 3000, 5000, 10_000, 20_000];
/** Not a passing failure, though its status begins with a five. */
const NO_SPACE = 507;

export interface MapUpload {
  /** Resolves when the server has checked the file and uses it. */
  sent: Promise<void>;
  pause: () => void;
  resume: () => void;
}

/** Whether this is the file of which the server has a part. */
export function isSameFile(file: File, upload: UnfinishedUpload | null): boolean {
  return upload?.fingerprint === `${file.name} ${file.size} ${file.lastModified}`;
}

async function reasonOf(error: Error): Promise<AppError> {
  await loadErrorTexts();
  if (!(error instanceof DetailedError)) return toAppError(error);
  const status = error.originalResponse?.getStatus() ?? 0;
  if (status === 0) return new AppError('offline', { cause: error });
  try {
    const answer = JSON.parse(error.originalResponse?.getBody() ?? '') as object;
    return toAppError({ ...answer, status });
  } catch {
    return new AppError(`http_${status}`, { cause: error, status });
  }
}

interface Listener {
  onProgress: (sentBytes: number) => void;
  /** The line is gone for longer than it was tried again; `resume` goes on. */
  onBroken: () => void;
}

const isPassing = (error: Error): boolean => {
  const { status, passing, known } = failureOf(error);
  // 409: the piece before is still being written.
  return status !== NO_SPACE && (passing || status === 409) && !known;
};

/** Sends a map piece by piece, from where the server stands. */
export function sendMap(
  file: File,
  unfinished: UnfinishedUpload | null,
  { onProgress, onBroken }: Listener,
): MapUpload {
  let upload: TusUpload | undefined;
  const sent = new Promise<void>((resolve, reject) => {
    const endpoint = `${window.location.origin}/system/v1/map/upload`;
    upload = new TusUpload(file, {
      endpoint,
      ...(unfinished && isSameFile(file, unfinished)
        ? { uploadUrl: `${endpoint}/${unfinished.id}` }
        : {}),
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_MILLISECONDS,
      // The server knows what it has: the same file goes on from any computer.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, modified: String(file.lastModified) },
      onBeforeRequest: async (request) => request.setHeader('authorization', await sessionHeader()),
      onShouldRetry: (error) => isPassing(error),
      onProgress: (bytes) => onProgress(bytes),
      onSuccess: () => resolve(),
      onError: (error) => {
        if (isPassing(error)) onBroken();
        else void reasonOf(error).then(reject);
      },
    });
    upload.start();
  });
  return {
    sent,
    pause: () => void upload?.abort(),
    resume: () => upload?.start(),
  };
}

import { sessionState } from '@/entities/session/session-store';
import {
  forgetUpload,
  keepUploads,
  readUpload,
  readUploads,
} from '@/entities/uploads/kept-uploads';
import { type KeptUpload, type NewUpload, shown } from '@/entities/uploads/upload';
import { changeUpload, currentUploads, showUploads } from '@/entities/uploads/upload-state';
import { AppError, isNoSignal, toAppError } from '@/lib/errors';
import { loadCode } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

const AT_ONCE = 2;
const FIRST_PAUSE_MILLISECONDS = 3000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;

let sending = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the files on this device, shows them as waiting and begins to send. */
export async function addUploads(news: readonly NewUpload[]): Promise<void> {
  const userId = sessionState().user?.id;
  if (!userId) throw new AppError('offline');
  const kept = news.map((upload): KeptUpload => ({ ...upload, addedAt: Date.now() }));
  await keepUploads(userId, kept);
  showUploads([...currentUploads(), ...kept.map(shown)]);
  void sendUploads();
}

/** Shows and sends what an earlier visit left; another tab may have added or sent some. */
export async function resumeUploads(): Promise<void> {
  const userId = sessionState().user?.id;
  if (!userId || sending) return;
  const known = new Map(currentUploads().map((upload) => [upload.id, upload]));
  const kept = await readUploads(userId);
  showUploads(kept.map((upload) => known.get(upload.id) ?? shown(upload)));
  void sendUploads();
}

export async function discardUpload(id: string): Promise<void> {
  const userId = sessionState().user?.id;
  if (userId) await forgetUpload(userId, id);
  showUploads(currentUploads().filter((upload) => upload.id !== id));
}

/** What failed for good is tried once more. */
export function retryUploads(): void {
  for (const { id, state } of currentUploads()) {
    if (state === 'failed') changeUpload(id, { state: 'waiting', problem: null });
  }
  failures = 0;
  void sendUploads();
}

/** False: the line is down, and the rest would fail as well. */
async function sendOne(userId: string, upload: KeptUpload): Promise<boolean> {
  changeUpload(upload.id, { state: 'sending' });
  try {
    const { sendFile } = await loadCode(() => import('@/entities/uploads/send-file'));
    await sendFile(upload, (sent) => changeUpload(upload.id, { sent }));
  } catch (cause) {
    const { code } = toAppError(cause);
    const passing = isNoSignal(cause);
    changeUpload(upload.id, passing ? { state: 'waiting' } : { state: 'failed', problem: code });
    return !passing;
  }
  await forgetUpload(userId, upload.id);
  showUploads(currentUploads().filter(({ id }) => id !== upload.id));
  void queryClient.invalidateQueries({ queryKey: [queryKeys.photos] });
  return true;
}

/** Next in line that neither failed nor is on its way; what another tab has sent is gone. */
async function nextUpload(userId: string, taken: Set<string>): Promise<KeptUpload | undefined> {
  for (;;) {
    const next = currentUploads().find(({ id, state }) => state === 'waiting' && !taken.has(id));
    if (!next) return undefined;
    taken.add(next.id);
    const kept = await readUpload(userId, next.id);
    if (kept) return kept;
    showUploads(currentUploads().filter(({ id }) => id !== next.id));
  }
}

async function sendInTurn(userId: string, taken: Set<string>): Promise<boolean> {
  while (sessionState().user?.id === userId) {
    const upload = await nextUpload(userId, taken);
    if (!upload) return true;
    if (!(await sendOne(userId, upload))) return false;
  }
  return true;
}

/** One tab sends; null where another one does. */
async function alone(work: () => Promise<boolean>): Promise<boolean | null> {
  if (!navigator.locks) return work();
  return navigator.locks.request('chalkline-uploads', { ifAvailable: true }, (lock) =>
    lock ? work() : null,
  );
}

/** Sends what waits, two at a time. Tried again by itself, less and less often, until all is sent. */
export async function sendUploads(): Promise<void> {
  const userId = sessionState().user?.id;
  if (sending || !userId) return;
  clearTimeout(timer);
  sending = true;
  const taken = new Set<string>();
  const done = await alone(async () => {
    const lines = Array.from({ length: AT_ONCE }, () => sendInTurn(userId, taken));
    return (await Promise.all(lines)).every(Boolean);
  }).finally(() => {
    sending = false;
  });
  if (done) failures = 0;
  if (!currentUploads().some(({ state }) => state === 'waiting')) return;
  const wait = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
  failures += 1;
  timer = setTimeout(() => void (done === null ? resumeUploads() : sendUploads()), wait);
}

/** A signal again, or looked at again: no reason to wait. */
function hurry(): void {
  if (document.visibilityState === 'hidden' || !navigator.onLine) return;
  failures = 0;
  void resumeUploads();
}
window.addEventListener('online', hurry);
document.addEventListener('visibilitychange', hurry);

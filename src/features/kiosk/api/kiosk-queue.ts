import { adoptKioskExtras } from '@/entities/offline/adopt-earlier-stores';
import { enqueue, openQueue, removeSent } from '@/entities/offline/event-queue';
import type { NewEvent, OfflineEvent, StoredFile } from '@/entities/offline/offline-event';
import { scheduleKioskSending } from '@/features/kiosk/api/kiosk-sender';
import type { Credentials, Punch } from '@/features/kiosk/api/punch';
import { encrypt, seal, sealPin } from '@/features/kiosk/offline/seal';
import { AppError } from '@/lib/errors';
import { storedKioskAccount } from '@/lib/supabase';

export function requireAccount(): string {
  const account = storedKioskAccount();
  if (!account) throw new AppError('offline');
  return account;
}

/** Writes a punch down on this tablet, with the PIN for the server to check; answers the name of the event. */
export async function savePunch(kioskId: string, punch: Punch, at: number): Promise<string> {
  const { id, kind, employeeId, projectId, costCodeId, classificationId, endedAt } = punch;
  const payload = {
    ...(kind === 'clock_in' || kind === 'switch'
      ? {
          entry_id: id,
          project_id: projectId ?? null,
          cost_code_id: costCodeId ?? null,
          ...(classificationId ? { classification_id: classificationId } : {}),
        }
      : {}),
    ...(endedAt ? { ended_at: endedAt } : {}),
    ...(kind === 'start_break' ? { break_id: id, break_kind: 'meal' as const, paid: false } : {}),
  };
  const news: NewEvent = { kind, employee_id: employeeId, payload };
  const [saved] = await enqueue(requireAccount(), [news], at, async (event) => ({
    ...event,
    kiosk_id: kioskId,
    sealed: await sealPin(event, punch.pin),
  }));
  return saved?.id ?? '';
}

interface NewExtra extends Credentials {
  eventId: string;
  kind: 'photo' | 'answers';
  content?: string;
  language?: string;
  picture?: Blob;
}

/** Writes down what was taken with a punch that waits. A photo waits encrypted: the key goes with the link that sealed it. */
export async function saveExtra(extra: NewExtra): Promise<void> {
  const { employeeId, pin, eventId, kind, content = '', language = '', picture } = extra;
  const news: NewEvent = {
    kind: `kiosk_${kind}`,
    employee_id: employeeId,
    payload: { extra: { event_id: eventId, content, language } },
  };
  await enqueue(requireAccount(), [news], Date.now(), async (event) => {
    const about = [event.id, employeeId, kind, eventId, content, language];
    const { sealed, key } = await seal(about, pin);
    const file: { file?: StoredFile } = picture ? { file: await encrypt(key, picture) } : {};
    return { ...event, ...file, sealed };
  });
  scheduleKioskSending();
}

/** What this tablet has not sent yet, read anew. */
export async function readQueue(): Promise<readonly OfflineEvent[]> {
  const account = storedKioskAccount();
  return account ? openQueue(account) : [];
}

/** The server has answered for it. */
export async function removePunch(eventId: string): Promise<void> {
  const account = storedKioskAccount();
  if (account) await removeSent(account, new Set([eventId]));
}

/** What a tablet stored before there was one queue for everything. */
export async function adoptEarlierQueue(): Promise<void> {
  const account = storedKioskAccount();
  if (account) await adoptKioskExtras(account);
}

import { enqueue } from '@/entities/offline/event-queue';
import type { NewEvent, Sealed } from '@/entities/offline/offline-event';
import { forget, readStored, storedKeys } from '@/lib/device-store';
import { withSendLock } from '@/lib/send-lock';

/** Where answers, confirmed bulletins, photos and a kiosk's extras waited before there was one queue. */
const ANSWERS = 'chalkline.clock-answers';
const NOTES = 'chalkline.bulletin-notes';
const HAS_UPLOADS = 'chalkline.uploads';
const uploadsOf = (userId: string): string => `upload:${userId}:`;
const KIOSK_EXTRAS = 'kiosk-extra:';

interface OldAnswers {
  employeeId: string;
  entryId: string;
  language: string;
  answers: object[];
}

interface OldNote {
  employeeId: string;
  id: string;
  action: string;
  language: string;
}

interface OldUpload {
  id: string;
  path: string;
  row: Record<string, unknown>;
  file: Blob;
  name: string;
  addedAt: number;
}

interface OldExtra {
  id: string;
  employee_id: string;
  kind: 'photo' | 'answers';
  event_id: string;
  content: string;
  language: string;
  sealed: Sealed;
  file: ArrayBuffer | null;
}

function waitingIn<T extends { employeeId: string }>(key: string, employeeId: string): T[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as T[];
    return all.filter((item) => item.employeeId === employeeId);
  } catch {
    return [];
  }
}

async function adoptOutboxes(userId: string, employeeId: string): Promise<void> {
  const answers = waitingIn<OldAnswers>(ANSWERS, employeeId).map(
    ({ entryId, language, answers: given }): NewEvent => ({
      kind: 'answers',
      payload: {
        rpc: 'answer_clock_questions',
        args: { time_entry_id_param: entryId, answers_param: given, language_param: language },
      },
    }),
  );
  const notes = waitingIn<OldNote>(NOTES, employeeId).map(
    ({ id, action, language }): NewEvent => ({
      kind: 'bulletin',
      payload: {
        rpc: `${action}_bulletin`,
        args: { bulletin_id_param: id, language_param: language },
      },
    }),
  );
  if (answers.length + notes.length === 0) return;
  await enqueue(userId, [...answers, ...notes], Date.now());
  localStorage.removeItem(ANSWERS);
  localStorage.removeItem(NOTES);
}

/** Each file in one step, then its old place is emptied: whatever ends in between is repeated. */
async function adoptEach<T>(
  prefix: string,
  enqueueOld: (old: T) => Promise<unknown>,
): Promise<void> {
  const keys = (await storedKeys()).filter((key) => key.startsWith(prefix)).sort();
  if (keys.length === 0) return;
  // Not beside a page of the earlier version that sends them.
  await withSendLock('attachments', async () => {
    for (const key of keys) {
      const old = await readStored<T>(key);
      if (old) await enqueueOld(old);
      await forget([key]);
    }
  });
}

async function adoptUploads(userId: string): Promise<void> {
  await adoptEach<OldUpload>(uploadsOf(userId), ({ id, path, row, file, name, addedAt }) =>
    enqueue(
      userId,
      [
        {
          id,
          kind: 'photo',
          payload: { photo: { path, row, name, type: file.type, size: file.size } },
          file,
        },
      ],
      addedAt,
    ),
  );
  localStorage.removeItem(HAS_UPLOADS);
}

/** Brings what an earlier version of the app left to send into the queue; repeating it changes nothing. */
export async function adoptEarlierStores(userId: string, employeeId: string | null): Promise<void> {
  if (employeeId) await adoptOutboxes(userId, employeeId);
  await adoptUploads(userId);
}

/** The same for a tablet. */
export const adoptKioskExtras = (account: string): Promise<void> =>
  adoptEach<OldExtra>(KIOSK_EXTRAS, ({ id, kind, employee_id, sealed, file, ...old }) => {
    const { event_id, content, language } = old;
    const event: NewEvent = {
      id,
      kind: `kiosk_${kind}`,
      employee_id,
      payload: { extra: { event_id, content, language } },
      ...(file && { file }),
    };
    return enqueue(account, [event], Date.now(), async (made) => ({ ...made, sealed }));
  });

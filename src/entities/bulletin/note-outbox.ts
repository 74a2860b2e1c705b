import { isNoSignal } from '@/entities/offline/or-queue';
import { toAppError, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export type BulletinAction = 'read' | 'acknowledge' | 'postpone';

/** What a reader did with a bulletin, in the language it was shown in. */
export interface BulletinNote {
  employeeId: string;
  id: string;
  action: BulletinAction;
  language: string;
}

const KEY = 'chalkline.bulletin-notes';

function waiting(): BulletinNote[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as BulletinNote[];
  } catch {
    return [];
  }
}

function keep(notes: BulletinNote[]): void {
  if (notes.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(notes));
}

async function send({ id, action, language }: BulletinNote): Promise<void> {
  if (!navigator.onLine) throw toAppError(new TypeError('Failed to fetch'));
  unwrap(
    await supabase().rpc(`${action}_bulletin`, {
      bulletin_id_param: id,
      language_param: language,
    }),
  );
}

/** Tells the server, or keeps it on this phone until there is a signal. Whether it arrived. */
export async function sendOrKeep(note: BulletinNote): Promise<boolean> {
  try {
    await send(note);
    return true;
  } catch (cause) {
    if (!isNoSignal(cause)) throw cause;
    keep([...waiting(), note]);
    return false;
  }
}

export const hasWaitingNotes = (employeeId: string): boolean =>
  waiting().some((note) => note.employeeId === employeeId);

/** Sends what waits for this person. What is refused, such as of a deleted bulletin, is dropped. */
export async function sendNotes(employeeId: string): Promise<void> {
  for (const note of waiting().filter((each) => each.employeeId === employeeId)) {
    await send(note).catch((cause) => {
      if (isNoSignal(cause)) throw cause;
    });
    const sent = JSON.stringify(note);
    keep(waiting().filter((other) => JSON.stringify(other) !== sent));
  }
}

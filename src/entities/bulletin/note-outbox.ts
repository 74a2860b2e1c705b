import { AppError, unwrap } from '@/lib/errors';
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

/** Refused for good, such as of a deleted bulletin: nothing would be gained by asking again. */
class Refused extends Error {}

async function send({ id, action, language }: BulletinNote): Promise<void> {
  if (!navigator.onLine) throw new AppError('offline');
  const answer = await supabase().rpc(`${action}_bulletin`, {
    bulletin_id_param: id,
    language_param: language,
  });
  if (answer.error?.code === 'P0001')
    throw new Refused(answer.error.message, { cause: answer.error });
  unwrap(answer);
}

/** Tells the server, or keeps it on this phone until the server can be told. Whether it arrived. */
export async function sendOrKeep(note: BulletinNote): Promise<boolean> {
  try {
    await send(note);
    return true;
  } catch (cause) {
    if (cause instanceof Refused) throw cause.cause;
    keep([...waiting(), note]);
    return false;
  }
}

export const hasWaitingNotes = (employeeId: string): boolean =>
  waiting().some((note) => note.employeeId === employeeId);

/** Sends what waits for this person; a failure keeps it for the next time. */
export async function sendNotes(employeeId: string): Promise<void> {
  for (const note of waiting().filter((each) => each.employeeId === employeeId)) {
    await send(note).catch((cause) => {
      if (!(cause instanceof Refused)) throw cause;
    });
    const sent = JSON.stringify(note);
    keep(waiting().filter((other) => JSON.stringify(other) !== sent));
  }
}

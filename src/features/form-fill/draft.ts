import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormAnswers } from '@/entities/form/form-answers';
import type { FormDue } from '@/entities/form/forms-due-query';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { changeOnDisk, changeStored, forget, readStored, storedKeys } from '@/lib/device-store';
import { keyInCompany } from '@/lib/token-company';
import { uuidv7 } from '@/lib/uuid';

/** A form that is being filled, on this phone alone until it is sent. */
export interface Draft {
  /** Of the submission: sending it twice makes one. */
  id: string;
  /** As it was when filling began: the version that was seen is the one that is sent. */
  due: FormDue;
  projectId: string | null;
  /** Of a check that is not of one machine. */
  equipmentId: string | null;
  answers: FormAnswers;
  /** The form it corrects, with where its photos are. */
  corrects?: { id: string; photos: Readonly<Record<string, string>> };
}

/** What a draft begins with. */
export type DraftStart = Omit<Draft, 'id'>;

export const draftKey = (userId: string, due: string): string =>
  `${keyInCompany(`form-draft:${userId}`, userId)}:${due}`;

const photoKey = (key: string, photoId: string): string => `${key}:photo:${photoId}`;

export const readDraftPhoto = (key: string, id: string): Promise<ReadPhoto | undefined> =>
  readStored<ReadPhoto>(photoKey(key, id));

export async function storeDraftPhoto(key: string, photo: ReadPhoto): Promise<string> {
  const id = uuidv7();
  await changeOnDisk(photoKey(key, id), () => ({ ...photo, id }));
  return id;
}

export async function forgetDraft(key: string): Promise<void> {
  const keys = await storedKeys();
  await forget(keys.filter((name) => name === key || name.startsWith(`${key}:photo:`)));
}

/** What is due and begun on this phone, by `dueKey`. */
export async function begunForms(userId: string): Promise<ReadonlySet<string>> {
  const start = draftKey(userId, '');
  const keys = (await storedKeys()).filter((key) => key.startsWith(start));
  return new Set(keys.map((key) => key.slice(start.length).split(':')[0] ?? ''));
}

const begunWith = (start: DraftStart | undefined): Draft | null =>
  start ? { id: uuidv7(), ...start } : null;

/** The draft as stored, or a new one; every change is written down before the next. */
export function useDraft(key: string, start: DraftStart | undefined) {
  const [draft, setDraft] = useState<Draft | null>();
  const current = useRef<Draft | null>(null);
  const show = useCallback((next: Draft | null) => {
    current.current = next;
    setDraft(next);
  }, []);
  useEffect(() => {
    let open = true;
    void readStored<Draft>(key)
      .catch(() => undefined)
      .then((stored) => {
        if (!open || current.current) return;
        show(stored ?? begunWith(start));
      });
    return () => {
      open = false;
    };
  }, [key, start, show]);
  const change = (next: (before: Draft) => Draft): void => {
    if (!current.current) return;
    const changed = next(current.current);
    show(changed);
    void changeStored<Draft>(key, () => changed).catch(() => undefined);
  };
  const startOver = async (): Promise<void> => {
    await forgetDraft(key);
    show(begunWith(start));
  };
  return { draft, change, startOver };
}

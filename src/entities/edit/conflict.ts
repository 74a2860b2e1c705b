import { type AppError, toAppError } from '@/lib/errors';

export type Fields = Readonly<Record<string, unknown>>;

/** One field of a refused edit; `yours` is missing where only somebody else changed it. */
export interface ConflictField {
  field: string;
  based_on: unknown;
  saved: unknown;
  yours?: unknown;
}

export interface Conflict {
  entity: string;
  fields: ConflictField[];
  saved_by: string | null;
  saved_by_you: boolean;
  saved_at: string | null;
}

/** What the fields will be; null: go on editing. */
export type Decision = ReadonlyMap<string, 'saved' | 'yours'> | null;

/** One way of writing, whatever the order of an object's keys. */
const written = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

export const sameValue = (left: unknown, right: unknown): boolean =>
  written(left) === written(right);

/** Changed on both sides, to different values: somebody has to decide. */
export const isClash = (field: ConflictField): boolean =>
  'yours' in field &&
  !sameValue(field.saved, field.based_on) &&
  !sameValue(field.saved, field.yours);

/** What the database said about an edit it refused, or null for any other failure. */
export function conflictOf(cause: unknown): Conflict | null {
  const error: AppError = toAppError(cause);
  if (error.code !== 'changed_meanwhile' || !error.detail) return null;
  try {
    const { entity, fields, ...who } = JSON.parse(error.detail);
    if (!Array.isArray(fields)) return null;
    return { saved_by: null, saved_by_you: false, saved_at: null, entity, fields, ...who };
  } catch {
    return null;
  }
}

export interface Question {
  conflict: Conflict;
  answer: (decision: Decision) => void;
}

let waiting: readonly Question[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: readonly Question[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the person in front of the screen; edits that clash at once are asked one after the other. */
export function askAboutConflict(conflict: Conflict): Promise<Decision> {
  // Nobody to ask, such as outside the app's shell: the refusal stands.
  if (listeners.size === 0) return Promise.resolve(null);
  return new Promise((resolve) => {
    const question: Question = {
      conflict,
      answer: (decision) => {
        setWaiting(waiting.filter((one) => one !== question));
        resolve(decision);
      },
    };
    setWaiting([...waiting, question]);
  });
}

export function subscribeToConflicts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentConflict = (): Question | undefined => waiting[0];

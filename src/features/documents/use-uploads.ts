import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addVersion, nameOf, type Target } from '@/features/documents/api/add-version';
import type { Document } from '@/features/documents/api/queries';
import { errorText, toAppError } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { useClosingWarning } from '@/lib/use-unsaved-warning';
import { uuidv7 } from '@/lib/uuid';

export interface Upload {
  id: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Part of the file that has arrived. */
  share: number;
  /** Why it failed, in words. */
  problem: string | null;
  /** The line failed, not the file: sent again by itself. */
  passing: boolean;
  target: Target;
  existing: Document | undefined;
  note: string | null;
}

/** Files on their way, one after the other; what failed stays in the list to be tried again. */
export function useUploads(documents: readonly Document[], store = addVersion) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((list) => list.map((each) => (each.id === id ? { ...each, ...changes } : each)));

  const send = async (list: readonly Upload[]) => {
    for (const { id, target, file, existing, note } of list) {
      change(id, { state: 'sending', problem: null });
      const onProgress = (sent: number) => change(id, { share: sent / file.size });
      try {
        await store({ id, target, file, existing, note, onProgress });
        change(id, { state: 'done' });
        await client.invalidateQueries({ queryKey: [queryKeys.documents] });
      } catch (cause) {
        const error = toAppError(cause);
        const passing = error.code === 'offline' || error.code === 'timeout';
        change(id, { state: 'failed', problem: errorText(error), passing });
      }
    }
  };
  // What is chosen here is not kept on the device, unlike photos: closing the page would lose it.
  useClosingWarning(
    uploads.some(({ state, passing }) => state !== 'done' && (state !== 'failed' || passing)),
  );
  const resend = useRef(() => {});
  resend.current = () =>
    void send(uploads.filter(({ state, passing }) => state === 'failed' && passing));
  useEffect(() => {
    const onOnline = () => resend.current();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);

  /** A file with the name of a document there becomes its new version. */
  const sameName = (target: Target, file: File) =>
    documents.find(
      (document) =>
        document.folder_id === target.folderId &&
        document.project_id === target.projectId &&
        document.name.toLowerCase() === nameOf(file).toLowerCase(),
    );
  const add = (
    target: Target,
    files: readonly File[],
    version?: { of: Document; note: string },
  ) => {
    const added = files.map(
      (file): Upload => ({
        id: uuidv7(),
        file,
        state: 'waiting',
        share: 0,
        problem: null,
        passing: false,
        target,
        existing: version?.of ?? sameName(target, file),
        note: version?.note.trim() || null,
      }),
    );
    setUploads((list) => [...list.filter(({ state }) => state !== 'done'), ...added]);
    void send(added);
  };
  return {
    uploads,
    add,
    retry: (upload: Upload) => void send([upload]),
    clear: () =>
      setUploads((list) => list.filter(({ state }) => state !== 'done' && state !== 'failed')),
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writeChanges } from '@/entities/edit/save-changes';
import { sendEdit } from '@/entities/edit/send-edit';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';

interface NotesChange {
  companyId: string;
  entryId: string;
  notes: string;
  /** As they were when one began to write. */
  before: string | null;
}

/** What one is working on may be written down while the clock runs. */
export function useUpdateNotes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, entryId, notes, before }: NotesChange) =>
      sendEdit({ after: { notes }, before: { notes: before } }, (now) =>
        saveAndSend(
          (signal) =>
            writeChanges(
              { table: 'time_entries', key: { company_id: companyId, id: entryId } },
              now,
              signal,
            ),
          'entry',
          { entry_id: entryId, notes: now.after['notes'] as string },
        ),
      ),
    onSettled: () => refreshTime(client),
    meta: { failureText: 'timer:error.notes' },
  });
}

import { writeChanges } from '@/entities/edit/save-changes';
import { sendEdit } from '@/entities/edit/send-edit';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useWrite } from '@/lib/use-write';

interface NotesChange {
  companyId: string;
  entryId: string;
  notes: string;
  /** As they were when one began to write. */
  before: string | null;
}

/** What one is working on may be written down while the clock runs. */
export function useUpdateNotes() {
  return useWrite({
    send: ({ companyId, entryId, notes, before }: NotesChange) =>
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
    stale: [refreshTime],
    failureText: 'timer:error.notes',
  });
}

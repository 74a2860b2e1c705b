import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

interface NotesChange {
  companyId: string;
  entryId: string;
  notes: string;
}

/** What one is working on may be written down while the clock runs. */
export function useUpdateNotes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, entryId, notes }: NotesChange) =>
      saveAndSend(
        async (signal) =>
          unwrap(
            await supabase()
              .from('time_entries')
              .update({ notes })
              .eq('company_id', companyId)
              .eq('id', entryId)
              .abortSignal(signal),
          ),
        'entry',
        { entry_id: entryId, notes },
      ),
    onSettled: () => refreshTime(client),
    meta: { failureText: 'timer:error.notes' },
  });
}

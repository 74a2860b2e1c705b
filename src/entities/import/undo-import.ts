import { loadFaultTexts } from '@/entities/import/import-rows';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

const PART = 200;

export interface Undone {
  taken: number;
  /** What stayed, with the reason. */
  kept: { row: number; message: string }[];
}

/** Takes a whole import back, part by part. */
export function useUndoImport() {
  return useWrite({
    send: async (importId: string): Promise<Undone> => {
      const undone: Undone = { taken: 0, kept: [] };
      const texts = loadFaultTexts();
      for (;;) {
        const rows = unwrap(
          await supabase().rpc('undo_import', { import_id_param: importId, limit_param: PART }),
        );
        for (const { row_number, result, message } of rows) {
          if (result === 'kept') undone.kept.push({ row: row_number, message: message ?? '' });
          else undone.taken++;
        }
        const moved = rows.some(({ result }) => result !== 'kept');
        if (rows.length < PART || !moved) {
          await texts;
          return undone;
        }
      }
    },
    // Whatever was imported shows in every list and figure.
    stale: [(client) => client.invalidateQueries()],
  });
}

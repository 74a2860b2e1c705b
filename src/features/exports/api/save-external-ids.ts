import { saveChanges } from '@/entities/edit/save-changes';
import type { FilePerson } from '@/features/exports/formats/file-data';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface IdChange {
  companyId: string;
  key: string;
  ids: readonly { person: FilePerson; id: string }[];
}

/** IDs of people in a payroll system; those in other systems stay. */
export function useSaveExternalIds() {
  const { t } = useTranslation('exports');
  return useWrite({
    send: async ({ companyId, key, ids }: IdChange) => {
      for (const { person, id } of ids) {
        const row = { company_id: companyId, id: person.id };
        // Of the row as it is now: those of other systems may have been entered meanwhile.
        const [stored] = unwrap(
          await supabase().from('employees').select('external_ids').match(row),
        );
        const now = stored?.external_ids;
        const before = { ...(now as object), [key]: person.externalIds[key] };
        await saveChanges({
          table: 'employees',
          key: row,
          after: { external_ids: { ...before, [key]: id } },
          before: { external_ids: Object.hasOwn(person.externalIds, key) ? before : now },
        });
      }
    },
    done: t('toast.idsSaved'),
    stale: [queryKeys.payroll],
    failureText: 'exports:failed.ids',
  });
}

import { entryMachineQuery } from '@/entities/equipment/meters-to-read';
import { firstMachine, type MachineDraft, sharesOf } from '@/entities/machine-share/machine-share';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface EntryMachines {
  entryId: string;
  machines: MachineDraft[];
}

/** What is run during one's own entry; without a signal it waits on this phone behind the punches. */
export function useSetEntryMachines() {
  const { t } = useTranslation('machine-shares');
  return useWrite({
    send: ({ entryId, machines }: EntryMachines) => {
      const shares = sharesOf(machines);
      return saveAndSend(
        async (signal) =>
          unwrap(
            await supabase()
              .rpc('set_entry_machines', {
                entry_id_param: entryId,
                machines_param: asJson(shares),
              })
              .abortSignal(signal),
          ),
        'entry',
        { entry_id: entryId, machines: shares },
      );
    },
    onSuccess: (_saved, { entryId, machines }, client) =>
      client.setQueryData(entryMachineQuery(entryId).queryKey, (known) => ({
        project_id: known?.project_id ?? null,
        equipment_id: firstMachine(machines),
        machines: asJson(sharesOf(machines)),
      })),
    done: t('running.saved'),
    stale: [refreshTime, queryKeys.equipment],
    failureText: 'machine-shares:running.failed',
  });
}

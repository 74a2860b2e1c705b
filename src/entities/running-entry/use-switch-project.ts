import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { attachLocation } from '@/entities/running-entry/attach-location';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { TimerInput } from '@/entities/running-entry/use-clock-in';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

export type SwitchInput = TimerInput & { projectId: string };

/** Ends the running entry and starts the next one at the same instant. */
export function useSwitchProject() {
  const { t } = useTranslation('timer');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: SwitchInput) =>
      unwrap(
        await supabase().rpc('switch_project', {
          project_id_param: input.projectId,
          ...(input.costCodeId ? { cost_code_id_param: input.costCodeId } : {}),
          notes_param: input.notes,
          id_param: uuidv7(),
        }),
      ),
    onSuccess: (entry) => {
      toast.success(t('toast.switched'));
      void attachLocation(entry, 'clock_in_location');
    },
    onSettled: () => refreshTime(client),
    meta: { failureTitle: 'timer:error.title', failureText: 'timer:error.switch' },
  });
}

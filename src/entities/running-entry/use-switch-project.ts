import { useRef } from 'react';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { SWITCH_PROJECT } from '@/entities/running-entry/clock-mutations';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { TimerInput } from '@/entities/running-entry/use-clock-in';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { locationParam } from '@/lib/device-location';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export type SwitchInput = TimerInput & { projectId: string };

async function switchProject(input: SwitchInput & { id: string }, signal: AbortSignal) {
  const location = await locationParam();
  return unwrap(
    await supabase()
      .rpc('switch_project', {
        project_id_param: input.projectId,
        ...(input.costCodeId ? { cost_code_id_param: input.costCodeId } : {}),
        ...(input.equipmentId ? { equipment_id_param: input.equipmentId } : {}),
        ...(input.classificationId ? { classification_id_param: input.classificationId } : {}),
        notes_param: input.notes,
        id_param: input.id,
        ...location,
      })
      .abortSignal(signal),
  );
}

/** Ends the running entry and starts the next one at the same instant. */
export function useSwitchProject() {
  const { t } = useTranslation('timer');
  const running = useRunningEntry();
  const needsCode = useCostCodeRequired();
  const unanswered = useRef<{ id: string; wanted: string } | null>(null);
  const mutation = useWrite({
    mutationKey: SWITCH_PROJECT,
    send: (input: SwitchInput & { id: string }) =>
      saveAndSend((signal) => switchProject(input, signal), 'switch', {
        entry_id: input.id,
        ...(running ? { from_entry_id: running.id } : {}),
        project_id: input.projectId,
        cost_code_id: input.costCodeId,
        equipment_id: input.equipmentId ?? null,
        ...(input.classificationId && { classification_id: input.classificationId }),
        notes: input.notes,
      }),
    retry: retryOnce,
    done: (entry) => (entry ? t('toast.switched') : null),
    onSuccess: () => {
      unanswered.current = null;
    },
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.switch',
  });
  const change = (input: SwitchInput, onSwitched: () => void): void => {
    if (!input.costCodeId && needsCode(input.projectId)) {
      toast.error(t('codeRequired.title'), { description: t('codeRequired.text') });
      return;
    }
    // Its answer may have been lost after it was done: the same wish pressed again is the same switch.
    const wanted = JSON.stringify([
      input.projectId,
      input.costCodeId,
      input.equipmentId,
      input.classificationId,
      input.notes,
    ]);
    const id = unanswered.current?.wanted === wanted ? unanswered.current.id : uuidv7();
    unanswered.current = { id, wanted };
    mutation.mutate({ ...input, id }, { onSuccess: onSwitched });
  };
  return { isPending: mutation.isPending, change };
}

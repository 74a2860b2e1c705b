import { useQueryClient } from '@tanstack/react-query';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { CLOCK_IN } from '@/entities/running-entry/clock-mutations';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { dismissStopToast } from '@/entities/running-entry/use-stop-toast';
import { useSavePreferences } from '@/entities/viewer/use-save-preferences';
import { useViewer } from '@/entities/viewer/use-viewer';
import { locationParam } from '@/lib/device-location';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';
import { hasStoredSession, supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface TimerInput {
  projectId: string | null;
  costCodeId: string | null;
  equipmentId?: string | null;
  /** As chosen on a public project; the database fills in what is missing. */
  classificationId?: string | null;
  notes: string;
}

interface ClockIn extends TimerInput {
  id: string;
  projectId: string;
}

async function clockIn(input: ClockIn, signal: AbortSignal) {
  const { id, projectId, costCodeId, equipmentId, classificationId, notes } = input;
  const location = await locationParam();
  return unwrap(
    await supabase()
      .rpc('clock_in', {
        project_id_param: projectId,
        ...(costCodeId ? { cost_code_id_param: costCodeId } : {}),
        ...(equipmentId ? { equipment_id_param: equipmentId } : {}),
        ...(classificationId ? { classification_id_param: classificationId } : {}),
        notes_param: notes,
        id_param: id,
        ...location,
      })
      .abortSignal(signal),
  );
}

/** The project one started on is the current one next time, too. */
function useRememberProject(): (projectId: string | null) => void {
  const current = useViewer().preferences?.current_project_id ?? null;
  const save = useSavePreferences();
  return (projectId) => {
    if (projectId !== current) save.mutate({ current_project_id: projectId });
  };
}

/** Starts the clock. `start` refuses without a project or a cost code that is required, with a message. */
export function useClockIn() {
  const { t } = useTranslation('timer');
  const client = useQueryClient();
  const rememberProject = useRememberProject();
  const needsCode = useCostCodeRequired();
  const mutation = useWrite({
    mutationKey: CLOCK_IN,
    send: (input: ClockIn) =>
      saveAndSend((signal) => clockIn(input, signal), 'clock_in', {
        entry_id: input.id,
        project_id: input.projectId,
        cost_code_id: input.costCodeId,
        equipment_id: input.equipmentId ?? null,
        ...(input.classificationId && { classification_id: input.classificationId }),
        notes: input.notes,
      }),
    // The id makes a repeat harmless: a lost answer must not start a second clock.
    retry: retryOnce,
    done: (entry) => (entry ? t('toast.started') : null),
    onSuccess: (entry, { projectId }) => {
      // The stop before can no longer be undone.
      dismissStopToast();
      // Here, as the button that was pressed is gone by now.
      if (entry) rememberProject(projectId);
    },
    stale: [refreshTime],
    failureTitle: 'timer:error.title',
    failureText: 'timer:error.start',
  });
  const start = (input: TimerInput, onStarted?: () => void): boolean => {
    if (!hasStoredSession()) {
      toast.error(t('signInRequired.title'), { description: t('signInRequired.text') });
      return false;
    }
    if (!input.projectId) {
      toast.error(t('projectRequired.title'), { description: t('projectRequired.text') });
      return false;
    }
    if (!input.costCodeId && needsCode(input.projectId)) {
      toast.error(t('codeRequired.title'), { description: t('codeRequired.text') });
      return false;
    }
    // The second tap of a double tap.
    if (client.isMutating({ mutationKey: CLOCK_IN }) > 0) return true;
    const { projectId } = input;
    mutation.mutate({ ...input, projectId, id: uuidv7() }, { onSuccess: () => onStarted?.() });
    return true;
  };
  return { ...mutation, start };
}

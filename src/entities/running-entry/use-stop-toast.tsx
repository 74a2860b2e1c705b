import {
  secondsLeft,
  type UndoableStop,
  UndoLabel,
  useUndoClockOut,
} from '@/entities/running-entry/use-undo-clock-out';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** One for all stops: an older one must not be offered beside a newer clock. */
const ID = 'timer-stopped';

export const dismissStopToast = (): void => toast.dismiss(ID);

/** Says that the clock has stopped, with the way back as long as there is one. */
export function useStopToast(): (stop: UndoableStop | null) => void {
  const { t } = useTranslation('timer');
  const undo = useUndoClockOut();
  return (stop) =>
    toast.success(t('toast.stopped'), {
      id: ID,
      ...(stop && {
        duration: secondsLeft(stop) * 1000,
        action: {
          label: <UndoLabel until={stop.until} />,
          onClick: () => undo.mutate(stop.entryId),
        },
      }),
    });
}

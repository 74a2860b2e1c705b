import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { dismissStopToast, useStopToast } from '@/entities/running-entry/use-stop-toast';
import {
  UndoLabel,
  undoableStop,
  useUndoableStop,
  useUndoClockOut,
} from '@/entities/running-entry/use-undo-clock-out';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

/** In the sheet of a stop, which covers the toast that offers the same; the clock that runs again closes the sheet. */
export function UndoStop({ entryId }: { entryId: string }) {
  const { t } = useTranslation('verification');
  const stop = useUndoableStop(entryId);
  const undo = useUndoClockOut();
  const showStopToast = useStopToast();
  const now = useNowSeconds(stop !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is one and when the sheet closes.
  useEffect(() => {
    if (!stop) return;
    dismissStopToast();
    return () => {
      const left = undoableStop(entryId);
      if (left) showStopToast(left);
    };
  }, [stop]);
  if (!stop || stop.until <= now) return null;
  return (
    <Button size="large" block busy={undo.isPending} onClick={() => undo.mutate(entryId)}>
      <UndoLabel until={stop.until} text={t('sheet.undoStop')} />
    </Button>
  );
}

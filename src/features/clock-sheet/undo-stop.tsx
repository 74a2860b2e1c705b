import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { dismissStopToast, useStopToast } from '@/entities/running-entry/use-stop-toast';
import {
  UndoLabel,
  undoableStop,
  useUndoClockOut,
} from '@/entities/running-entry/use-undo-clock-out';
import { useNowSeconds } from '@/lib/use-now';

/** In the sheet of a stop, which covers the toast that offers the same; the clock that runs again closes the sheet. */
export function UndoStop({ entryId }: { entryId: string }) {
  const { t } = useTranslation('verification');
  const [stop] = useState(() => undoableStop(entryId));
  const undo = useUndoClockOut();
  const showStopToast = useStopToast();
  const now = useNowSeconds(stop !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the sheet opens and when it closes.
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

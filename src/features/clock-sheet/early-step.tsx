import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { type EarlyClockIn, useExplainEarly } from '@/entities/clock-rule/early-clock-in';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface EarlyStepProps {
  early: EarlyClockIn;
  entryId: string;
  onDone: () => void;
}

/** The clock runs; this says what the company's rule makes of the time before the shift. */
export function EarlyStep({ early, entryId, onDone }: EarlyStepProps) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const explain = useExplainEarly();
  const [reason, setReason] = useState('');
  const asks = early.rule === 'ask_reason';
  const finish = () => {
    if (!asks || !reason.trim()) return onDone();
    explain.mutate({ entryId, reason: reason.trim() }, { onSuccess: onDone });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent
        title={t('early.title')}
        description={t('early.text', {
          now: format.time(early.clocked_in_at),
          shift: format.time(early.shift_starts_at),
        })}
      >
        <DialogBody className="grid content-start gap-4">
          {asks ? (
            <Field label={t('early.reason')}>
              <Textarea
                rows={3}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          ) : (
            <Notice tone="attention">
              {t('early.counts', { shift: format.time(early.shift_starts_at) })}
            </Notice>
          )}
          {explain.error && <Notice tone="danger">{errorText(explain.error)}</Notice>}
        </DialogBody>
        <DialogFooter>
          <Button size="large" variant="primary" block busy={explain.isPending} onClick={finish}>
            {t(!asks ? 'early.understood' : reason.trim() ? 'early.send' : 'early.skip')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

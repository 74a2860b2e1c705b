import { useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { clockRefusalOf } from '@/entities/clock-rule/clock-refusal';
import WhomToCall from '@/entities/clock-rule/whom-to-call';
import { CLOCK } from '@/entities/running-entry/clock-mutations';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Why the clock did not start and whom to call. What was chosen stays on the screen behind it. */
export function RefusedDialog() {
  const { t } = useTranslation('clock-stops');
  const format = useFormat();
  const [seen, setSeen] = useState<unknown>(null);
  const errors = useMutationState({
    filters: { mutationKey: CLOCK, status: 'error' },
    select: (mutation) => mutation.state.error,
  });
  const last = errors.at(-1) ?? null;
  const refusal = last === seen ? null : clockRefusalOf(last);
  const isOpen = refusal !== null;
  useEffect(() => {
    // The toast says the same in passing.
    if (isOpen) toast.dismiss();
  }, [isOpen]);
  if (!refusal) return null;
  const close = () => setSeen(last);
  const { rule, at, contacts, certificates = [] } = refusal;
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title={t(`refused.title.${rule}`)}
        description={t(`refused.text.${rule}`, {
          time: at ? format.time(at) : '',
          certificates: format.list([...certificates]),
        })}
        width="small"
      >
        <DialogBody>
          <WhomToCall contacts={contacts} />
        </DialogBody>
        <DialogFooter>
          <Button size="large" variant="primary" block onClick={close}>
            {t('refused.close')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

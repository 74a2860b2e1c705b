import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import {
  type HeldAction,
  useResolveHeldEvent,
} from '@/features/held-events/api/resolve-held-event';

function ReasonDialog({
  id,
  action,
  onClose,
}: {
  id: string;
  action: Exclude<HeldAction, 'apply'>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['offline', 'common']);
  const [reason, setReason] = useState('');
  const resolve = useResolveHeldEvent();
  const confirm = action === 'adjust' ? t('held.confirmAdjust') : t('held.confirmDiscard');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={confirm} width="small">
        <form
          className="flex min-h-0 flex-1 flex-col"
          onSubmit={(event) => {
            event.preventDefault();
            resolve.mutate({ id, action, reason }, { onSuccess: onClose });
          }}
        >
          <DialogBody>
            <Field label={t('held.reason')} hint={t('held.reasonHint')}>
              <Textarea
                rows={2}
                required
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button type="button" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button
              type="submit"
              variant={action === 'discard' ? 'danger' : 'primary'}
              disabled={reason.trim() === ''}
              busy={resolve.isPending}
            >
              {confirm}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** For managers: use it, pay it in the open period, or discard it with a reason. */
export function HeldActions({ id, payable }: { id: string; payable: boolean }) {
  const { t } = useTranslation('offline');
  const [asking, setAsking] = useState<'adjust' | 'discard' | null>(null);
  const resolve = useResolveHeldEvent();
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        size="small"
        variant="primary"
        busy={resolve.isPending}
        onClick={() => resolve.mutate({ id, action: 'apply' })}
      >
        {t('held.apply')}
      </Button>
      {payable && (
        <Button size="small" onClick={() => setAsking('adjust')}>
          {t('held.adjust')}
        </Button>
      )}
      <Button size="small" onClick={() => setAsking('discard')}>
        {t('held.discard')}
      </Button>
      {asking && <ReasonDialog id={id} action={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

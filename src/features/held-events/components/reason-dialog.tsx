import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { heldPreviewQuery } from '@/entities/pay-difference/pay-difference-queries';
import {
  type HeldAction,
  useResolveHeldEvent,
} from '@/features/held-events/api/resolve-held-event';

/** Default export because it is loaded when it opens. */
export default function ReasonDialog({
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
  const preview = useQuery({ ...heldPreviewQuery(id), enabled: action === 'adjust' });
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
          <DialogBody className="grid gap-4">
            {preview.data && <PayDifference lines={preview.data} />}
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

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import type { HeldEvent } from '@/features/held-events/api/queries';
import { HeldLines } from '@/features/held-events/components/held-lines';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  events: readonly HeldEvent[];
  onClose: () => void;
}

/** Over whatever is open: nobody learns of it a day later. Loaded when there is something to say. */
export default function HeldDialog({ events, onClose }: Props) {
  const { t } = useTranslation('offline');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('held.bannerTitle', { count: events.length })}
        width="small"
        onTop
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogBody>
          <HeldLines events={events} />
          <p className="mt-3 text-muted text-sm">{t('held.whatToDo')}</p>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t('held.understood')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

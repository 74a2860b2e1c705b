import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { RefusedPeople } from '@/features/crew-clock/components/refused-people';
import type { CrewClockState } from '@/features/crew-clock/use-crew-clock';
import { useTranslation } from '@/lib/use-translation';

/** Before a start without a signal is saved: whom the office would have to decide about. */
export default function KnownDialog({ clock }: { clock: CrewClockState }) {
  const { t } = useTranslation('crew');
  const { known, starting } = clock;
  const others = starting.length - known.length;
  return (
    <Dialog open onOpenChange={(open) => !open && clock.forgetKnown()}>
      <DialogContent
        title={t('known.title')}
        description={t('known.text', { count: known.length })}
        width="small"
      >
        <DialogBody>
          <RefusedPeople people={known} members={starting} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={clock.startAll}>{t('known.all')}</Button>
          {others > 0 && (
            <Button variant="primary" onClick={clock.startOthers}>
              {t('known.others', { count: others })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

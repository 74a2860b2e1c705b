import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import type { RefusedPerson } from '@/entities/clock-rule/clock-refusal';
import { RefusedPeople } from '@/features/crew-clock/components/refused-people';
import type { CrewClockState } from '@/features/crew-clock/use-crew-clock';
import { useTranslation } from '@/lib/use-translation';

interface RefusedDialogProps {
  clock: CrewClockState;
  people: readonly RefusedPerson[];
  onClose: () => void;
}

/** After a punch: everybody else is done, and who is not is named. */
export default function RefusedDialog({ clock, people, onClose }: RefusedDialogProps) {
  const { t } = useTranslation(['crew', 'common']);
  const { action, punch } = clock;
  const remove = (): void => {
    clock.choose(
      people.map(({ id }) => id),
      false,
    );
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(`refused.title.${action}`, { count: people.length })}
        {...((punch.data?.done ?? 0) > 0 ? { description: t('refused.text') } : {})}
        width="small"
      >
        <DialogBody>
          <RefusedPeople people={people} members={[...clock.members, ...clock.others]} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button variant="primary" onClick={remove}>
            {t('refused.remove')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

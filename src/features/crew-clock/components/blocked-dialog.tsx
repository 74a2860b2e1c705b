import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import type { BlockedPerson } from '@/entities/clock-rule/clock-refusal';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface BlockedDialogProps {
  blocked: readonly BlockedPerson[];
  /** How many of the crew can start. */
  others: number;
  onStartOthers: () => void;
  onClose: () => void;
}

/** Whose certificates are missing; the others start without them. */
export default function BlockedDialog(props: BlockedDialogProps) {
  const { t } = useTranslation(['clock-stops', 'common']);
  const format = useFormat();
  const { blocked, others, onStartOthers, onClose } = props;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('clock-stops:crew.blocked.title')}
        description={t('clock-stops:crew.blocked.text')}
        width="small"
      >
        <DialogBody>
          <ul className="divide-y rounded-card border">
            {blocked.map(({ id, name, certificates }) => (
              <li key={id} className="px-4 py-2.5 text-sm">
                <span className="block font-[620]">{name}</span>
                <span className="block text-danger">{format.list([...certificates])}</span>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {others > 0 && (
            <Button
              variant="primary"
              onClick={() => {
                onStartOthers();
                onClose();
              }}
            >
              {t('clock-stops:crew.blocked.others', { count: others })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

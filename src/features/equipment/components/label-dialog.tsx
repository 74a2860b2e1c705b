import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { machineName } from '@/entities/equipment/equipment-query';
import type { Machine } from '@/features/equipment/api/queries';
import { qrPicture } from '@/lib/qr-picture';
import { useTranslation } from '@/lib/use-translation';

/** Opens the app with the machine chosen; the code alone gives no rights. */
const addressOf = (machine: Machine): string =>
  `${window.location.origin}/time-tracker?machine=${machine.id}`;

export interface LabelDialogProps {
  machines: readonly Machine[];
  onClose: () => void;
}

export function LabelDialog({ machines, onClose }: LabelDialogProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const labels = (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {machines.map((machine) => (
        <li
          key={machine.id}
          className="flex break-inside-avoid flex-col items-center rounded-card border bg-white p-3 text-center text-black"
        >
          <img src={qrPicture(addressOf(machine))} alt="" className="w-full max-w-44" />
          <p className="font-bold text-lg">{machine.number ?? machine.name}</p>
          {machine.number && <p className="text-sm">{machine.name}</p>}
        </li>
      ))}
    </ul>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        onTop
        width={machines.length > 1 ? 'large' : 'small'}
        title={
          machines.length === 1 && machines[0]
            ? t('label.title', { name: machineName(machines[0]) })
            : t('label.all')
        }
        description={t('label.text')}
      >
        <DialogBody>{labels}</DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button variant="primary" onClick={() => window.print()}>
            {t('common:action.print')}
          </Button>
        </DialogFooter>
      </DialogContent>
      {createPortal(<section data-print="sheet">{labels}</section>, document.body)}
    </Dialog>
  );
}

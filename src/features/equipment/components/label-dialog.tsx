import { useQuery } from '@tanstack/react-query';
import QRCode from 'qrcode';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { machineName } from '@/entities/equipment/equipment-query';
import type { Machine } from '@/features/equipment/api/queries';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

/** Opens the app with the machine chosen; the code alone gives no rights. */
const addressOf = (machine: Machine): string =>
  `${window.location.origin}/time-tracker?machine=${machine.id}`;

const codesQuery = (machines: readonly Machine[]) => ({
  queryKey: [queryKeys.drawn, 'machine-labels', ...machines.map(({ id }) => id)],
  queryFn: () =>
    Promise.all(
      machines.map((machine) => QRCode.toDataURL(addressOf(machine), { margin: 1, width: 360 })),
    ),
});

export interface LabelDialogProps {
  machines: readonly Machine[];
  onClose: () => void;
}

export function LabelDialog({ machines, onClose }: LabelDialogProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const { data: codes } = useQuery(codesQuery(machines));
  const labels = (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {machines.map((machine, index) => (
        <li
          key={machine.id}
          className="flex break-inside-avoid flex-col items-center rounded-card border bg-white p-3 text-center text-black"
        >
          {codes?.[index] && <img src={codes[index]} alt="" className="w-full max-w-44" />}
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
          <Button variant="primary" disabled={!codes} onClick={() => window.print()}>
            {t('common:action.print')}
          </Button>
        </DialogFooter>
      </DialogContent>
      {createPortal(<section data-print="sheet">{labels}</section>, document.body)}
    </Dialog>
  );
}

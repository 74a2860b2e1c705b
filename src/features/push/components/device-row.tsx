import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { SwitchRow } from '@/components/shared/switch-row';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { type PushDevice, useChangeDevice, useRemoveDevice } from '@/features/push/api/devices';
import { RenameDialog } from '@/features/push/components/rename-dialog';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  device: PushDevice;
  isThisDevice: boolean;
}

/** One device: since when, reached last when, what it shows, and its end. */
export function DeviceRow({ device, isThisDevice }: Props) {
  const { t } = useTranslation(['push', 'common']);
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const change = useChangeDevice();
  const remove = useRemoveDevice();
  const name = device.device_name;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 break-words font-[550]">{name}</p>
        {isThisDevice && <Badge tone="primary">{t('device.this')}</Badge>}
        {device.failures > 0 && <Badge tone="attention">{t('device.failing')}</Badge>}
        <span className="ml-auto flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('device.renameNamed', { name })}
            onClick={() => setOpen('rename')}
          >
            <Pencil aria-hidden="true" />
          </Button>
          {!isThisDevice && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('device.removeNamed', { name })}
              onClick={() => setOpen('remove')}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </span>
      </div>
      <Reached device={device} />
      <SwitchRow
        id={`push-details-${device.id}`}
        label={t('device.details')}
        text={t('device.detailsText')}
        checked={device.details}
        onCheckedChange={(details) => change.mutate({ id: device.id, changes: { details } })}
      />
      {open === 'rename' && <RenameDialog device={device} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={(next) => !next && setOpen(null)}
        title={t('device.removeQuestion', { name })}
        description={t('device.removeText')}
        confirmLabel={t('device.remove')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(device.id, { onSuccess: () => setOpen(null) })}
      />
    </li>
  );
}

function Reached({ device }: { device: PushDevice }) {
  const { t } = useTranslation('push');
  const format = useFormat();
  const { last_success_at: last } = device;
  return (
    <p className="text-muted text-sm">
      {last
        ? t('device.reached', { date: format.dateTime(last) })
        : t('device.since', { date: format.dateTime(device.created_at) })}
    </p>
  );
}

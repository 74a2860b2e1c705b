import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type PushDevice, useChangeDevice } from '@/features/push/api/devices';
import { useTranslation } from '@/lib/use-translation';

const MAX_LENGTH = 80;

interface Props {
  device: PushDevice;
  onClose: () => void;
}

export function RenameDialog({ device, onClose }: Props) {
  const { t } = useTranslation('push');
  const change = useChangeDevice();
  const form = useForm({
    initial: { name: device.device_name },
    read: ({ name }, wrong) => name.trim() || wrong('name', t('device.nameMissing')),
    submit: (device_name) => change.mutateAsync({ id: device.id, changes: { device_name } }),
    done: onClose,
  });
  return (
    <FormDialog title={t('device.rename')} form={form} columns={1} onClose={onClose}>
      <Field label={t('device.name')} hint={t('device.nameHint')}>
        <Input {...form.text('name')} maxLength={MAX_LENGTH} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

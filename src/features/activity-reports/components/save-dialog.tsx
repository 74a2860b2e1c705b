import { useId, useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { FieldError, useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import type { SavedReport } from '@/features/activity-reports/api/queries';
import { useSaveReport } from '@/features/activity-reports/api/save-report';
import { RecipientsField } from '@/features/activity-reports/components/recipients-field';
import {
  RHYTHMS,
  rhythmOf,
  SENDINGS,
  scheduleFor,
  sendingOf,
} from '@/features/activity-reports/schedule';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

export interface SaveDialogProps {
  /** One's own report that is open: saved over under its name. */
  stored: SavedReport | null;
  definition: object;
  onSaved: (id: string) => void;
  onClose: () => void;
}

export function SaveDialog({ stored, definition, onSaved, onClose }: SaveDialogProps) {
  const { t } = useTranslation('activity-reports');
  const shareId = useId();
  const mayShare = useIsPrivileged();
  const save = useSaveReport(useViewer().company?.id ?? '');
  const [opened] = useState(stored);
  const form = useForm({
    initial: {
      name: stored?.name ?? '',
      shared: stored?.shared ?? false,
      rhythm: rhythmOf(stored?.schedule),
      sending: sendingOf(stored?.schedule),
      recipients: stored?.recipients ?? [],
    },
    read: ({ name, shared, rhythm, sending, recipients }, wrong) => ({
      name: name.trim() || wrong('name', t('save.nameMissing')),
      shared,
      definition,
      schedule: scheduleFor(rhythm, sending, stored?.schedule),
      recipients,
    }),
    submit: (report) =>
      save.mutateAsync({ opened, ...report }).catch((cause: unknown) => {
        throw new FieldError('name', errorText(cause));
      }),
    done: (id) => {
      onSaved(id);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('save.title')} width="small" columns={1} onClose={onClose}>
      <Field label={t('save.name')}>
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('save.mail')} hint={t('save.mailText')}>
        <Select
          {...form.value('rhythm')}
          options={RHYTHMS.map((value) => ({ value, label: t(`save.every.${value}`) }))}
        />
      </Field>
      {form.values.rhythm !== 'never' && (
        <Field label={t('save.sending')} hint={t('save.sendingText')}>
          <Select
            {...form.value('sending')}
            options={SENDINGS.map((value) => ({ value, label: t(`save.send.${value}`) }))}
          />
        </Field>
      )}
      {mayShare && form.values.rhythm !== 'never' && (
        <RecipientsField {...form.value('recipients')} />
      )}
      {mayShare && (
        <SwitchRow
          id={shareId}
          label={t('save.share')}
          text={t('save.shareText')}
          {...form.checked('shared')}
        />
      )}
    </FormDialog>
  );
}

import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { Document, Folder } from '@/features/documents/api/queries';
import { useSaveDocument } from '@/features/documents/api/save-document';
import { foldersOf } from '@/features/documents/document-facts';
import { useTranslation } from '@/lib/use-translation';

export interface DocumentDialogProps {
  companyId: string;
  document: Document;
  folders: readonly Folder[];
  onClose: () => void;
}

const NO_FOLDER = 'none';

export default function DocumentDialog({
  companyId,
  document,
  folders,
  onClose,
}: DocumentDialogProps) {
  const { t } = useTranslation('documents');
  const save = useSaveDocument(companyId);
  const [opened] = useState(document);
  const form = useForm({
    initial: {
      name: document.name,
      folder_id: document.folder_id ?? NO_FOLDER,
      expires_on: document.expires_on,
      required_reading: document.required_reading,
    },
    read: ({ name, folder_id, expires_on, required_reading }, wrong) => ({
      name: name.trim() || wrong('name', t('document.nameRequired')),
      folder_id: folder_id === NO_FOLDER ? null : folder_id,
      expires_on:
        expires_on === 'invalid' ? wrong('expires_on', t('document.dateInvalid')) : expires_on,
      required_reading,
    }),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
  });
  return (
    <FormDialog form={form} title={t('document.edit')} onClose={onClose}>
      <Field label={t('document.name')} className="sm:col-span-2">
        <Input {...form.text('name')} maxLength={200} />
      </Field>
      <Field label={t('document.folder')}>
        <Select
          {...form.value('folder_id')}
          options={[
            { value: NO_FOLDER, label: t('folder.none') },
            ...foldersOf(folders, document.project_id).map(({ id, name: label }) => ({
              value: id,
              label,
            })),
          ]}
        />
      </Field>
      <Field label={t('document.expires')} optional hint={t('document.expiresHint')}>
        <DateInput {...form.value('expires_on')} />
      </Field>
      <div className="sm:col-span-2">
        <SwitchRow
          id="required-reading"
          label={t('document.required')}
          text={t('document.requiredHint')}
          {...form.checked('required_reading')}
        />
      </div>
    </FormDialog>
  );
}

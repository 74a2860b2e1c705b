import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { FormDialog } from '@/components/shared/form-dialog';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { Document, Folder } from '@/features/documents/api/queries';
import { useSaveDocument } from '@/features/documents/api/save-document';
import { foldersOf } from '@/features/documents/document-facts';

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
  const { t } = useTranslation(['documents', 'common']);
  const save = useSaveDocument(companyId);
  const [opened] = useState(document);
  const [name, setName] = useState(document.name);
  const [folder, setFolder] = useState(document.folder_id);
  const [expires, setExpires] = useState<DateInputValue>(document.expires_on);
  const [required, setRequired] = useState(document.required_reading);
  const [tried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (!name.trim() || expires === 'invalid') return;
    save.mutate(
      {
        opened,
        fields: {
          name: name.trim(),
          folder_id: folder,
          expires_on: expires,
          required_reading: required,
        },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t('document.edit')}
      error={save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('document.name')}
        className="sm:col-span-2"
        error={tried && !name.trim() ? t('document.nameRequired') : undefined}
      >
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('document.folder')}>
        <Select
          value={folder ?? NO_FOLDER}
          onValueChange={(next) => setFolder(next === NO_FOLDER ? null : next)}
          options={[
            { value: NO_FOLDER, label: t('folder.none') },
            ...foldersOf(folders, document.project_id).map(({ id, name: label }) => ({
              value: id,
              label,
            })),
          ]}
        />
      </Field>
      <Field
        label={t('document.expires')}
        optional={t('common:optional')}
        hint={t('document.expiresHint')}
        error={tried && expires === 'invalid' ? t('document.dateInvalid') : undefined}
      >
        <DateInput value={expires} onValueChange={setExpires} />
      </Field>
      <div className="sm:col-span-2">
        <SwitchRow
          id="required-reading"
          label={t('document.required')}
          text={t('document.requiredHint')}
          checked={required}
          onChange={setRequired}
        />
      </div>
    </FormDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/shared/form-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';

export interface VersionDialogProps {
  name: string;
  onFile: (file: File, note: string) => void;
  onClose: () => void;
}

/** A new version with a word on what changed, which readers see in the list of versions. */
export default function VersionDialog({ name, onFile, onClose }: VersionDialogProps) {
  const { t } = useTranslation(['documents', 'common']);
  const [file, setFile] = useState<File | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <FormDialog
      title={t('versions.newOf', { name })}
      error={null}
      busy={false}
      onClose={onClose}
      onSubmit={async () => {
        setTried(true);
        if (!file) return;
        onFile(file, note);
        onClose();
      }}
    >
      <Field
        label={t('versions.file')}
        className="sm:col-span-2"
        error={tried && !file ? t('versions.fileRequired') : undefined}
      >
        <Input type="file" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />
      </Field>
      <Field label={t('versions.note')} optional={t('common:optional')} className="sm:col-span-2">
        <Textarea
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

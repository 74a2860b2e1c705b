import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { useTranslation } from '@/lib/use-translation';

export interface VersionDialogProps {
  name: string;
  onFile: (file: File, note: string) => void;
  onClose: () => void;
}

/** A new version with a word on what changed, which readers see in the list of versions. */
export default function VersionDialog({ name, onFile, onClose }: VersionDialogProps) {
  const { t } = useTranslation('documents');
  const form = useForm({
    initial: { file: null as File | null, note: '' },
    read: ({ file, note }, wrong) => ({
      file: file ?? wrong('file', t('versions.fileRequired')),
      note,
    }),
    submit: ({ file, note }) => onFile(file, note),
    done: onClose,
  });
  return (
    <FormDialog form={form} title={t('versions.newOf', { name })} onClose={onClose}>
      <Field label={t('versions.file')} className="sm:col-span-2">
        <Input
          name="file"
          type="file"
          onChange={(event) => form.set({ file: event.target.files?.[0] ?? null })}
        />
      </Field>
      <Field label={t('versions.note')} optional className="sm:col-span-2">
        <Textarea {...form.text('note')} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

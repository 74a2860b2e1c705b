import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SHEET_TYPES, useAttachPaper } from '@/entities/signed-timesheet/writes';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface PaperDialogProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
  /** Of the person, as a first guess. */
  name: string;
  onClose: () => void;
}

/** For managers: the picture of a sheet that was signed on paper. */
export default function PaperDialog({
  companyId,
  employeeId,
  range,
  name,
  onClose,
}: PaperDialogProps) {
  const { t } = useTranslation('signed-timesheet');
  const { preferences } = useFormat();
  const attach = useAttachPaper();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm({
    initial: { name, file: '' },
    read: (values, wrong) => ({
      name: values.name.trim() || wrong('name', t('paper.nameMissing')),
      file: file ?? wrong('file', t('paper.fileMissing')),
    }),
    submit: (typed) =>
      attach.mutateAsync({
        companyId,
        employeeId,
        range: { start: range.start, end: range.end },
        language: preferences.language,
        ...typed,
      }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('paper.title')}
      description={t('paper.text')}
      save={t('paper.attach')}
      onClose={onClose}
    >
      <Field label={t('paper.file')}>
        <Input
          type="file"
          name="file"
          accept={SHEET_TYPES.join(',')}
          capture="environment"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </Field>
      <Field label={t('paper.name')}>
        <Input {...form.text('name')} maxLength={200} />
      </Field>
    </FormDialog>
  );
}

import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { SignaturePad, type Strokes } from '@/components/shared/signature-pad';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewerName } from '@/entities/viewer/use-viewer';
import type { Report } from '@/features/field-reports/api/queries';
import { useSubmitReport } from '@/features/field-reports/api/write-report';
import { useTranslation } from '@/lib/use-translation';

export interface SubmitDialogProps {
  report: Report;
  /** Names of parts that stay empty and are reported as none. */
  none: readonly string[];
  onClose: () => void;
}

/** Signs by name, and by hand for who wants to; says what will be reported as none. */
export default function SubmitDialog({ report, none, onClose }: SubmitDialogProps) {
  const { t } = useTranslation('field-reports');
  const send = useSubmitReport(report.id);
  const form = useForm({
    initial: { name: useViewerName(), strokes: [] as Strokes },
    read: ({ name, strokes }, wrong) => ({ name: name.trim() || wrong('name', ''), strokes }),
    submit: (signature) => send.mutateAsync(signature),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('submit.title')}
      description={report.number}
      width="small"
      columns={1}
      save={t('submit.open')}
      button={{ disabled: !form.valid }}
      onClose={onClose}
    >
      {none.length > 0 && <Notice title={t('submit.none')}>{none.join(', ')}</Notice>}
      <Field label={t('submit.name')} hint={t('submit.statement')}>
        <Input {...form.text('name')} maxLength={200} />
      </Field>
      <SignaturePad label={t('submit.draw')} {...form.value('strokes')} />
    </FormDialog>
  );
}

import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { type LegalHold, useAddHold, useEndHold } from '@/features/retention/api/retention';
import { useTranslation } from '@/lib/use-translation';

const MAX_REASON = 500;
const isReason = (typed: string): boolean => typed.trim().length >= 3;

/** A person or a project, and why nothing about it may be deleted. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('retention');
  const add = useAddHold();
  const form = useForm({
    initial: {
      of: 'person' as 'person' | 'project',
      employeeId: null as string | null,
      projectId: null as string | null,
      reason: '',
    },
    read: ({ of, employeeId, projectId, reason }, wrong) => ({
      employeeId: of === 'person' ? (employeeId ?? wrong('employeeId', t('dialog.choose'))) : null,
      projectId: of === 'project' ? (projectId ?? wrong('projectId', t('dialog.choose'))) : null,
      reason: isReason(reason) ? reason.trim() : wrong('reason', t('dialog.reasonWrong')),
    }),
    submit: (hold) => add.mutateAsync(hold),
    refusals: { legal_holds_reason_length: ['reason', t('dialog.reasonWrong')] },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('dialog.title')}
      description={t('dialog.text')}
      save={t('dialog.save')}
      onClose={onClose}
    >
      <Field label={t('dialog.of')}>
        <Select
          {...form.value('of')}
          options={(['person', 'project'] as const).map((value) => ({
            value,
            label: t(`dialog.${value}`),
          }))}
        />
      </Field>
      {form.values.of === 'person' ? (
        <Field label={t('dialog.person')}>
          <EmployeePicker {...form.value('employeeId')} include="all" />
        </Field>
      ) : (
        <Field label={t('dialog.project')}>
          <ProjectPicker {...form.value('projectId')} include="all" />
        </Field>
      )}
      <Field label={t('dialog.reason')} hint={t('dialog.reasonHint')}>
        <Textarea {...form.text('reason')} rows={3} maxLength={MAX_REASON} />
      </Field>
    </FormDialog>
  );
}

interface EndHoldDialogProps {
  hold: LegalHold;
  name: string;
  onClose: () => void;
}

export function EndHoldDialog({ hold, name, onClose }: EndHoldDialogProps) {
  const { t } = useTranslation('retention');
  const end = useEndHold();
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }, wrong) => ({
      id: hold.id,
      reason: isReason(reason) ? reason.trim() : wrong('reason', t('dialog.reasonWrong')),
    }),
    submit: (given) => end.mutateAsync(given),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('endDialog.title', { name })}
      description={t('endDialog.text')}
      save={t('endDialog.save')}
      onClose={onClose}
    >
      <Field label={t('endDialog.reason')}>
        <Textarea {...form.text('reason')} rows={3} maxLength={MAX_REASON} />
      </Field>
    </FormDialog>
  );
}

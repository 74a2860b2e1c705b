import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import {
  type CustomField,
  type CustomValues,
  customOf,
} from '@/entities/custom-field/custom-field';
import { CustomInputs } from '@/entities/custom-field/custom-inputs';
import { useTranslation } from '@/lib/use-translation';

export interface ClockFieldsDialogProps {
  fields: readonly CustomField[];
  onAnswer: (values: CustomValues | null) => void;
}

/** What an owner wants to know before the clock starts. */
export function ClockFieldsDialog({ fields, onAnswer }: ClockFieldsDialogProps) {
  const { t } = useTranslation('custom-fields');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    initial: { custom: customOf(null) },
    read: ({ custom }, wrong) => {
      if (problem) wrong('custom', problem);
      return custom;
    },
    submit: onAnswer,
  });
  return (
    <FormDialog
      form={form}
      title={t('clock.title')}
      width="small"
      save={t('clock.start')}
      columns={1}
      button={{ size: 'large' }}
      onClose={() => onAnswer(null)}
    >
      <CustomInputs
        fields={fields}
        values={form.values.custom}
        onValuesChange={(custom) => form.set({ custom })}
        attempted={form.attempts > 0}
        onProblem={setProblem}
      />
    </FormDialog>
  );
}

import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Step } from '@/features/public-work/apprentices/api/queries';
import { useSaveStep } from '@/features/public-work/apprentices/api/save';
import { StepRow } from '@/features/public-work/apprentices/components/step-row';
import { fieldsOf, problemOf, type StepDraft } from '@/features/public-work/apprentices/ladder';
import { useTranslation } from '@/lib/use-translation';

interface StepFormProps {
  companyId: string;
  step: Step;
  byProgram: boolean;
  onClose: () => void;
}

const draftOf = (step: Step): StepDraft => ({
  key: 0,
  level: step.level,
  percent: String(step.percent),
  fringe: String(step.fringe_percent ?? ''),
  from: step.from_date,
  to: step.to_date,
});

export function StepForm({ companyId, step, byProgram, onClose }: StepFormProps) {
  const { t } = useTranslation(['apprentices', 'common']);
  const save = useSaveStep(companyId);
  const [opened] = useState(step);
  const form = useForm({
    initial: () => ({ draft: draftOf(step), registration: step.registration_number ?? '' }),
    read: ({ draft, registration }, wrong) => {
      const problem = problemOf(draft, byProgram);
      if (problem) wrong('draft', t(`problem.${problem}`));
      return {
        ...fieldsOf(draft, byProgram),
        // What a step says of fringe stays while its program does not ask for it.
        ...(!byProgram && { fringe_percent: opened.fringe_percent }),
        registration_number: registration.trim() || null,
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
  });
  const { draft } = form.values;
  return (
    <Form form={form} className="grid gap-3">
      <ul>
        <StepRow
          number={1}
          step={draft}
          byProgram={byProgram}
          problem={form.attempts > 0 ? problemOf(draft, byProgram) : null}
          refusal={null}
          onChange={(changed) => form.set({ draft: changed })}
          onRemove={undefined}
        />
      </ul>
      <Field label={t('step.registration')} optional>
        <Input {...form.text('registration')} maxLength={100} />
      </Field>
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-start">
        {t('common:action.save')}
      </Button>
    </Form>
  );
}

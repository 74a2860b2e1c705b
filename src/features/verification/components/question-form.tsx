import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { useSaveQuestion } from '@/features/verification/api/save-question';
import { useTranslation } from '@/lib/use-translation';

export interface QuestionFormProps {
  companyId: string;
  question: ClockQuestion | null;
  position: number;
  onDone: () => void;
}

/** Both languages are asked for: everyone on site must be able to answer. */
export function QuestionForm({ companyId, question, position, onDone }: QuestionFormProps) {
  const { t } = useTranslation(['verification', 'common']);
  const save = useSaveQuestion(companyId);
  const [opened] = useState(question);
  const form = useForm({
    initial: {
      moment: question?.moment ?? ('out' as const),
      text_en: question?.text_en ?? '',
      text_es: question?.text_es ?? '',
      alarm: question?.alarm_answer ?? ('none' as const),
      opens_incident: question?.opens_incident ?? false,
    },
    read: ({ alarm, opens_incident, ...fields }, wrong) => {
      for (const name of ['text_en', 'text_es'] as const)
        if (!fields[name].trim()) wrong(name, t('question.required'));
      return {
        ...fields,
        alarm_answer: alarm === 'none' ? null : alarm,
        opens_incident: alarm !== 'none' && opens_incident,
        position: question?.position ?? position,
        active: question?.active ?? true,
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onDone,
  });
  return (
    <Form form={form} className="grid gap-3 rounded-card border p-4">
      <Field label={t('question.en')}>
        <Input {...form.text('text_en')} lang="en" maxLength={300} />
      </Field>
      <Field label={t('question.es')}>
        <Input {...form.text('text_es')} lang="es" maxLength={300} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('question.moment')}>
          <Select
            {...form.value('moment')}
            options={(['in', 'out'] as const).map((value) => ({
              value,
              label: t(`moment.${value}`),
            }))}
          />
        </Field>
        <Field label={t('question.alarm')}>
          <Select
            {...form.value('alarm')}
            options={(['none', 'yes', 'no'] as const).map((value) => ({
              value,
              label: t(`alarm.${value}`),
            }))}
          />
        </Field>
      </div>
      {form.values.alarm !== 'none' && (
        <SwitchRow
          id="question-incident"
          label={t('question.incident')}
          text={t('question.incidentText')}
          {...form.checked('opens_incident')}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('common:action.save')}
        </Button>
      </div>
    </Form>
  );
}

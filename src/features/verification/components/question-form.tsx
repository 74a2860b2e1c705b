import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { useSaveQuestion } from '@/features/verification/api/save-question';
import { errorWords } from '@/lib/errors';

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
  const [tried, setTried] = useState(false);
  const [fields, setFields] = useState({
    moment: question?.moment ?? ('out' as const),
    text_en: question?.text_en ?? '',
    text_es: question?.text_es ?? '',
    alarm_answer: question?.alarm_answer ?? null,
    opens_incident: question?.opens_incident ?? false,
  });
  const change = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const missing = (text: string) =>
    tried && text.trim() === '' ? t('question.required') : undefined;
  const submit = () => {
    setTried(true);
    if (!fields.text_en.trim() || !fields.text_es.trim()) return;
    save.mutate(
      {
        opened,
        fields: {
          ...fields,
          opens_incident: fields.alarm_answer !== null && fields.opens_incident,
          position: question?.position ?? position,
          active: question?.active ?? true,
        },
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-3 rounded-card border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {save.error && <Notice tone="danger">{errorWords(save.error)}</Notice>}
      <Field label={t('question.en')} error={missing(fields.text_en)}>
        <Input
          lang="en"
          maxLength={300}
          value={fields.text_en}
          onChange={(event) => change({ text_en: event.target.value })}
        />
      </Field>
      <Field label={t('question.es')} error={missing(fields.text_es)}>
        <Input
          lang="es"
          maxLength={300}
          value={fields.text_es}
          onChange={(event) => change({ text_es: event.target.value })}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('question.moment')}>
          <Select
            value={fields.moment}
            onValueChange={(moment) => change({ moment })}
            options={(['in', 'out'] as const).map((value) => ({
              value,
              label: t(`moment.${value}`),
            }))}
          />
        </Field>
        <Field label={t('question.alarm')}>
          <Select
            value={fields.alarm_answer ?? 'none'}
            onValueChange={(value) => change({ alarm_answer: value === 'none' ? null : value })}
            options={(['none', 'yes', 'no'] as const).map((value) => ({
              value,
              label: t(`alarm.${value}`),
            }))}
          />
        </Field>
      </div>
      {fields.alarm_answer !== null && (
        <SwitchRow
          id="question-incident"
          label={t('question.incident')}
          text={t('question.incidentText')}
          checked={fields.opens_incident}
          onChange={(opens_incident) => change({ opens_incident })}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  );
}

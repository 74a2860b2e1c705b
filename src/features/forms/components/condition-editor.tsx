import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { answersOf, type Condition, type Question } from '@/entities/form/form-definition';
import { CheckRow } from '@/features/forms/components/check-row';
import { useAnswerLabel } from '@/features/forms/use-answer-label';
import { useTranslation } from '@/lib/use-translation';

const ALWAYS = 'always';

export interface ConditionEditorProps {
  value: Condition | undefined;
  onValueChange: (when: Condition | undefined) => void;
  /** What comes before it. */
  questions: readonly Question[];
}

/** When something is shown: always, or after certain answers to an earlier question. */
export function ConditionEditor({ value, onValueChange, questions }: ConditionEditorProps) {
  const { t, language } = useTranslation('forms');
  const labelOf = useAnswerLabel();
  const possible = questions.filter((question) => answersOf(question).length > 0);
  const chosen = possible.find(({ id }) => id === value?.question);
  if (possible.length === 0 && !value) return null;
  const textOf = ({ label }: Question) => label[language] || label.en || label.es || '–';
  return (
    <div className="grid gap-2">
      <Field label={t('builder.condition')}>
        <Select
          value={chosen?.id ?? ALWAYS}
          onValueChange={(id) => {
            const question = possible.find((one) => one.id === id);
            const first = question && answersOf(question)[0];
            onValueChange(question && first ? { question: id, is: [first] } : undefined);
          }}
          options={[
            { value: ALWAYS, label: t('builder.always') },
            ...possible.map((question) => ({ value: question.id, label: textOf(question) })),
          ]}
        />
      </Field>
      {chosen && value && (
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="text-muted text-sm">{t('builder.conditionAnswers')}</legend>
          {answersOf(chosen).map((id) => (
            <CheckRow
              key={id}
              label={labelOf(chosen, id) || '–'}
              checked={value.is.includes(id)}
              onCheckedChange={(on) =>
                onValueChange({
                  ...value,
                  is: on ? [...value.is, id] : value.is.filter((other) => other !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

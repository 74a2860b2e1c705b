import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { DefinitionProblem } from '@/entities/form/check-definition';
import {
  answersOf,
  failingAnswers,
  QUESTION_KINDS,
  type Question,
} from '@/entities/form/form-definition';
import { CheckRow } from '@/features/forms/components/check-row';
import { ConditionEditor } from '@/features/forms/components/condition-editor';
import { LanguageInputs } from '@/features/forms/components/language-inputs';
import { ProblemText } from '@/features/forms/components/problem-text';
import { newChoice, withKind } from '@/features/forms/definition-edits';
import { useAnswerLabel } from '@/features/forms/use-answer-label';
import { useTranslation } from '@/lib/use-translation';

export interface QuestionEditorProps {
  number: number;
  question: Question;
  onQuestionChange: (question: Question) => void;
  /** Null: it is the first or the last. */
  onMove: { up: (() => void) | null; down: (() => void) | null };
  onRemove: () => void;
  before: readonly Question[];
  problem: DefinitionProblem | undefined;
}

function Choices({
  question,
  onQuestionChange,
}: Pick<QuestionEditorProps, 'question' | 'onQuestionChange'>) {
  const { t } = useTranslation('forms');
  const { choices = [] } = question;
  const set = (next: typeof choices) => onQuestionChange({ ...question, choices: next });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-[550] text-sm">{t('builder.choices')}</legend>
      {choices.map((choice, at) => (
        <div key={choice.id} className="flex items-end gap-2">
          <div className="flex-1">
            <LanguageInputs
              label={t('builder.choice', { number: at + 1 })}
              spanish={t('builder.choiceEs', { number: at + 1 })}
              value={choice.label}
              onValueChange={(label) =>
                set(choices.map((other) => (other.id === choice.id ? { ...choice, label } : other)))
              }
            />
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('builder.removeChoice', { number: at + 1 })}
            disabled={choices.length <= 2}
            onClick={() =>
              onQuestionChange({
                ...question,
                choices: choices.filter(({ id }) => id !== choice.id),
                ...(question.fails && { fails: question.fails.filter((id) => id !== choice.id) }),
              })
            }
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => set([...choices, newChoice()])}
      >
        <Plus aria-hidden="true" />
        {t('builder.addChoice')}
      </Button>
    </fieldset>
  );
}

/** One question: its texts, kind, what fails and when it is shown. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { number, question, onQuestionChange, onMove, onRemove, before, problem } = props;
  const { t } = useTranslation('forms');
  const labelOf = useAnswerLabel();
  const [more, setMore] = useState(Boolean(question.help ?? question.when));
  const change = (part: Partial<Question>) => onQuestionChange({ ...question, ...part });
  const answers = answersOf(question);
  const failing = failingAnswers(question);
  const name = t('builder.question', { number });
  return (
    <section aria-label={name} className="grid gap-3 rounded-small border p-3">
      <div className="flex items-center gap-1">
        <h4 className="mr-auto font-[550] text-sm">{name}</h4>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${t('builder.up')}: ${name}`}
          disabled={!onMove.up}
          onClick={() => onMove.up?.()}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${t('builder.down')}: ${name}`}
          disabled={!onMove.down}
          onClick={() => onMove.down?.()}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${t('builder.remove')}: ${name}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <ProblemText problem={problem} />
      <LanguageInputs
        label={t('builder.label')}
        spanish={t('builder.labelEs')}
        value={question.label}
        onValueChange={(label) => change({ label })}
        error={problem === 'text_missing' ? t('problem.text_missing') : undefined}
      />
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <Field label={t('builder.kind')}>
          <Select
            value={question.kind}
            onValueChange={(kind) => onQuestionChange(withKind(question, kind))}
            options={QUESTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </Field>
        <CheckRow
          label={t('builder.required')}
          checked={question.required ?? false}
          onCheckedChange={(required) => change({ required })}
        />
      </div>
      {question.kind === 'number' && (
        <LanguageInputs
          label={t('builder.unit')}
          spanish={t('builder.unitEs')}
          value={question.unit}
          onValueChange={(unit) => change({ unit })}
        />
      )}
      {question.choices && <Choices question={question} onQuestionChange={onQuestionChange} />}
      {answers.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="text-muted text-sm">{t('builder.fails')}</legend>
          {answers.map((id) => (
            <CheckRow
              key={id}
              label={labelOf(question, id) || '–'}
              checked={failing.includes(id)}
              onCheckedChange={(on) =>
                change({ fails: on ? [...failing, id] : failing.filter((other) => other !== id) })
              }
            />
          ))}
          {failing.length > 0 && (
            <CheckRow
              label={t('builder.photoOnFail')}
              checked={question.photo_on_fail ?? false}
              onCheckedChange={(photo_on_fail) => change({ photo_on_fail })}
            />
          )}
        </fieldset>
      )}
      {more ? (
        <>
          <LanguageInputs
            label={t('builder.help')}
            spanish={t('builder.helpEs')}
            value={question.help}
            onValueChange={(help) => change({ help })}
          />
          <ConditionEditor
            value={question.when}
            questions={before}
            onValueChange={(when) => {
              const { when: _, ...rest } = question;
              onQuestionChange(when ? { ...rest, when } : rest);
            }}
          />
        </>
      ) : (
        <Button
          variant="link"
          size="inline"
          className="my-1 justify-self-start"
          onClick={() => setMore(true)}
        >
          {t('builder.more')}
        </Button>
      )}
    </section>
  );
}

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { SignaturePad, type Strokes } from '@/components/shared/signature-pad';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import {
  type Answer,
  isFailed,
  type Missing,
  photoKey,
  type Signature,
  type Values,
} from '@/entities/form/form-answers';
import { answersOf, failingAnswers, type Question } from '@/entities/form/form-definition';
import { TapChoices } from '@/entities/form/tap-choices';
import type { Language } from '@/lib/languages';
import { numberIn, numberText } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export interface PhotoAnswerProps {
  label: string;
  ids: readonly string[];
  onIdsChange: (ids: string[]) => void;
}

export interface QuestionInputProps {
  question: Question;
  values: Values;
  onAnswer: (key: string, answer: Answer | undefined) => void;
  language: Language;
  missing: Missing | null;
  /** Where photos are taken and stored; the preview takes none. */
  photos: (props: PhotoAnswerProps) => ReactNode;
  /** Who signs, in the part of one person. */
  signer?: string;
}

const listOf = (answer: Answer | undefined): string[] =>
  Array.isArray(answer) ? answer : typeof answer === 'string' && answer !== '' ? [answer] : [];

const NUMBER = { digits: 6, min: -1e12, max: 1e12 };

interface AnsweredNumberProps {
  labelId: string;
  answer: number | string | undefined;
  onAnswer: (answer: number | string | undefined) => void;
}

/** Text that is no number yet stays as typed: the form is not sent with it, and the draft still has it. */

function AnsweredNumber({ labelId, answer, onAnswer }: AnsweredNumberProps) {
  const [typed, setTyped] = useState(
    typeof answer === 'number' ? numberText(answer) : (answer ?? ''),
  );
  return (
    <NumberInput
      aria-labelledby={labelId}
      limits={NUMBER}
      className="max-w-48"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onAnswer(numberIn(target.value, NUMBER) ?? target.value.trim());
      }}
    />
  );
}

function Control(props: QuestionInputProps & { labelId: string }) {
  const { question, values, onAnswer, language, photos, signer = '', labelId } = props;
  const { t } = useTranslation('form-fill');
  const { id, kind } = question;
  const answer = values[id];
  const label = question.label[language];
  const set = (next: Answer | undefined) => onAnswer(id, next === '' ? undefined : next);
  const text = { 'aria-labelledby': labelId, value: typeof answer === 'string' ? answer : '' };
  switch (kind) {
    case 'text':
      return <Textarea {...text} maxLength={5000} onChange={(event) => set(event.target.value)} />;
    case 'number':
      return (
        <div className="flex items-center gap-2">
          <AnsweredNumber
            labelId={labelId}
            answer={typeof answer === 'number' || typeof answer === 'string' ? answer : undefined}
            onAnswer={set}
          />
          {question.unit && <span className="text-muted">{question.unit[language]}</span>}
        </div>
      );
    case 'date':
    case 'time':
      return (
        <Input
          {...text}
          type={kind}
          className="max-w-48"
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'photo':
      return photos({ label, ids: listOf(answer), onIdsChange: (ids) => set(ids) });
    case 'signature': {
      // Only a drawing is taken for the person's own: without one, they type their name to sign.
      const signed = (answer as Signature | undefined) ?? { name: '', strokes: [] };
      return (
        <div className="grid gap-2">
          <SignaturePad
            label={t('signature.sign', { label })}
            value={signed.strokes as unknown as Strokes}
            onValueChange={(strokes) =>
              set({ name: signed.name || signer, strokes: strokes as unknown as number[][][] })
            }
          />
          <Field label={t('signature.name')}>
            <Input
              value={signed.name}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => set({ ...signed, name: event.target.value })}
            />
          </Field>
        </div>
      );
    }
    default: {
      const options = answersOf(question).map((answerId) => ({
        id: answerId,
        label:
          kind === 'check'
            ? t(`check.${answerId as 'pass'}`)
            : kind === 'yes_no'
              ? t(`yes_no.${answerId as 'yes'}`)
              : question.choices?.find((choice) => choice.id === answerId)?.label[language],
      }));
      return (
        <TapChoices
          options={options}
          value={listOf(answer)}
          several={kind === 'choices'}
          failing={failingAnswers(question)}
          labelledBy={labelId}
          onValueChange={(ids) => set(kind === 'choices' ? ids : ids[0])}
        />
      );
    }
  }
}

/** One question with its answer, what it lacks, and the photo a failure asks for. */
export function QuestionInput(props: QuestionInputProps) {
  const { question, values, onAnswer, language, missing, photos } = props;
  const { t } = useTranslation('form-fill');
  const labelId = useId();
  const failed = isFailed(question, values);
  const ofFailure = photoKey(question.id);
  return (
    <div className="grid grid-cols-1 gap-2" data-question={question.id}>
      <p id={labelId} className="wrap-break-word font-[550]">
        {question.label[language] || '–'}
        {!question.required && (
          <span className="ml-1 font-normal text-muted text-sm">({t('optional')})</span>
        )}
      </p>
      {question.help && <p className="text-muted text-sm">{question.help[language]}</p>}
      <Control {...props} labelId={labelId} />
      {failed && (
        <div className="grid gap-2 rounded-small bg-danger-soft p-3">
          <p className="text-sm">{t('failed')}</p>
          {(question.photo_on_fail || listOf(values[ofFailure]).length > 0) &&
            photos({
              label: t('photo.ofFailure'),
              ids: listOf(values[ofFailure]),
              onIdsChange: (ids) => onAnswer(ofFailure, ids),
            })}
        </div>
      )}
      {missing && (
        <p role="alert" className="flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {t(
            missing === 'answer' && question.kind === 'signature'
              ? 'missing.signature'
              : `missing.${missing}`,
          )}
        </p>
      )}
    </div>
  );
}

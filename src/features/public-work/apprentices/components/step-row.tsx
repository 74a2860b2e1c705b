import { X } from 'lucide-react';
import { NumberInput } from '@/components/form/number-input';
import { DateInput } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  FRINGE_PERCENT,
  PERCENT,
  type StepDraft,
  type StepProblem,
} from '@/features/public-work/apprentices/ladder';
import { useTranslation } from '@/lib/use-translation';

interface StepRowProps {
  number: number;
  step: StepDraft;
  /** The program says how much of the fringe. */
  byProgram: boolean;
  problem: StepProblem | null;
  /** Why it was not saved. */
  refusal: string | null;
  onChange: (step: StepDraft) => void;
  onRemove: (() => void) | undefined;
}

export function StepRow({ number, step, byProgram, problem, refusal, ...on }: StepRowProps) {
  const { t } = useTranslation('apprentices');
  const text = (name: 'level' | 'percent' | 'fringe') => ({
    value: step[name],
    onChange: ({ target }: { target: { value: string } }) =>
      on.onChange({ ...step, [name]: target.value }),
  });
  const message = refusal ?? (problem && t(`problem.${problem}`));
  return (
    <li className="grid gap-2 border-b pb-3">
      <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_5.5rem_6rem_9.5rem_9.5rem_2.5rem]">
        <Field label={t('step.level')} className="max-sm:col-span-2">
          <Input
            {...text('level')}
            maxLength={100}
            placeholder={t('ladder.level', { step: number })}
          />
        </Field>
        <Field label={t('step.percent')}>
          <NumberInput {...text('percent')} limits={PERCENT} placeholder="60" />
        </Field>
        <Field label={t('step.fringe')}>
          {byProgram ? (
            <NumberInput {...text('fringe')} limits={FRINGE_PERCENT} placeholder="60" />
          ) : (
            <Input value={t('step.all')} disabled readOnly />
          )}
        </Field>
        <Field label={t('step.from')}>
          <DateInput value={step.from} onValueChange={(from) => on.onChange({ ...step, from })} />
        </Field>
        <Field label={t('step.to')}>
          <DateInput value={step.to} onValueChange={(to) => on.onChange({ ...step, to })} />
        </Field>
        {on.onRemove && (
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('ladder.remove', { step: number })}
            onClick={on.onRemove}
          >
            <X />
          </Button>
        )}
      </div>
      {message && (
        <p role="alert" className="text-danger text-sm">
          {message}
        </p>
      )}
    </li>
  );
}

import { useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ladderOf, type StepDraft } from '@/features/public-work/apprentices/ladder';
import type { IsoDate } from '@/lib/format';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

interface LadderFieldsProps {
  today: IsoDate;
  onFill: (steps: StepDraft[]) => void;
}

const PERCENT = { digits: 2, min: 0.01, max: 100 };
const LIMITS = {
  steps: { digits: 0, min: 1, max: 20 },
  months: { digits: 0, min: 1, max: 60 },
  first: PERCENT,
  last: PERCENT,
};

/** Fills in equal steps, to be corrected line by line before they are saved. */
export function LadderFields({ today, onFill }: LadderFieldsProps) {
  const { t } = useTranslation('apprentices');
  const [start, setStart] = useState<DateInputValue>(today);
  const [typed, setTyped] = useState({ steps: '8', months: '6', first: '50', last: '85' });
  const [isWrong, setWrong] = useState(false);
  const fill = () => {
    const steps = numberIn(typed.steps, LIMITS.steps);
    const months = numberIn(typed.months, LIMITS.months);
    const first = numberIn(typed.first, LIMITS.first);
    const last = numberIn(typed.last, LIMITS.last);
    const isReadable =
      isDate(start) && steps !== null && months !== null && first !== null && last !== null;
    setWrong(!isReadable);
    if (isReadable)
      onFill(
        ladderOf({ start, months, steps, firstPercent: first, lastPercent: last }, (step) =>
          t('ladder.level', { step }),
        ),
      );
  };
  return (
    <fieldset className="grid items-end gap-3 rounded-card border p-3 max-sm:grid-cols-2 sm:col-span-2 sm:grid-cols-[9.5rem_1fr_1fr_1fr_1fr]">
      <legend className="px-1 font-[550] text-sm">{t('ladder.fill')}</legend>
      <Field label={t('ladder.start')} className="max-sm:col-span-2">
        <DateInput value={start} onValueChange={setStart} />
      </Field>
      {(['steps', 'months', 'first', 'last'] as const).map((name) => (
        <Field key={name} label={t(`ladder.${name}Field`)}>
          <NumberInput
            limits={LIMITS[name]}
            value={typed[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        </Field>
      ))}
      {isWrong && (
        <p role="alert" className="text-danger text-sm col-span-full">
          {t('required.ladder')}
        </p>
      )}
      <Button className="justify-self-start col-span-full" onClick={fill}>
        {t('ladder.fillButton')}
      </Button>
    </fieldset>
  );
}

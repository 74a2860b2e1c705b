import { useState } from 'react';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ladderOf, type StepDraft } from '@/features/public-work/apprentices/ladder';
import { typedNumber } from '@/features/public-work/typed-number';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

interface LadderFieldsProps {
  today: IsoDate;
  onFill: (steps: StepDraft[]) => void;
}

const isCount = (value: number | null, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= max;
const isPercent = (value: number | null): value is number =>
  value !== null && value > 0 && value <= 100;

/** Fills in equal steps, to be corrected line by line before they are saved. */
export function LadderFields({ today, onFill }: LadderFieldsProps) {
  const { t } = useTranslation('apprentices');
  const [start, setStart] = useState<DateInputValue>(today);
  const [typed, setTyped] = useState({ steps: '8', months: '6', first: '50', last: '85' });
  const [isWrong, setWrong] = useState(false);
  const fill = () => {
    const steps = typedNumber(typed.steps);
    const months = typedNumber(typed.months);
    const [first, last] = [typedNumber(typed.first), typedNumber(typed.last)];
    const isReadable =
      isDate(start) &&
      isCount(steps, 20) &&
      isCount(months, 60) &&
      isPercent(first) &&
      isPercent(last);
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
          <Input
            inputMode="decimal"
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

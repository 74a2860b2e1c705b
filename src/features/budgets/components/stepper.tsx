import { Minus, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

export interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
}

/** A number with less and more; announced when it changes. */
export function Stepper({ label, value, min, max, step = 1, onChange }: StepperProps) {
  const { t } = useTranslation('budgets');
  const change = (by: number) => onChange(Math.min(max, Math.max(min, value + by)));
  return (
    <fieldset className="flex items-center justify-between gap-3 py-1.5 text-sm">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true">{label}</span>
      <span className="flex items-center gap-1">
        <Button
          size="icon"
          variant="outline"
          aria-label={t('whatIf.less', { label })}
          disabled={value <= min}
          onClick={() => change(-step)}
        >
          <Minus aria-hidden="true" />
        </Button>
        <output aria-label={label} className="tabular w-10 text-center font-[620]">
          {value}
        </output>
        <Button
          size="icon"
          variant="outline"
          aria-label={t('whatIf.more', { label })}
          disabled={value >= max}
          onClick={() => change(step)}
        >
          <Plus aria-hidden="true" />
        </Button>
      </span>
    </fieldset>
  );
}

import { DateInput, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface RangeFieldsProps {
  range: DateRange;
  onChange: (name: 'from' | 'to', date: string) => void;
}

export function RangeFields({ range, onChange }: RangeFieldsProps) {
  const { t } = useTranslation('expenses');
  return (
    <>
      <Field label={t('all.from')} className="w-38">
        <DateInput
          value={range.start}
          onValueChange={(date) => isDate(date) && onChange('from', date)}
        />
      </Field>
      <Field label={t('all.to')} className="w-38">
        <DateInput
          value={range.end}
          onValueChange={(date) => isDate(date) && onChange('to', date)}
        />
      </Field>
    </>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DateInput, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { useWeek } from '@/features/public-work/facts/use-week';
import { useTranslation } from '@/lib/use-translation';

/** Which week: one back, one on, or any date in it. */
export function WeekBar({ week }: { week: ReturnType<typeof useWeek> }) {
  const { t } = useTranslation('payroll-facts');
  return (
    <div className="flex items-end gap-2">
      <Button size="icon" aria-label={t('week.before')} onClick={() => week.go(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Field label={t('week.ending')} className="w-40">
        <DateInput
          value={week.weekEnd}
          onValueChange={(date) => {
            if (isDate(date)) week.choose(date);
          }}
        />
      </Field>
      <Button
        size="icon"
        aria-label={t('week.after')}
        disabled={week.isNewest}
        onClick={() => week.go(1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

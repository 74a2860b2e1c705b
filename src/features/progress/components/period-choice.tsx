import { DateInput } from '@/components/shared/date-input';
import { Select } from '@/components/ui/select';
import { PROGRESS_PERIODS, type useProgressPeriod } from '@/features/progress/use-progress-period';
import { useTranslation } from '@/lib/use-translation';

/** Which days the report is about; a day that cannot be read, or an end before the start, changes nothing. */
export function PeriodChoice({
  period,
  range,
  choose,
  setDays,
}: ReturnType<typeof useProgressPeriod>) {
  const { t } = useTranslation('progress');
  const set = (start: string | null, end: string | null): void => {
    if (!start || !end || start === 'invalid' || end === 'invalid' || start > end) return;
    setDays({ start, end });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        size="compact"
        aria-label={t('period.label')}
        value={period}
        onValueChange={choose}
        options={PROGRESS_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      {period === 'custom' && (
        <>
          <div className="w-40">
            <DateInput
              aria-label={t('period.firstDay')}
              value={range.start}
              onValueChange={(start) => set(start, range.end)}
            />
          </div>
          <div className="w-40">
            <DateInput
              aria-label={t('period.lastDay')}
              value={range.end}
              onValueChange={(end) => set(range.start, end)}
            />
          </div>
        </>
      )}
    </div>
  );
}

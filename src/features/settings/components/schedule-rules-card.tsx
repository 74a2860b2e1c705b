import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** A value set through the API is offered too. */
const minutesOffered = (usual: readonly number[], current: number): number[] =>
  [...new Set([...usual, current])].sort((a, b) => a - b);

interface ScheduleRulesProps {
  company: ViewerCompany;
  disabled: boolean;
}

/** What the schedule means for the clock: who counts as late. Clocking in before the shift is a clock rule. */
export function ScheduleRulesCard({ company, disabled }: ScheduleRulesProps) {
  const { t } = useTranslation('settings');
  const { mutate: saveCompany, error } = useSaveCompany();
  return (
    <SettingsCard title={t('schedule.title')} text={t('schedule.text')}>
      {error && (
        <Notice className="mb-4" tone="danger">
          {errorText(error)}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('schedule.late')} hint={t('schedule.lateHint')}>
          <Select
            value={String(company.late_after_minutes)}
            onValueChange={(value) => saveCompany({ late_after_minutes: Number(value) })}
            options={minutesOffered([5, 10, 15, 30, 60], company.late_after_minutes).map(
              (value) => ({
                value: String(value),
                label: t('schedule.minutes', { count: value }),
              }),
            )}
            disabled={disabled}
          />
        </Field>
      </div>
    </SettingsCard>
  );
}

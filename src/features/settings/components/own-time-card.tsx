import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import {
  OWN_TIME_ACTIONS,
  OWN_TIME_RIGHTS,
  ownTimeColumn,
} from '@/entities/viewer/own-time-rights';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Half a year to seven; one set through the API is offered too. */
const monthsOffered = (current: number): number[] =>
  [...new Set([0, 6, 12, 24, 36, 84, current])].sort((a, b) => a - b);

/** Half a day to a week. */
const hoursOffered = (current: number): number[] =>
  [...new Set([12, 24, 48, 72, 168, current])].sort((a, b) => a - b);

/** The company's rule about one's own time; a person's exception is in their panel. */
export function OwnTimeCard({ company, disabled }: { company: ViewerCompany; disabled: boolean }) {
  const { t } = useTranslation('common');
  const { mutate: save, error } = useSaveCompany();
  return (
    <SettingsCard title={t('ownTime.title')} text={t('ownTime.text')}>
      {error && (
        <Notice className="mb-4" tone="danger">
          {errorText(error)}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {OWN_TIME_ACTIONS.map((action) => (
          <Field key={action} label={t(`ownTime.action.${action}`)}>
            <Select
              value={OWN_TIME_RIGHTS.find((right) => right === company[ownTimeColumn(action)])}
              onValueChange={(right) => save({ [ownTimeColumn(action)]: right })}
              options={OWN_TIME_RIGHTS.map((value) => ({
                value,
                label: t(`ownTime.right.${value}`),
              }))}
              disabled={disabled}
            />
          </Field>
        ))}
        <Field label={t('ownTime.latePunches')} hint={t('ownTime.latePunchesHint')}>
          <Select
            value={String(company.late_punch_hours)}
            onValueChange={(hours) => save({ late_punch_hours: Number(hours) })}
            options={hoursOffered(company.late_punch_hours).map((hours) => ({
              value: String(hours),
              label: t('ownTime.hours', { count: hours }),
            }))}
            disabled={disabled}
          />
        </Field>
        <Field label={t('ownTime.leavers')} hint={t('ownTime.leaversHint')}>
          <Select
            value={String(company.leaver_access_months)}
            onValueChange={(months) => save({ leaver_access_months: Number(months) })}
            options={monthsOffered(company.leaver_access_months).map((months) => ({
              value: String(months),
              label: months === 0 ? t('ownTime.never') : t('ownTime.months', { count: months }),
            }))}
            disabled={disabled}
          />
        </Field>
      </div>
    </SettingsCard>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TimeZonePicker } from '@/entities/company/time-zone-picker';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { policiesQuery } from '@/features/settings/api/overtime';
import { PayPeriodFields } from '@/features/settings/components/pay-period-fields';
import { errorText } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';

const RULES = [
  'cost_code_required',
  'team_visible',
  'own_rate_visible',
  'edit_reason_required',
  'foremen_approve',
  'own_pay_by_others',
  'own_approval_by_others',
  'office_pins_by_owners',
] as const;
const ROUNDINGS = ['none', '5', '6', '15'] as const;
const MEALS = ['off', '30', '45', '60'] as const;
const MEAL_AFTER_MINUTES = 360;

/** What the company's overtime rule of today does not allow. */
function useForbidden(company: ViewerCompany) {
  const { data: policies = [] } = useQuery(policiesQuery(company.id));
  const today = dateOf(serverNow(), company.time_zone);
  const policy = policies.find(({ effective_from }) => effective_from <= today)?.policy;
  const rules = (policy ?? {}) as { rounding_allowed?: boolean; auto_meal_allowed?: boolean };
  return { rounding: rules.rounding_allowed === false, meal: rules.auto_meal_allowed === false };
}

interface CompanyBasicsProps {
  company: ViewerCompany;
  isOwner: boolean;
}

/** When a day, a week and a pay period begin, and what holds for everybody's time. */
export function CompanyBasics({ company, isOwner }: CompanyBasicsProps) {
  const { t } = useTranslation('settings');
  const { mutate: save, error } = useSaveCompany();
  const days = useWeekDays();
  const forbids = useForbidden(company);
  const rounding = ROUNDINGS.find((value) => value === String(company.rounding_minutes ?? 'none'));
  const meal = MEALS.find((value) => value === String(company.auto_meal_minutes ?? 'off'));
  return (
    <SettingsCard title={t('tab.company')} text={t('company.text')}>
      {error && (
        <Notice className="mb-4" tone="danger">
          {errorText(error)}
        </Notice>
      )}
      <fieldset disabled={!isOwner} className="grid gap-4 sm:grid-cols-2">
        <legend className="sr-only">{t('tab.company')}</legend>
        <Field label={t('company.timeZone')} hint={t('company.timeZoneHint')}>
          <TimeZonePicker
            value={company.time_zone}
            onValueChange={(zone) => zone && save({ time_zone: zone })}
          />
        </Field>
        <Field label={t('company.weekStart')} hint={t('company.weekStartHint')}>
          <Select
            value={String(company.week_start)}
            onValueChange={(value) => save({ week_start: Number(value) })}
            options={days}
            disabled={!isOwner}
          />
        </Field>
        <PayPeriodFields company={company} disabled={!isOwner} onSave={save} />
        <Field
          label={t('company.rounding')}
          hint={t(forbids.rounding ? 'company.roundingForbidden' : 'company.roundingHint')}
        >
          <Select
            value={rounding}
            onValueChange={(value) =>
              save({ rounding_minutes: value === 'none' ? null : Number(value) })
            }
            options={ROUNDINGS.map((value) => ({ value, label: t(`company.round.${value}`) }))}
            disabled={!isOwner}
          />
        </Field>
        <Field
          label={t('company.meal')}
          hint={t(forbids.meal ? 'company.mealForbidden' : 'company.mealHint')}
        >
          <Select
            value={meal}
            onValueChange={(value) =>
              save(
                value === 'off'
                  ? { auto_meal_minutes: null, auto_meal_after_minutes: null }
                  : {
                      auto_meal_minutes: Number(value),
                      auto_meal_after_minutes: MEAL_AFTER_MINUTES,
                    },
              )
            }
            options={MEALS.map((value) => ({ value, label: t(`company.mealOption.${value}`) }))}
            disabled={!isOwner}
          />
        </Field>
      </fieldset>
      <div className="mt-4 divide-y border-t">
        {RULES.map((rule) => (
          <SwitchRow
            key={rule}
            id={rule}
            label={t(`company.rule.${rule}`)}
            text={t(`company.ruleText.${rule}`)}
            checked={company[rule]}
            disabled={!isOwner}
            onCheckedChange={(checked) => save({ [rule]: checked })}
          />
        ))}
      </div>
    </SettingsCard>
  );
}

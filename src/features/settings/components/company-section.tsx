import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { CardLink } from '@/components/shared/card-link';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TimeZonePicker } from '@/entities/company/time-zone-picker';
import { storageUseQuery } from '@/entities/uploads/storage-use';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { askingProjectsQuery } from '@/features/settings/api/locations';
import { exceptionsQuery, policiesQuery } from '@/features/settings/api/overtime';
import { DeleteCompany } from '@/features/settings/components/delete-company';
import { LocationRulesCard } from '@/features/settings/components/location-rules-card';
import { OvertimeCard } from '@/features/settings/components/overtime-card';
import { OvertimeExceptions } from '@/features/settings/components/overtime-exceptions';
import { OwnTimeCard } from '@/features/settings/components/own-time-card';
import { PayPeriodFields } from '@/features/settings/components/pay-period-fields';
import { RecordsCard } from '@/features/settings/components/records-card';
import { RoundingCard } from '@/features/settings/components/rounding-card';
import { ScheduleRulesCard } from '@/features/settings/components/schedule-rules-card';
import { StorageCard } from '@/features/settings/components/storage-card';
import { errorText } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';
import { withTexts } from '@/lib/with-texts';

const LedgerCard = late(() =>
  withTexts(import('@/features/settings/components/ledger-card'), 'ledger').then(
    ({ default: part }) => ({ default: part.LedgerCard }),
  ),
);

const RULES = [
  'cost_code_required',
  'team_visible',
  'own_rate_visible',
  'edit_reason_required',
  'foremen_approve',
  'expenses_on',
  'own_pay_by_others',
  'own_approval_by_others',
  'office_pins_by_owners',
] as const;
const ROUNDINGS = ['none', '5', '6', '15'] as const;
const MEALS = ['off', '30', '45', '60'] as const;
const MEAL_AFTER_MINUTES = 360;

/** What the company's overtime rule of today does not allow. */
function useForbidden(companyId: string) {
  const { company } = useViewer();
  const { data: policies = [] } = useQuery({
    ...policiesQuery(companyId),
    enabled: companyId !== '',
  });
  const today = dateOf(serverNow(), company?.time_zone ?? 'UTC');
  const policy = policies.find(({ effective_from }) => effective_from <= today)?.policy;
  const rules = (policy ?? {}) as { rounding_allowed?: boolean; auto_meal_allowed?: boolean };
  return { rounding: rules.rounding_allowed === false, meal: rules.auto_meal_allowed === false };
}

/** Drawn all at once: a card that grew later would move the field below it from under the pointer. */
function useIsLoading(companyId: string, isOwner: boolean, isPrivileged: boolean): boolean {
  const enabled = companyId !== '';
  const isAnyLoading = useQueries({
    queries: [
      { ...policiesQuery(companyId), enabled },
      { ...askingProjectsQuery(companyId), enabled },
      { ...storageUseQuery(companyId), enabled: enabled && isPrivileged },
      { ...exceptionsQuery(companyId), enabled: enabled && isOwner },
    ],
    combine: (results) => results.some(({ isLoading }) => isLoading),
  });
  return !enabled || isAnyLoading;
}

/** How time and pay work for everyone. Owners change it, others read it. */
export function CompanySection({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('settings');
  const { company } = useViewer();
  const isOwner = useEmployee()?.role === 'owner';
  const isPrivileged = useIsPrivileged();
  const { mutate: save, error } = useSaveCompany();
  const days = useWeekDays();
  const forbids = useForbidden(company?.id ?? '');
  const isLoading = useIsLoading(company?.id ?? '', isOwner, isPrivileged);
  if (!company) return null;
  if (isLoading) {
    return (
      <Card className="max-w-3xl">
        <ListSkeleton rows={6} />
      </Card>
    );
  }
  const rounding = ROUNDINGS.find((value) => value === String(company.rounding_minutes ?? 'none'));
  const meal = MEALS.find((value) => value === String(company.auto_meal_minutes ?? 'off'));
  return (
    <>
      {!isOwner && (
        <Notice className="mb-4 max-w-3xl" tone="info">
          {t('company.ownersOnly')}
        </Notice>
      )}
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
      <LocationRulesCard company={company} disabled={!isOwner} />
      <ScheduleRulesCard company={company} disabled={!isOwner} />
      <OwnTimeCard company={company} disabled={!isOwner} />
      {isPrivileged && <StorageCard company={company} />}
      {isOwner && (
        <>
          <OvertimeCard companyId={company.id} />
          <OvertimeExceptions
            companyId={company.id}
            today={dateOf(serverNow(), company.time_zone)}
          />
          <Card className="mb-4 max-w-3xl">
            <CardHeader
              title={t('data.title')}
              description={t('data.text')}
              action={<CardLink to="/management/import">{t('data.link')}</CardLink>}
            />
          </Card>
        </>
      )}
      <RoundingCard today={dateOf(serverNow(), company.time_zone)} />
      {children}
      <RecordsCard />
      {isPrivileged && (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <LedgerCard isOwner={isOwner} />
        </Suspense>
      )}
      {isOwner && <DeleteCompany name={company.name} />}
    </>
  );
}

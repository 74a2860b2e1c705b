import type { UseFormReturn } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { presetsOffered } from '@/entities/company/overtime-presets';
import { TimeZonePicker } from '@/entities/company/time-zone-picker';
import type { CompanyDraft } from '@/features/onboarding/company-schema';
import { useFormat } from '@/lib/format-context';

/** A Sunday, to name the days of the week from. */
const SUNDAY = '2026-11-01';
const DAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;

export function CompanyStep({ form }: { form: UseFormReturn<CompanyDraft> }) {
  const { t } = useTranslation(['onboarding', 'common']);
  const format = useFormat();
  const { errors } = form.formState;
  const states = presetsOffered(form.watch('timeZone'));
  const days = DAYS.map((value) => ({
    value,
    label: format.weekday(`${SUNDAY.slice(0, 8)}0${Number(value) + 1}`, 'long'),
  }));
  return (
    <>
      <Field label={t('company.name')} error={errors.name ? t('required.name') : undefined}>
        <Input {...form.register('name')} autoComplete="organization" autoFocus maxLength={200} />
      </Field>
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field }) => (
          <Field label={t('company.timeZone')} hint={t('company.timeZoneHint')}>
            <TimeZonePicker
              value={field.value}
              onValueChange={(zone) => zone && field.onChange(zone)}
            />
          </Field>
        )}
      />
      {states.length > 0 && (
        <Controller
          control={form.control}
          name="overtime"
          render={({ field }) => (
            <Field label={t('company.overtime')} hint={t('company.overtimeHint')}>
              <Select
                value={states.includes(field.value) ? field.value : 'FLSA'}
                onValueChange={field.onChange}
                options={(['FLSA', ...states] as const).map((value) => ({
                  value,
                  label: t(`common:overtimePreset.${value}`),
                }))}
              />
            </Field>
          )}
        />
      )}
      <Controller
        control={form.control}
        name="weekStart"
        render={({ field }) => (
          <Field label={t('company.weekStart')} hint={t('company.weekStartHint')}>
            <Select value={field.value} onValueChange={field.onChange} options={days} />
          </Field>
        )}
      />
    </>
  );
}

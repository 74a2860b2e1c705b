import type { FormOf } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { presetsOffered } from '@/entities/company/overtime-presets';
import { TimeZonePicker } from '@/entities/company/time-zone-picker';
import type { CompanyDraft } from '@/features/onboarding/company-schema';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** A Sunday, to name the days of the week from. */
const SUNDAY = '2026-11-01';
const DAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;

export function CompanyStep({ form }: { form: FormOf<CompanyDraft> }) {
  const { t } = useTranslation(['onboarding', 'common']);
  const format = useFormat();
  const { timeZone, overtime } = form.values;
  const states = presetsOffered(timeZone);
  const days = DAYS.map((value) => ({
    value,
    label: format.weekday(`${SUNDAY.slice(0, 8)}0${Number(value) + 1}`, 'long'),
  }));
  return (
    <>
      <Field label={t('company.name')}>
        <Input {...form.text('name')} autoComplete="organization" autoFocus maxLength={200} />
      </Field>
      <Field label={t('company.timeZone')} hint={t('company.timeZoneHint')}>
        <TimeZonePicker
          value={timeZone}
          onValueChange={(zone) => zone && form.set({ timeZone: zone })}
        />
      </Field>
      {states.length > 0 && (
        <Field label={t('company.overtime')} hint={t('company.overtimeHint')}>
          <Select
            {...form.value('overtime')}
            value={states.includes(overtime) ? overtime : 'FLSA'}
            options={(['FLSA', ...states] as const).map((value) => ({
              value,
              label: t(`common:overtimePreset.${value}`),
            }))}
          />
        </Field>
      )}
      <Field label={t('company.weekStart')} hint={t('company.weekStartHint')}>
        <Select {...form.value('weekStart')} options={days} />
      </Field>
    </>
  );
}

import { NumberInput } from '@/components/form/number-input';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { DetailName, Details } from '@/features/settings/overtime-details';
import { useTranslation } from '@/lib/use-translation';

const FIELDS = [
  'weekly',
  'consecutive',
  'daily',
  'dailyFactor',
  'second',
  'secondFactor',
  'saturday',
  'sunday',
  'holiday',
  'dayStart',
] as const;

/** Hours of a week, or how many times the rate. */
const LIMITS = { max: 168 };

interface OvertimeDetailsFormProps {
  details: Details;
  wrong: readonly DetailName[];
  onChange: (details: Details) => void;
}

/** A company's own overtime rule, field by field. */
export function OvertimeDetailsForm({ details, wrong, onChange }: OvertimeDetailsFormProps) {
  const { t } = useTranslation('settings');
  return (
    <div className="rounded-card border bg-sunken p-4">
      <p className="mb-3 text-muted text-sm">{t('overtime.details.text')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {FIELDS.map((name) => (
          <Field
            key={name}
            label={t(`overtime.details.${name}`)}
            error={wrong.includes(name) ? t(`overtime.details.wrong.${name}`) : undefined}
          >
            <NumberInput
              limits={LIMITS}
              inputMode={name === 'dayStart' ? 'text' : 'decimal'}
              value={details[name]}
              onChange={(event) => onChange({ ...details, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Field label={t('overtime.details.daySplit')} hint={t('overtime.details.daySplitHint')}>
          <Select
            value={details.daySplit}
            onValueChange={(daySplit) => onChange({ ...details, daySplit })}
            options={(['split', 'start_day'] as const).map((value) => ({
              value,
              label: t(`overtime.details.split.${value}`),
            }))}
          />
        </Field>
        <Field label={t('overtime.details.rateMethod')}>
          <Select
            value={details.rateMethod}
            onValueChange={(rateMethod) => onChange({ ...details, rateMethod })}
            options={(['weighted_average', 'rate_in_effect'] as const).map((value) => ({
              value,
              label: t(`overtime.details.method.${value}`),
            }))}
          />
        </Field>
      </div>
      <SwitchRow
        id="seventh-day"
        label={t('overtime.details.seventh')}
        text={t('overtime.details.seventhText')}
        checked={details.seventh}
        onCheckedChange={(seventh) => onChange({ ...details, seventh })}
      />
    </div>
  );
}

import { useState } from 'react';
import { DateInput } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import type { PeriodRule } from '@/features/settings/api/company';
import { PeriodChange } from '@/features/settings/components/period-change';
import { useTranslation } from '@/lib/use-translation';

const KINDS = ['weekly', 'biweekly', 'semimonthly', 'monthly'] as const;

export interface PayPeriodFieldsProps {
  company: ViewerCompany;
  disabled: boolean;
  onSave: (change: PeriodRule) => void;
}

/** How long a pay period is, and for weekly ones a day on which one begins. */
export function PayPeriodFields({ company, disabled, onSave }: PayPeriodFieldsProps) {
  const { t } = useTranslation('settings');
  const rule = {
    pay_period_kind: company.pay_period_kind,
    pay_period_anchor: company.pay_period_anchor,
  };
  const [asked, setAsked] = useState<PeriodRule | null>(null);
  const anchored = company.pay_period_kind === 'weekly' || company.pay_period_kind === 'biweekly';
  return (
    <>
      <Field label={t('company.payPeriod')} hint={t('company.payPeriodHint')}>
        <Select
          value={company.pay_period_kind}
          onValueChange={(value) => setAsked({ ...rule, pay_period_kind: value })}
          options={KINDS.map((value) => ({ value, label: t(`company.period.${value}`) }))}
          disabled={disabled}
        />
      </Field>
      {anchored && (
        <Field label={t('company.anchor')} hint={t('company.anchorHint')}>
          <DateInput
            value={company.pay_period_anchor}
            disabled={disabled}
            onValueChange={(value) => {
              if (value && value !== 'invalid' && value !== company.pay_period_anchor) {
                setAsked({ ...rule, pay_period_anchor: value });
              }
            }}
          />
        </Field>
      )}
      {asked && (
        <PeriodChange
          companyId={company.id}
          rule={asked}
          onClose={() => setAsked(null)}
          onSave={() => {
            onSave(asked);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { type TextSettings, useSaveTextSettings } from '@/features/texts/api/company-texts';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

interface CompanyTextsFormProps {
  stored: TextSettings;
  disabled: boolean;
}

const valuesOf = (stored: TextSettings) => ({
  enabled: stored.enabled,
  cap: String(stored.monthly_cap_cents / 100),
  price: String(stored.segment_price_hundredths / 100),
});

const CAP = { digits: 2, min: 0, max: 100_000 };
/** Cents. */
const PRICE = { digits: 2, min: 0, max: 1_000 };

/** On or off, the limit of a month in dollars, and the price of a segment in cents. */
export function CompanyTextsForm({ stored, disabled }: CompanyTextsFormProps) {
  const { t } = useTranslation(['texts', 'common']);
  const save = useSaveTextSettings();
  const [opened, setOpened] = useState(stored);
  const form = useForm({
    initial: () => valuesOf(stored),
    read: ({ enabled, cap, price }, wrong): TextSettings => ({
      enabled,
      monthly_cap_cents: Math.round(
        (numberIn(cap, CAP) ?? wrong('cap', t('company.capWrong'))) * 100,
      ),
      segment_price_hundredths: Math.round(
        (numberIn(price, PRICE) ?? wrong('price', t('company.priceWrong'))) * 100,
      ),
    }),
    submit: (after) => save.mutateAsync({ after, before: opened }),
    done: (saved) => {
      setOpened(saved);
      form.reset(valuesOf(saved));
    },
  });
  return (
    <Form form={form}>
      <fieldset disabled={disabled} className="grid gap-4">
        <legend className="sr-only">{t('company.title')}</legend>
        <div className="-my-3">
          <SwitchRow
            id="texts-enabled"
            label={t('company.on')}
            text={t('company.onText')}
            checked={form.values.enabled}
            disabled={disabled}
            onCheckedChange={(enabled) => form.set({ enabled })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('company.cap')} hint={t('company.capHint')}>
            <NumberInput {...form.text('cap')} limits={CAP} maxLength={10} />
          </Field>
          <Field label={t('company.price')} hint={t('company.priceHint')}>
            <NumberInput {...form.text('price')} limits={PRICE} maxLength={10} />
          </Field>
        </div>
        {!disabled && (
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={form.busy} disabled={!form.dirty}>
              {t('common:action.save')}
            </Button>
          </div>
        )}
      </fieldset>
    </Form>
  );
}

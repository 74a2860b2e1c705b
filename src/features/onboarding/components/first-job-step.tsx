import type { FormOf } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { codesOfTrades, TRADES, type Trade } from '@/entities/cost-code/starter-codes';
import { PresetChoice } from '@/entities/viewer/preset-choice';
import type { CompanyDraft } from '@/features/onboarding/company-schema';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface TradeChoiceProps {
  value: readonly Trade[];
  onValueChange: (trades: Trade[]) => void;
}

function TradeChoice({ value, onValueChange }: TradeChoiceProps) {
  const { t } = useTranslation('onboarding');
  return (
    <fieldset>
      <legend className="mb-1.5 font-[550] text-muted text-sm">{t('trade.label')}</legend>
      <div className="flex flex-wrap gap-2">
        {TRADES.map((trade) => (
          <label
            key={trade}
            className={cn(
              'touch-target flex h-9 cursor-pointer items-center rounded-full border px-3.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2',
              value.includes(trade)
                ? 'border-primary bg-primary-soft font-[620] text-primary'
                : 'border-border-strong hover:bg-sunken',
            )}
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={value.includes(trade)}
              onChange={({ target }) =>
                onValueChange(
                  TRADES.filter((one) => (one === trade ? target.checked : value.includes(one))),
                )
              }
            />
            {t(`trade.${trade}`)}
          </label>
        ))}
      </div>
      <p className="mt-2 text-muted text-xs" aria-live="polite">
        {value.length > 0
          ? t('trade.codes', { count: codesOfTrades(value).length })
          : t('trade.hint')}
      </p>
    </fieldset>
  );
}

export function FirstJobStep({ form }: { form: FormOf<CompanyDraft> }) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      <Field label={t('project.name')} optional hint={t('project.hint')}>
        <Input {...form.text('projectName')} maxLength={200} autoFocus autoComplete="off" />
      </Field>
      <Field label={t('project.client')} optional>
        <Input {...form.text('client')} maxLength={200} autoComplete="off" />
      </Field>
      <TradeChoice {...form.value('trades')} />
      <PresetChoice {...form.value('modules')} />
      <p className="-mt-3 text-muted text-xs">{t('modulesHint')}</p>
    </>
  );
}

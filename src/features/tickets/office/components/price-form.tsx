import type { ChangeEvent } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput, type NumberInputProps } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { KINDS, type PricedLine, type Pricing } from '@/features/tickets/office/api/queries';
import { type TypedPrices, usePriceTicket } from '@/features/tickets/office/api/writes';
import { LineName } from '@/features/tickets/office/components/line-name';
import { rateText } from '@/features/tickets/office/rate-text';
import { typedText } from '@/features/tickets/office/typed-text';
import { useFormat } from '@/lib/format-context';
import { type NumberLimits, optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const RATE = { digits: 4, min: 0, max: 1_000_000 };
const MARKUP = { digits: 3, min: 0, max: 300 };
const TAX = { digits: 4, min: 0, max: 30 };
const rateField = (line: PricedLine) => `rate ${line.line_id}`;
const taxField = (line: PricedLine) => `tax ${line.line_id}`;

const initialOf = (pricing: Pricing): Record<string, string> => ({
  tax: typedText(pricing.own_tax_percent),
  ...Object.fromEntries(KINDS.map((kind) => [kind, typedText(pricing.own_markups[kind])])),
  ...Object.fromEntries(
    pricing.lines.flatMap((line) => [
      [rateField(line), line.is_typed ? typedText(line.rate) : ''],
      [taxField(line), line.taxable ? 'yes' : ''],
    ]),
  ),
});

/** Rates, markups and tax of a ticket that was not submitted yet. An empty field means what is agreed. */
export function PriceForm({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const price = usePriceTicket(pricing.ticket_id);
  const kinds = KINDS.filter((kind) => pricing.lines.some((line) => line.kind === kind));
  const form = useForm<Record<string, string>, TypedPrices, Pricing>({
    initial: () => initialOf(pricing),
    read: (values, wrong) => {
      const number = (name: string, limits: NumberLimits, text: string) => {
        const read = optionalNumber(values[name] ?? '', limits);
        return read === 'invalid' ? wrong(name, text) : read;
      };
      return {
        tax_percent: number('tax', TAX, t('required.tax')),
        markups: Object.fromEntries(
          kinds.map((kind) => [kind, number(kind, MARKUP, t('required.markup'))]),
        ),
        lines: pricing.lines.map((line) => ({
          line_id: line.line_id,
          rate: number(rateField(line), RATE, t('required.price')),
          taxable: values[taxField(line)] === 'yes',
        })),
      };
    },
    submit: (prices) => price.mutateAsync(prices),
    done: (saved) => form.reset(initialOf(saved)),
  });
  const hasMissing = pricing.lines.some(({ missing }) => missing !== null);
  return (
    <Form form={form} className="flex flex-col gap-5">
      <ul className="divide-y rounded-card border" aria-label={t('price.lines')}>
        {pricing.lines.map((line) => (
          <li
            key={line.line_id}
            className="grid items-center gap-x-3 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_7rem]"
          >
            <LineName line={line} />
            <Field
              label={t('price.rateOf', { name: line.description })}
              className="[&_label]:sr-only"
            >
              <NumberInput
                {...form.text(rateField(line))}
                limits={RATE}
                className="tabular text-right"
                placeholder={
                  line.rate === null ? t('price.noRate') : rateText(line.rate, format.money)
                }
              />
            </Field>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside. */}
            <label className="flex items-center gap-2 text-sm">
              <Checkbox
                checked={form.values[taxField(line)] === 'yes'}
                onCheckedChange={(on) => form.set({ [taxField(line)]: on ? 'yes' : '' })}
                aria-label={t('price.taxableOf', { name: line.description })}
              />
              {t('price.taxable')}
            </label>
            <span className="tabular text-right font-[550] text-sm">
              {line.amount === null ? (
                <span className="text-attention-strong">
                  {t(`missing.${line.missing ?? 'price'}`)}
                </span>
              ) : (
                format.money(line.amount)
              )}
            </span>
          </li>
        ))}
      </ul>
      <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        <legend className="mb-2 font-[550] text-sm">{t('price.markups')}</legend>
        {kinds.map((kind) => (
          <PercentField
            key={kind}
            label={t(`kind.${kind}`)}
            agreed={pricing.agreed[kind]}
            field={form.text(kind)}
            limits={MARKUP}
          />
        ))}
        <PercentField
          label={t('price.tax')}
          agreed={pricing.agreed.tax_percent}
          field={form.text('tax')}
          limits={TAX}
        />
      </fieldset>
      <p className="text-muted text-xs">{t('price.hint')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">{hasMissing && t('price.missingHint')}</p>
        <Button
          type="submit"
          variant={pricing.status === 'priced' && !form.dirty ? 'outline' : 'primary'}
          busy={form.busy}
        >
          {t(pricing.status === 'priced' && !form.dirty ? 'price.again' : 'price.save')}
        </Button>
      </div>
    </Form>
  );
}

interface PercentFieldProps {
  label: string;
  /** Percent of the project or company, which counts while nothing is typed. */
  agreed: number;
  field: Pick<NumberInputProps, 'name' | 'value'> & {
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  limits: NumberLimits;
}

function PercentField({ label, agreed, field, limits }: PercentFieldProps) {
  return (
    <Field label={`${label} %`}>
      <NumberInput
        {...field}
        limits={limits}
        className="tabular text-right"
        placeholder={String(agreed)}
      />
    </Field>
  );
}

import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import { ITEM_CODES, type ItemCode, useAddPayItem } from '@/features/payroll/api/pay-items';
import { readNumber } from '@/lib/read-number';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface AddPayItemProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
}

/** More is a slip of the finger. */
const AMOUNT = { digits: 2, min: 0.01, max: 9_999_999.99 };
const BONUSES = ['flat', 'earned'] as const;
type Bonus = (typeof BONUSES)[number];

/** A bonus, a per diem or a reimbursement of this period; what was typed stays until it is saved. */
export function AddPayItem({ companyId, employeeId, range }: AddPayItemProps) {
  const { t } = useTranslation('payroll');
  const add = useAddPayItem(companyId);
  const { nameOf, offered } = usePayTypes();
  const codes = offered(ITEM_CODES);
  const form = useForm({
    initial: {
      code: 'BONUS_ND' as ItemCode,
      date: range.end as DateInputValue,
      amount: '',
      note: '',
      bonus: 'flat' as Bonus,
    },
    read: ({ code: chosen, date, amount, note, bonus }, wrong) => {
      const read = readNumber(amount, AMOUNT);
      const code = codes.includes(chosen) ? chosen : (codes[0] ?? chosen);
      return {
        employeeId,
        code,
        isFlatSum: code === 'BONUS_ND' && bonus === 'flat',
        date:
          isDate(date) && range.start <= date && date <= range.end
            ? date
            : wrong('date', t('items.dateWrong')),
        amountCents:
          'value' in read
            ? Math.round(read.value * 100)
            : wrong(
                'amount',
                t(read.problem === 'too_large' ? 'items.amountTooLarge' : 'items.amountWrong'),
              ),
        note: note.trim() || null,
      };
    },
    submit: (item) => add.mutateAsync(item),
    done: () => form.reset({ amount: '', note: '' }),
  });
  const { code } = form.reading;
  return (
    <Form
      form={form}
      aria-label={t('items.add')}
      className="grid gap-3 rounded-card border bg-sunken p-4 sm:grid-cols-2"
    >
      <Field label={t('items.kind')} hint={t(`items.hint.${code}`)}>
        <Select
          {...form.value('code')}
          value={code}
          options={codes.map((value) => ({
            value,
            label: nameOf(value, t(`items.code.${value}`)),
          }))}
        />
      </Field>
      {code === 'BONUS_ND' && (
        <Field label={t('items.flatSum')} hint={t('items.flatSumHint')}>
          <Select
            {...form.value('bonus')}
            options={BONUSES.map((value) => ({ value, label: t(`items.bonus.${value}`) }))}
          />
        </Field>
      )}
      <Field label={t('items.amount')}>
        <NumberInput {...form.text('amount')} limits={AMOUNT} placeholder="150.00" />
      </Field>
      <Field label={t('items.date')}>
        <DateInput {...form.value('date')} />
      </Field>
      <Field label={t('items.note')} optional>
        <Input {...form.text('note')} maxLength={500} />
      </Field>
      <div className="col-span-full flex justify-end">
        <Button type="submit" busy={form.busy}>
          {t('items.add')}
        </Button>
      </div>
    </Form>
  );
}

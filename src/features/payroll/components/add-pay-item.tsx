import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import { ITEM_CODES, type ItemCode, useAddPayItem } from '@/features/payroll/api/pay-items';
import { readAmount } from '@/features/payroll/read-amount';
import type { DateRange } from '@/lib/time';

export interface AddPayItemProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
}

/** A bonus, a per diem or a reimbursement of this period; what was typed stays until it is saved. */
export function AddPayItem({ companyId, employeeId, range }: AddPayItemProps) {
  const { t } = useTranslation(['payroll', 'common']);
  const add = useAddPayItem(companyId);
  const { nameOf, offered } = usePayTypes();
  const codes = offered(ITEM_CODES);
  const [chosen, setCode] = useState<ItemCode>('BONUS_ND');
  const code = codes.includes(chosen) ? chosen : (codes[0] ?? chosen);
  const [date, setDate] = useState<DateInputValue>(range.end);
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const cents = readAmount(amount);
  const inPeriod =
    date !== null && date !== 'invalid' && range.start <= date && date <= range.end ? date : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (cents === null || inPeriod === null) return;
    add.mutate(
      { employeeId, code, date: inPeriod, amountCents: cents, note: note.trim() || null },
      {
        onSuccess: () => {
          setAmount('');
          setNote('');
          setTried(false);
        },
      },
    );
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={t('items.add')}
      className="grid gap-3 rounded-card border bg-sunken p-4 sm:grid-cols-2"
    >
      <Field label={t('items.kind')} hint={t(`items.hint.${code}`)}>
        <Select
          value={code}
          onValueChange={setCode}
          options={codes.map((value) => ({
            value,
            label: nameOf(value, t(`items.code.${value}`)),
          }))}
        />
      </Field>
      <Field
        label={t('items.amount')}
        error={tried && cents === null ? t('items.amountWrong') : undefined}
      >
        <Input
          value={amount}
          inputMode="decimal"
          placeholder="150.00"
          onChange={(event) => setAmount(event.target.value)}
        />
      </Field>
      <Field
        label={t('items.date')}
        error={tried && inPeriod === null ? t('items.dateWrong') : undefined}
      >
        <DateInput value={date} onValueChange={setDate} />
      </Field>
      <Field label={t('items.note')} optional={t('common:optional')}>
        <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className="col-span-full flex justify-end">
        <Button type="submit" busy={add.isPending}>
          {t('items.add')}
        </Button>
      </div>
    </form>
  );
}

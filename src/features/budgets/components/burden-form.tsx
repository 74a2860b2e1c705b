import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useAddBurden } from '@/features/budgets/api/burden';
import { errorWords } from '@/lib/errors';

const SCOPES = ['company', 'trade', 'person'] as const;

/** A percentage from a day on: of the company, of a trade or of a person. */
export function BurdenForm({ companyId }: { companyId: string }) {
  const { t } = useTranslation('budgets');
  const { today } = useCalendar();
  const add = useAddBurden(companyId);
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('company');
  const [trade, setTrade] = useState('');
  const [person, setPerson] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [from, setFrom] = useState<DateInputValue>(today);
  const [tried, setTried] = useState(false);
  const percent = typed.trim() === '' ? Number.NaN : Number(typed.replace('%', ''));
  const valid = percent >= 0 && percent <= 300;
  const scoped = scope === 'company' || (scope === 'trade' ? trade.trim() !== '' : person !== null);
  const submit = () => {
    setTried(true);
    if (!valid || !scoped || from === null || from === 'invalid') return;
    add.mutate(
      {
        employee_id: scope === 'person' ? person : null,
        trade: scope === 'trade' ? trade.trim() : null,
        percent,
        effective_from: from,
      },
      {
        onSuccess: () => {
          setTyped('');
          setTried(false);
        },
      },
    );
  };
  const missing = tried && !scoped ? { error: t('burden.scopeMissing') } : {};
  return (
    <form
      className="grid gap-3 sm:grid-cols-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {add.error && (
        <Notice tone="danger" className="sm:col-span-2">
          {errorWords(add.error)}
        </Notice>
      )}
      <Field label={t('burden.scope')}>
        <Select
          value={scope}
          onValueChange={setScope}
          options={SCOPES.map((value) => ({ value, label: t(`burden.${value}`) }))}
        />
      </Field>
      {scope === 'trade' && (
        <Field label={t('burden.trade')} {...missing}>
          <Input value={trade} maxLength={100} onChange={(event) => setTrade(event.target.value)} />
        </Field>
      )}
      {scope === 'person' && (
        <Field label={t('burden.person')} {...missing}>
          <EmployeePicker value={person} onValueChange={setPerson} />
        </Field>
      )}
      <Field
        label={t('burden.percent')}
        {...(tried && !valid ? { error: t('burden.invalid') } : {})}
      >
        <Input
          value={typed}
          inputMode="decimal"
          className="tabular"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label={t('burden.from')}>
        <DateInput value={from} onValueChange={setFrom} />
      </Field>
      <Button type="submit" variant="primary" busy={add.isPending} className="sm:col-span-2">
        {t('burden.add')}
      </Button>
    </form>
  );
}

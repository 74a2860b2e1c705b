import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { FieldError, useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useEmployeeOptions } from '@/entities/employee/employees-query';
import type { Compared, Fact, FactSpan } from '@/features/public-work/facts/api/queries';
import { saveFact } from '@/features/public-work/facts/api/writes';
import {
  AMOUNT,
  cellProblem,
  TYPED_FIELDS,
  type TypedField,
  typedFields,
  typedTexts,
} from '@/features/public-work/facts/typed-facts';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface TypingCardProps {
  companyId: string;
  span: FactSpan;
  rows: readonly Compared[];
  facts: readonly Fact[];
  onClose: () => void;
}

type Texts = Record<string, string>;
const cellName = (employeeId: string, field: TypedField) => `${employeeId}.${field}`;

/** Taxes, deductions and net of a week, typed person by person from a paper. */
export function TypingCard({ companyId, span, rows, facts, onClose }: TypingCardProps) {
  const { t } = useTranslation(['payroll-facts', 'common']);
  const client = useQueryClient();
  const { data: employees = [] } = useEmployeeOptions();
  // As they were when the table was opened: the list behind it goes on living.
  const [opened] = useState(() => new Map(facts.map((fact) => [fact.employee_id, fact])));
  const [people, setPeople] = useState<readonly string[]>(() =>
    rows
      .toSorted((one, other) => Number(other.on_public_work) - Number(one.on_public_work))
      .map(({ employee_id }) => employee_id),
  );
  const textsOf = (values: Texts, employeeId: string) =>
    Object.fromEntries(
      TYPED_FIELDS.map((field) => [field, values[cellName(employeeId, field)] ?? '']),
    ) as Record<TypedField, string>;
  const form = useForm({
    initial: (): Texts =>
      Object.fromEntries(
        people.flatMap((id) => {
          const texts = typedTexts(opened.get(id) ?? null);
          return TYPED_FIELDS.map((field) => [cellName(id, field), texts[field]]);
        }),
      ),
    read: (values, wrong) => {
      for (const id of people)
        for (const field of TYPED_FIELDS) {
          const name = cellName(id, field);
          const problem = cellProblem(field, values[name] ?? '', span);
          if (problem) wrong(name, t(`wrong.${problem}`));
        }
      return values;
    },
    submit: async (values) => {
      const changed = people.filter((id) => {
        const [now, before] = [textsOf(values, id), typedTexts(opened.get(id) ?? null)];
        return TYPED_FIELDS.some((field) => now[field] !== before[field]);
      });
      // Each row by itself: one that is refused takes nothing else along.
      const refused: [string, unknown][] = [];
      for (const id of changed) {
        const known = opened.get(id) ?? null;
        await saveFact(companyId, typedFields(id, span, textsOf(values, id)), known).catch(
          (cause: unknown) => refused.push([id, cause]),
        );
      }
      await client.invalidateQueries({ queryKey: [queryKeys.publicWork] });
      const [first] = refused;
      if (first) throw new FieldError(cellName(first[0], 'gross_all'), errorText(first[1]));
      return changed.length;
    },
    done: (count) => {
      toast.success(t('typing.saved', { count }));
      onClose();
    },
  });
  const nameOf = (id: string): string => {
    const row = rows.find(({ employee_id }) => employee_id === id);
    const known = row ?? employees.find((employee) => employee.id === id);
    return known ? `${known.first_name} ${known.last_name}`.trim() : '';
  };
  const left = new Set(people);
  return (
    <Card>
      <CardHeader title={t('typing.title')} description={t('typing.text')} divided />
      <Form form={form} className="flex flex-col">
        <ul className="divide-y">
          {people.map((id) => (
            <TypedRow
              key={id}
              name={nameOf(id)}
              gross={rows.find(({ employee_id }) => employee_id === id)?.our_gross ?? null}
              cell={(field) => form.text(cellName(id, field))}
              date={form.value(cellName(id, 'paid_on'))}
            />
          ))}
        </ul>
        <div className="flex flex-wrap items-end justify-between gap-3 border-t p-4">
          <Field label={t('typing.add')} className="w-64">
            <EmployeePicker
              value={null}
              include="all"
              onValueChange={(id) => {
                if (!id || left.has(id)) return;
                setPeople([...people, id]);
                form.set(
                  Object.fromEntries(TYPED_FIELDS.map((field) => [cellName(id, field), ''])),
                );
              }}
            />
          </Field>
          <div className="flex gap-2">
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={form.busy} disabled={!form.dirty}>
              {t('common:action.save')}
            </Button>
          </div>
        </div>
      </Form>
    </Card>
  );
}

interface TypedRowProps {
  name: string;
  /** Ours, to compare with while one types. */
  gross: number | null;
  cell: (field: TypedField) => ReturnType<ReturnType<typeof useForm<Texts>>['text']>;
  date: ReturnType<ReturnType<typeof useForm<Texts>>['value']>;
}

/** A line of the table: its cells wrap to as many lines as the screen needs. */
function TypedRow({ name, gross, cell, date }: TypedRowProps) {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  return (
    <li className="grid gap-x-3 gap-y-2 p-4 lg:grid-cols-[11rem_1fr]">
      <div className="pt-1">
        <p className="font-[550] wrap-anywhere">{name}</p>
        {gross !== null && (
          <p className="tabular text-muted text-sm">
            {t('typing.ours', { amount: format.money(gross) })}
          </p>
        )}
      </div>
      <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-8">
        <legend className="sr-only">{name}</legend>
        {TYPED_FIELDS.map((field) => (
          <Field
            key={field}
            label={t(`column.${field}`)}
            className={field === 'other' || field === 'paid_on' ? 'col-span-2' : ''}
          >
            {field === 'paid_on' ? (
              <DateInput
                name={date.name}
                value={date.value === 'invalid' ? 'invalid' : date.value || null}
                onValueChange={(value) => date.onValueChange(value ?? '')}
              />
            ) : field === 'other' || field === 'check_number' ? (
              <Input
                {...cell(field)}
                placeholder={field === 'other' ? t('typing.otherExample') : ''}
                autoComplete="off"
              />
            ) : (
              <NumberInput {...cell(field)} limits={AMOUNT} className="tabular text-right" />
            )}
          </Field>
        ))}
      </fieldset>
    </li>
  );
}

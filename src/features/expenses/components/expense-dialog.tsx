import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { newPhotos } from '@/entities/photo/add-photos';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { ProjectPicker } from '@/entities/project/project-picker';
import { storedTimeQuery } from '@/entities/time-entry/stored-time';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useSaveExpense } from '@/features/expenses/api/own-expenses';
import { ratesQuery } from '@/features/expenses/api/queries';
import { ReceiptField } from '@/features/expenses/components/receipt-field';
import type { Expense } from '@/features/expenses/expense';
import { useUsualWork } from '@/features/expenses/use-usual-work';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { numberIn, type ReadNumber, readNumber } from '@/lib/read-number';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const AMOUNT = { digits: 2, min: 0.01, max: 25_000 };
const MILES = { digits: 2, min: 0.01, max: 2000 };
const MAX_AGE_DAYS = 730;

/** What a mile is worth on the day of the trip; null before the rates are known. */
function useMileRate(day: DateInputValue): number | null {
  const { data = [] } = useQuery(ratesQuery(useViewer().company?.id ?? ''));
  if (!isDate(day)) return null;
  // The newest first.
  return data.find(({ kind, from_date }) => kind === 'mileage' && from_date <= day)?.rate ?? null;
}

/** Whether this device knows that there is no time on that day. */
function useHasNoTime(day: DateInputValue): boolean {
  const employee = useEmployee();
  const { timeZone } = useFormat().preferences;
  const { data } = useQuery({
    ...storedTimeQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  if (!data || !isDate(day) || day <= dateOf(Date.parse(data.since), timeZone)) return false;
  return !data.entries.some(({ clock_in }) => dateOf(Date.parse(clock_in), timeZone) === day);
}

export interface ExpenseDialogProps {
  kind: 'receipt' | 'mileage';
  /** The one that is changed, or entered again. */
  opened: Expense | null;
  /** Enters it anew with the same values. */
  again?: boolean;
  photo?: ReadPhoto | null;
  onClose: () => void;
}

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** A receipt or miles; project and code are those of today's work already. */
export function ExpenseDialog({ kind, opened, again, photo = null, onClose }: ExpenseDialogProps) {
  const { t } = useTranslation(['expenses', 'common']);
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { today } = useCalendar();
  const usual = useUsualWork();
  const save = useSaveExpense();
  const [before] = useState(opened);
  const [taken, setTaken] = useState(photo);
  const isMileage = kind === 'mileage';
  const usualCode = (projectId: string | null): string | null =>
    projectId === null || projectId === usual.projectId ? usual.costCodeId : null;
  const form = useForm({
    initial: {
      amount: before && !isMileage ? before.amount.toFixed(2) : '',
      miles: textOf(before?.miles),
      projectId: before?.project_id ?? null,
      // Undefined: nobody chose one yet, and the usual one may still be on its way.
      costCodeId: (before ? before.cost_code_id : undefined) as string | null | undefined,
      date: (before && !again ? before.spent_on : today) as DateInputValue,
      from: before?.from_place ?? '',
      to: before?.to_place ?? '',
      note: before?.note ?? '',
    },
    read: ({ amount, miles, projectId, costCodeId, date, from, to, note }, wrong) => {
      const spent = readNumber(amount, AMOUNT);
      const driven = readNumber(miles, MILES);
      const isTooLarge = (read: ReadNumber) => 'problem' in read && read.problem === 'too_large';
      const oldest = addDays(today, -MAX_AGE_DAYS);
      return {
        kind,
        amount: isMileage
          ? null
          : 'value' in spent
            ? spent.value
            : wrong('amount', t(isTooLarge(spent) ? 'form.amountTooLarge' : 'form.amountWrong')),
        miles: !isMileage
          ? null
          : 'value' in driven
            ? driven.value
            : wrong('miles', t(isTooLarge(driven) ? 'form.milesTooMany' : 'form.milesWrong')),
        project_id: projectId ?? usual.projectId ?? wrong('projectId', t('form.projectWrong')),
        cost_code_id: costCodeId === undefined ? usualCode(projectId) : costCodeId,
        spent_on:
          isDate(date) && date <= today && date >= oldest
            ? (date as IsoDate)
            : wrong('date', t('form.dateWrong')),
        from_place: isMileage ? from.trim() || wrong('from', t('form.placeWrong')) : null,
        to_place: isMileage ? to.trim() || wrong('to', t('form.placeWrong')) : null,
        note: note.trim() || (isMileage ? wrong('note', t('form.purposeWrong')) : null),
      };
    },
    submit: async (fields) => {
      const photos = taken
        ? await newPhotos([taken], { companyId, projectId: fields.project_id, isReceipt: true })
        : [];
      const stored = again ? null : (before?.receipt_photo_id ?? null);
      await save.mutateAsync({
        fields: { ...fields, receipt_photo_id: photos[0]?.id ?? stored },
        opened: again ? null : before,
        photos,
      });
    },
    done: onClose,
  });
  const projectId = form.values.projectId ?? usual.projectId;
  const chosenCode = form.values.costCodeId;
  const costCodeId = chosenCode === undefined ? usualCode(form.values.projectId) : chosenCode;
  const rate = useMileRate(form.values.date);
  const driven = numberIn(form.values.miles, MILES);
  const hasNoTime = useHasNoTime(form.values.date);
  const title =
    before && !again ? 'form.change' : isMileage ? 'form.newMileage' : 'form.newReceipt';
  return (
    <FormDialog
      form={form}
      title={t(title)}
      width="small"
      columns={1}
      cancel={false}
      button={{ size: 'large', block: true }}
      onClose={onClose}
    >
      {!isMileage && (
        <ReceiptField photo={taken} opened={again ? null : before} onRead={setTaken} />
      )}
      {isMileage ? (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('form.miles')}>
              <NumberInput {...form.text('miles')} limits={MILES} />
            </Field>
            <Field label={t('form.date')}>
              <DateInput {...form.value('date')} max={today} />
            </Field>
          </div>
          {rate !== null && driven !== null && (
            <p className="tabular text-muted text-sm">
              {t('form.worth', {
                miles: format.number(driven, 1),
                rate: format.number(rate, 3),
                amount: format.money(Math.round(Number((driven * rate * 100).toFixed(6))) / 100),
              })}
            </p>
          )}
          {hasNoTime && <Notice tone="attention">{t('form.noWork')}</Notice>}
          <Field label={t('form.from')}>
            <Input {...form.text('from')} maxLength={200} autoComplete="off" />
          </Field>
          <Field label={t('form.to')}>
            <Input {...form.text('to')} maxLength={200} autoComplete="off" />
          </Field>
          <Field label={t('form.purpose')}>
            <Input {...form.text('note')} maxLength={500} />
          </Field>
        </>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('form.amount')}>
            <NumberInput {...form.text('amount')} limits={AMOUNT} className="tabular" />
          </Field>
          <Field label={t('form.date')}>
            <DateInput {...form.value('date')} max={today} />
          </Field>
        </div>
      )}
      <Field label={t('form.project')}>
        <ProjectPicker {...form.value('projectId')} value={projectId} />
      </Field>
      <Field label={t('form.costCode')} optional>
        <CostCodePicker
          {...form.value('costCodeId')}
          value={costCodeId}
          projectId={projectId}
          clearLabel={t('report.noCode')}
        />
      </Field>
      {!isMileage && (
        <Field label={t('form.note')} optional>
          <Input {...form.text('note')} maxLength={500} />
        </Field>
      )}
    </FormDialog>
  );
}

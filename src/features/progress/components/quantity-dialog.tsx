import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { milestonesOf } from '@/entities/budget/milestones';
import { PhotoField } from '@/entities/photo/photo-field';
import { useAttachedPhoto } from '@/entities/photo/use-attached-photo';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useAddQuantity } from '@/features/progress/api/add-quantity';
import type { CodeProgress } from '@/features/progress/api/queries';
import { Milestones } from '@/features/progress/components/milestones';
import { useAmount } from '@/features/progress/use-amount';
import { numberIn, numberText } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export interface QuantityTarget {
  code: Pick<CodeProgress, 'cost_code_id' | 'code' | 'name'> & Partial<CodeProgress>;
  /** What is taken back, with the day it was entered for. */
  correction?: { quantity: number; workDate: string; area: string | null };
}

export interface QuantityDialogProps {
  projectId: string;
  target: QuantityTarget;
  onClose: () => void;
}

/** Less than zero takes something back. */
const QUANTITY = { digits: 4, min: -9_999_999_999, max: 9_999_999_999 };

/** How much was done: a usual amount is one tap, any other is typed. */
export function QuantityDialog({ projectId, target, onClose }: QuantityDialogProps) {
  const { t } = useTranslation(['progress', 'common']);
  const { today } = useCalendar();
  const companyId = useViewer().company?.id ?? '';
  const add = useAddQuantity(companyId);
  const amount = useAmount();
  const { code, correction } = target;
  const unit = code.unit ?? '';
  const usual = [
    { label: 'lastAmount' as const, quantity: code.last_quantity ?? null },
    { label: 'usualAmount' as const, quantity: code.usual_quantity ?? null },
  ].filter((choice) => !correction && choice.quantity !== null);
  const steps = (!correction && milestonesOf(code.milestones ?? '')) || [];
  const form = useForm({
    initial: {
      typed: correction ? numberText(-correction.quantity) : '',
      date: (correction?.workDate ?? today) as DateInputValue,
      area: correction?.area ?? '',
      note: '',
    },
    read: ({ typed, date, area, note }, wrong) => {
      return {
        project_id: projectId,
        cost_code_id: code.cost_code_id,
        work_date: isDate(date) ? date : wrong('date', ''),
        quantity: numberIn(typed, QUANTITY) || wrong('typed', ''),
        area: area.trim() || null,
        note: note.trim() || null,
      };
    },
    submit: async (quantity) => {
      const photos = await attached.prepare();
      await add.mutateAsync({ ...quantity, photo_id: photos[0]?.id ?? null });
      attached.send(photos);
    },
    done: onClose,
  });
  const attached = useAttachedPhoto({
    projectId,
    costCodeId: code.cost_code_id,
    caption: [code.name, form.values.area.trim()].filter(Boolean).join(', '),
  });
  /** Zero while what is typed is no amount. */
  const value: number = form.reading.quantity ?? 0;
  const planned = code.budget_quantity ?? null;
  const before = code.cumulative_quantity ?? 0;

  return (
    <FormDialog
      form={form}
      title={correction ? t('correct.title', { name: code.name }) : code.name}
      description={correction ? t('correct.text') : code.code}
      width="small"
      columns={1}
      cancel={false}
      save={value ? t('saveAmount', { amount: amount(value), unit }) : t('common:action.save')}
      button={{ size: 'large', block: true, disabled: !form.valid }}
      onClose={onClose}
    >
      <Field label={unit ? t('quantityIn', { unit }) : t('quantity')}>
        <NumberInput
          {...form.text('typed')}
          limits={QUANTITY}
          inputMode={correction ? 'text' : 'decimal'}
          className="tabular h-14! text-center font-[660] text-xl!"
        />
      </Field>
      {planned !== null && planned > 0 && (
        <p className="text-center text-muted text-sm">
          {t('completeAfter', {
            before: amount((100 * before) / planned),
            after: amount((100 * (before + value)) / planned),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {(steps.length > 0 ? [] : usual).map(({ label, quantity }) => (
          <Button
            key={label}
            size="large"
            aria-pressed={value === quantity}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
            onClick={() => form.set({ typed: numberText(quantity ?? 0) })}
          >
            {t(label, { amount: amount(quantity ?? 0) })}
          </Button>
        ))}
      </div>
      {steps.length > 0 && (
        <Milestones
          steps={steps}
          before={before}
          after={before + value}
          onReach={(step) =>
            form.set({
              typed: numberText(Math.round((step.after - before) * 1e4) / 1e4),
              note: step.name,
            })
          }
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('date')}>
          <DateInput {...form.value('date')} max={today} />
        </Field>
        <Field label={t('area')} optional>
          <Input {...form.text('area')} maxLength={200} />
        </Field>
      </div>
      <Field label={t('note')} optional>
        <Input {...form.text('note')} maxLength={2000} />
      </Field>
      {!correction && (
        <PhotoField label={t('photo')} value={attached.photo} onValueChange={attached.set} />
      )}
    </FormDialog>
  );
}

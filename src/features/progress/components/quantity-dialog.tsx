import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
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
import { errorWords } from '@/lib/errors';

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

/** How much was done: a usual amount is one tap, any other is typed. */
export function QuantityDialog({ projectId, target, onClose }: QuantityDialogProps) {
  const { t } = useTranslation(['progress', 'common']);
  const { today } = useCalendar();
  const companyId = useViewer().company?.id ?? '';
  const add = useAddQuantity(companyId);
  const amount = useAmount();
  const { code, correction } = target;
  const [typed, setTyped] = useState(correction ? String(-correction.quantity) : '');
  const [date, setDate] = useState<DateInputValue>(correction?.workDate ?? today);
  const [area, setArea] = useState(correction?.area ?? '');
  const [note, setNote] = useState('');
  const value = typed.trim() === '' ? Number.NaN : Number(typed.replaceAll(',', ''));
  const valid = Number.isFinite(value) && value !== 0 && Math.abs(value) < 1e10;
  const unit = code.unit ?? '';
  const usual = [
    { label: 'lastAmount' as const, quantity: code.last_quantity ?? null },
    { label: 'usualAmount' as const, quantity: code.usual_quantity ?? null },
  ].filter((choice) => !correction && choice.quantity !== null);
  const steps = (!correction && milestonesOf(code.milestones ?? '')) || [];
  const attached = useAttachedPhoto({
    projectId,
    costCodeId: code.cost_code_id,
    caption: [code.name, area.trim()].filter(Boolean).join(', '),
  });
  const submit = async () => {
    if (!valid || date === null || date === 'invalid') return;
    const photos = await attached.prepare();
    add.mutate(
      {
        project_id: projectId,
        cost_code_id: code.cost_code_id,
        work_date: date,
        quantity: value,
        area: area.trim() || null,
        note: note.trim() || null,
        photo_id: photos[0]?.id ?? null,
      },
      {
        onSuccess: () => {
          attached.send(photos);
          onClose();
        },
      },
    );
  };
  const planned = code.budget_quantity ?? null;
  const before = code.cumulative_quantity ?? 0;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={correction ? t('correct.title', { name: code.name }) : code.name}
        description={correction ? t('correct.text') : code.code}
        width="small"
      >
        <form
          className="contents"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <DialogBody className="flex flex-col gap-4">
            {add.error && <Notice tone="danger">{errorWords(add.error)}</Notice>}
            <Field label={unit ? t('quantityIn', { unit }) : t('quantity')}>
              <Input
                value={typed}
                inputMode={correction ? 'text' : 'decimal'}
                autoComplete="off"
                className="tabular h-14! text-center font-[660] text-2xl!"
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
            {planned !== null && planned > 0 && (
              <p className="text-center text-muted text-sm">
                {t('completeAfter', {
                  before: amount((100 * before) / planned),
                  after: amount((100 * (before + (valid ? value : 0))) / planned),
                })}
              </p>
            )}
            <div className="flex flex-wrap gap-2 empty:hidden">
              {(steps.length > 0 ? [] : usual).map(({ label, quantity }) => (
                <Button
                  key={label}
                  size="large"
                  aria-pressed={valid && value === quantity}
                  className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
                  onClick={() => setTyped(String(quantity))}
                >
                  {t(label, { amount: amount(quantity ?? 0) })}
                </Button>
              ))}
            </div>
            {steps.length > 0 && (
              <Milestones
                steps={steps}
                before={before}
                after={valid ? before + value : before}
                onReach={(step) => {
                  setTyped(String(Math.round((step.after - before) * 1e4) / 1e4));
                  setNote(step.name);
                }}
              />
            )}
            <div className="grid grid-cols-2 gap-3">
              <Field label={t('date')}>
                <DateInput value={date} onValueChange={setDate} max={today} />
              </Field>
              <Field label={t('area')} optional={t('common:optional')}>
                <Input
                  value={area}
                  maxLength={200}
                  onChange={(event) => setArea(event.target.value)}
                />
              </Field>
            </div>
            <Field label={t('note')} optional={t('common:optional')}>
              <Input
                value={note}
                maxLength={2000}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            {!correction && (
              <PhotoField label={t('photo')} value={attached.photo} onValueChange={attached.set} />
            )}
          </DialogBody>
          <DialogFooter>
            <Button
              type="submit"
              variant="primary"
              size="large"
              block
              busy={add.isPending}
              disabled={!valid || date === null || date === 'invalid'}
            >
              {valid ? t('saveAmount', { amount: amount(value), unit }) : t('common:action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { employeeName } from '@/entities/employee/employees-query';
import { type OwedWeek, owedKey } from '@/features/public-work/owed/api/queries';
import { usePostRestitution } from '@/features/public-work/owed/api/restitution';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

/** Why, and on which day of an open pay period: what is short becomes adjustments. */
export function PostDialog({
  weeks,
  onClose,
}: {
  weeks: readonly OwedWeek[];
  onClose: () => void;
}) {
  const { t } = useTranslation('owed-wages');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const post = usePostRestitution();
  const [postings] = useState(() => weeks.map((week) => ({ id: uuidv7(), week })));
  const form = useForm({
    initial: { reason: '', postDate: today as DateInputValue },
    read: ({ reason, postDate }, wrong) => ({
      weeks: postings,
      reason: reason.trim() || wrong('reason', t('post.reasonMissing')),
      postDate: isDate(postDate) ? postDate : wrong('postDate', t('post.dateWrong')),
    }),
    submit: (input) => post.mutateAsync(input),
    refusals: {
      period_locked: ['postDate', t('post.locked')],
      reason_required: ['reason', t('post.reasonMissing')],
    },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('post.title')}
      description={t('post.text')}
      save={t('post.save')}
      onClose={onClose}
    >
      <ul className="tabular max-h-48 divide-y overflow-y-auto rounded-card border px-4 text-sm">
        {weeks.map((week) => (
          <li key={owedKey(week)} className="flex justify-between gap-3 py-2">
            <span className="min-w-0">
              {employeeName(week)}
              <span className="block text-muted text-xs">
                {t('post.week', { project: week.project_name, date: format.date(week.week_end) })}
              </span>
            </span>
            <span className="shrink-0 font-[620]">{format.moneyFromCents(week.short_cents)}</span>
          </li>
        ))}
      </ul>
      <Field label={t('post.reason')} hint={t('post.reasonHint')}>
        <Textarea {...form.text('reason')} maxLength={500} />
      </Field>
      <Field label={t('post.date')} hint={t('post.dateHint')}>
        <DateInput {...form.value('postDate')} />
      </Field>
    </FormDialog>
  );
}

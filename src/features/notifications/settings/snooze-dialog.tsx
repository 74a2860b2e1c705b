import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { morningOf } from '@/features/notifications/morning';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface SnoozeDialogProps {
  onSnooze: (until: string) => Promise<unknown>;
  onClose: () => void;
}

/** Until the morning of a day, such as the first one after a vacation. */
export function SnoozeDialog({ onSnooze, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation('notifications');
  const { timeZone } = useFormat().preferences;
  const today = dateOf(serverNow(), timeZone);
  const form = useForm({
    initial: { date: addDays(today, 7) as DateInputValue },
    read: ({ date }, wrong) =>
      date === null || date === 'invalid' || date <= today
        ? wrong('date', t('snooze.dateRequired'))
        : morningOf(date, timeZone),
    submit: onSnooze,
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('snooze.dateTitle')}
      width="small"
      save={t('snooze.start')}
      onClose={onClose}
    >
      <Field label={t('snooze.dateLabel')}>
        <DateInput {...form.value('date')} />
      </Field>
    </FormDialog>
  );
}

import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import type { Pricing } from '@/features/tickets/office/api/queries';
import { useReleaseTicket, useSetTicketStatus } from '@/features/tickets/office/api/writes';
import { useTranslation } from '@/lib/use-translation';

/** The next step of a priced ticket, with its day, and the way one step back. */
export function StepForm({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation('billing');
  const { today } = useCalendar();
  const move = useSetTicketStatus(pricing.ticket_id);
  const release = useReleaseTicket();
  const { status } = pricing;
  const form = useForm({
    initial: () => ({
      day: today as DateInputValue,
      decision: 'approved' as 'approved' | 'rejected',
      note: '',
    }),
    read: ({ day, decision, note }, wrong) => ({
      status: status === 'priced' ? ('submitted' as const) : decision,
      date: isDate(day) ? day : wrong('day', t('required.date')),
      note: note.trim(),
    }),
    submit: (step) => move.mutateAsync(step),
  });
  const back = { submitted: 'priced', rejected: 'priced', approved: 'submitted' } as const;
  const previous = status in back ? back[status as keyof typeof back] : null;
  const isOpen = status === 'priced' || status === 'submitted';
  const isInBudget = pricing.budget_version !== null;
  return (
    <Form form={form} discardable className="flex flex-wrap items-end gap-3 border-t pt-4">
      {status === 'submitted' && (
        <>
          <Field label={t('step.answer')}>
            <Select
              {...form.value('decision')}
              options={(['approved', 'rejected'] as const).map((value) => ({
                value,
                label: t(`stage.${value}`),
              }))}
            />
          </Field>
          <Field label={t('step.note')} optional className="grow">
            <Input {...form.text('note')} maxLength={1000} />
          </Field>
        </>
      )}
      {isOpen && (
        <>
          <Field label={t(`step.${status}Day`)} className="w-40">
            <DateInput {...form.value('day')} />
          </Field>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t(status === 'priced' ? 'step.submit' : 'step.record')}
          </Button>
        </>
      )}
      {previous && !isInBudget && (
        <Button
          busy={move.isPending && !form.busy}
          onClick={() => move.mutate({ status: previous })}
        >
          {t(`step.back.${status as keyof typeof back}`)}
        </Button>
      )}
      {status === 'approved' && isInBudget && (
        <Button busy={release.isPending} onClick={() => release.mutate(pricing.ticket_id)}>
          {t('step.release')}
        </Button>
      )}
    </Form>
  );
}

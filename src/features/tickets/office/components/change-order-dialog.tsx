import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import type { OfficeTicket } from '@/features/tickets/office/api/queries';
import { useAdoptTickets } from '@/features/tickets/office/api/writes';
import { totalOf } from '@/features/tickets/office/open-tickets';
import { ticketNumber } from '@/features/tickets/ticket';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ChangeOrderDialogProps {
  tickets: readonly OfficeTicket[];
  onClose: () => void;
}

/** Approved tickets become part of the budget: a new version with their hours and amounts. */
export function ChangeOrderDialog({ tickets, onClose }: ChangeOrderDialogProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const adopt = useAdoptTickets();
  const form = useForm({
    initial: { name: '', costCodeId: null as string | null },
    read: ({ name, costCodeId }) => ({ tickets, name: name.trim(), costCodeId }),
    submit: (order) => adopt.mutateAsync(order),
    done: onClose,
    refusals: { cost_code_needed: ['costCodeId', t('changeOrder.codeNeeded')] },
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('changeOrder.title')}
      description={t('changeOrder.text', {
        project: tickets[0]?.project_name,
        tickets: tickets.map(ticketNumber).join(', '),
        amount: format.money(totalOf(tickets)),
      })}
      save={t('changeOrder.save')}
      onClose={onClose}
    >
      <Field label={t('changeOrder.name')} optional hint={t('changeOrder.nameHint')}>
        <Input {...form.text('name')} maxLength={200} />
      </Field>
      <Field label={t('changeOrder.code')} optional hint={t('changeOrder.codeHint')}>
        <CostCodePicker projectId={null} {...form.value('costCodeId')} />
      </Field>
    </FormDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { billableWorkQuery, type OfficeTicket } from '@/features/tickets/office/api/queries';
import { type NewInvoice, useDraftInvoice } from '@/features/tickets/office/api/writes';
import { BillableList } from '@/features/tickets/office/components/billable-list';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface InvoiceDialogProps {
  projectId: string | null;
  /** Those chosen in the list; all approved ones of the range where none was. */
  tickets: readonly OfficeTicket[];
  onClose: () => void;
}

/** A numbered draft of approved tickets and billable time of one project. */
export function InvoiceDialog({ projectId, tickets, onClose }: InvoiceDialogProps) {
  const { t } = useTranslation('billing');
  const { today } = useCalendar();
  const navigate = useNavigate();
  const [id] = useState(uuidv7);
  const draft = useDraftInvoice();
  // What is ticked depends on what the server found for the fields of the form.
  const ticked = useRef<Pick<NewInvoice, 'ticketIds' | 'withTime'>>({
    ticketIds: [],
    withTime: false,
  });
  const form = useForm({
    initial: () => ({
      projectId,
      start: `${today.slice(0, 8)}01` as DateInputValue,
      end: today as DateInputValue,
      issuedOn: today as DateInputValue,
      note: '',
      withTime: true,
      left: tickets.length > 0 ? null : (new Set<string>() as ReadonlySet<string>),
      chosen: new Set(tickets.map(({ ticket_id }) => ticket_id)) as ReadonlySet<string>,
    }),
    read: (values, wrong) => {
      const date = (name: 'start' | 'end' | 'issuedOn') => {
        const value = values[name];
        return isDate(value) ? value : wrong(name, t('required.date'));
      };
      return {
        projectId: values.projectId ?? wrong('projectId', t('required.project')),
        start: date('start'),
        end: date('end'),
        issuedOn: date('issuedOn'),
        note: values.note.trim(),
      };
    },
    submit: (input) => draft.mutateAsync({ ...input, id, ...ticked.current }),
    done: () => {
      onClose();
      navigate(`/tickets/office?tab=invoices&invoice=${id}`);
    },
    refusals: { invalid_date_range: ['end', t('required.order')] },
  });
  const { withTime, left, chosen } = form.values;
  const { projectId: project, start, end } = form.reading;
  const isReady = Boolean(project && start && end && start <= end);
  const work = useQuery({
    ...billableWorkQuery(project ?? '', { start: start ?? '', end: end ?? '' }),
    enabled: isReady,
  });
  const found = work.data?.tickets ?? [];
  const picked = found
    .map(({ ticket_id }) => ticket_id)
    .filter((ticket) => (left ? !left.has(ticket) : chosen.has(ticket)));
  const bills = (work.data?.time.length ?? 0) > 0 || (work.data?.missing.length ?? 0) > 0;
  ticked.current = { ticketIds: picked, withTime: withTime && bills };
  const pick = (ticket: string, on: boolean) => {
    const now = new Set(left ?? chosen);
    if (on === (left === null)) now.add(ticket);
    else now.delete(ticket);
    form.set(left ? { left: now } : { chosen: now });
  };
  return (
    <FormDialog
      form={form}
      title={t('invoice.new')}
      description={t('invoice.text')}
      width="large"
      save={t('invoice.save')}
      button={{ disabled: !isReady || (picked.length === 0 && !(bills && withTime)) }}
      onClose={onClose}
    >
      <Field label={t('column.project')} className="sm:col-span-2">
        <ProjectPicker include="all" {...form.value('projectId')} />
      </Field>
      <Field label={t('invoice.from')}>
        <DateInput {...form.value('start')} />
      </Field>
      <Field label={t('invoice.to')}>
        <DateInput {...form.value('end')} />
      </Field>
      {isReady && (
        <BillableList
          query={work}
          picked={new Set(picked)}
          onPick={pick}
          withTime={withTime}
          onWithTime={(on) => form.set({ withTime: on })}
        />
      )}
      <Field label={t('invoice.issuedOn')}>
        <DateInput {...form.value('issuedOn')} />
      </Field>
      <Field label={t('invoice.note')} optional className="sm:col-span-2">
        <Textarea {...form.text('note')} rows={2} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName } from '@/entities/employee/employees-query';
import { useTeam } from '@/entities/employee/use-team';
import { DAY_HOURS, readHours } from '@/features/tickets/read-hours';
import { HOURS, type TicketLine } from '@/features/tickets/ticket';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface PersonDialogProps {
  onSave: (line: TicketLine) => void;
  onClose: () => void;
}

/** Somebody whose time is not recorded (yet), or a phone that could not ask. */
export function PersonDialog({ onSave, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['tickets', 'common']);
  const team = useTeam().data;
  const form = useForm({
    initial: { person: null as string | null, hours: '' },
    read: ({ person, hours }, wrong) => ({
      person: person ?? wrong('person', t('required.person')),
      hours: readHours(hours) || wrong('hours', t('required.hours')),
    }),
    submit: ({ person, hours }) => {
      const member = team?.find(({ employee_id }) => employee_id === person);
      onSave({
        id: uuidv7(),
        kind: 'labor',
        time_entry_id: null,
        employee_id: person,
        equipment_id: null,
        photo_id: null,
        description: member ? employeeName(member) : t('work.person'),
        hours_kind: 'regular',
        quantity: hours,
        unit: HOURS,
      });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('work.addPerson')}
      description={t('work.addPersonText')}
      width="small"
      columns={1}
      onClose={onClose}
    >
      <Field label={t('common:employee.label')}>
        <EmployeePicker {...form.value('person')} />
      </Field>
      <Field label={t('hours.regular')} hint={t('hours.hint')}>
        <NumberInput {...form.text('hours')} limits={DAY_HOURS} />
      </Field>
    </FormDialog>
  );
}

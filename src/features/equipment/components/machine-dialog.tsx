import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Combobox } from '@/components/shared/combobox';
import { DateInput } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { customOf } from '@/entities/custom-field/custom-field';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import { classesQuery, type Machine } from '@/features/equipment/api/queries';
import { useSaveMachine } from '@/features/equipment/api/save-machine';
import { METERS, OWNERSHIPS, rowOf, STATUSES, valuesOf } from '@/features/equipment/machine-form';
import { useTranslation } from '@/lib/use-translation';

export interface MachineDialogProps {
  companyId: string;
  /** Null: a new one. */
  machine: Machine | null;
  onClose: () => void;
}

export function MachineDialog({ companyId, machine, onClose }: MachineDialogProps) {
  const { t } = useTranslation('equipment');
  const save = useSaveMachine(companyId);
  const [opened] = useState(() =>
    machine ? { ...rowOf(valuesOf(machine)), custom: customOf(machine), id: machine.id } : null,
  );
  const custom = useCustomPart('equipment');
  const classes = useQuery(classesQuery(companyId));
  const form = useForm({
    initial: () => valuesOf(machine),
    read: (values, wrong) => {
      if (!values.name.trim()) wrong('name', t('required.name'));
      if (values.offRentDate === 'invalid') wrong('offRentDate', t('required.date'));
      return { ...rowOf(values), ...custom.read(values, wrong) };
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(machine ? 'dialog.edit' : 'dialog.new')}
      width="large"
      onClose={onClose}
    >
      <Field label={t('field.name')}>
        <Input {...form.text('name')} autoFocus maxLength={200} />
      </Field>
      <Field label={t('field.number')} optional>
        <Input {...form.text('number')} maxLength={40} />
      </Field>
      <Field label={t('field.class')} optional>
        <Combobox
          {...form.value('classId')}
          placeholder={t('class.choose')}
          clearLabel={t('class.none')}
          loading={classes.isPending}
          options={(classes.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
        />
      </Field>
      <Field label={t('field.status')}>
        <Select
          {...form.value('status')}
          options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </Field>
      <Field label={t('field.meter')}>
        <Select
          {...form.value('meter')}
          options={METERS.map((value) => ({ value, label: t(`meter.${value}`) }))}
        />
      </Field>
      <Field label={t('field.ownership')}>
        <Select
          {...form.value('ownership')}
          options={OWNERSHIPS.map((value) => ({ value, label: t(`ownership.${value}`) }))}
        />
      </Field>
      {form.values.ownership === 'rented' && (
        <Field label={t('field.offRentDate')} optional>
          <DateInput {...form.value('offRentDate')} />
        </Field>
      )}
      {custom.part(form)}
      <Field label={t('field.notes')} optional className="sm:col-span-2">
        <Textarea {...form.text('notes')} rows={2} maxLength={2000} />
      </Field>
    </FormDialog>
  );
}

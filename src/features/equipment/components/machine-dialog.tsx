import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@/components/shared/combobox';
import { FormDialog } from '@/components/shared/form-dialog';
import { ChoiceField, DateField } from '@/components/shared/form-fields';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { classesQuery, type Machine } from '@/features/equipment/api/queries';
import { useSaveMachine } from '@/features/equipment/api/save-machine';
import {
  METERS,
  machineForm,
  OWNERSHIPS,
  rowOf,
  STATUSES,
  valuesOf,
} from '@/features/equipment/machine-form';

export interface MachineDialogProps {
  companyId: string;
  /** Null: a new one. */
  machine: Machine | null;
  onClose: () => void;
}

export function MachineDialog({ companyId, machine, onClose }: MachineDialogProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const save = useSaveMachine(companyId);
  const [opened] = useState(() =>
    machine ? { ...rowOf(valuesOf(machine)), id: machine.id } : null,
  );
  const classes = useQuery(classesQuery(companyId));
  const form = useForm({ resolver: zodResolver(machineForm), defaultValues: valuesOf(machine) });
  const { control, register, formState, handleSubmit, watch } = form;
  const { errors } = formState;
  const optional = t('common:optional');
  return (
    <FormDialog
      title={t(machine ? 'dialog.edit' : 'dialog.new')}
      width="large"
      error={save.error}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={handleSubmit((values) =>
        save.mutate({ fields: rowOf(values), opened }, { onSuccess: onClose }),
      )}
    >
      <Field label={t('field.name')} error={errors.name ? t('required.name') : undefined}>
        <Input {...register('name')} autoFocus maxLength={200} />
      </Field>
      <Field label={t('field.number')} optional={optional}>
        <Input {...register('number')} maxLength={40} />
      </Field>
      <Controller
        control={control}
        name="classId"
        render={({ field }) => (
          <Field label={t('field.class')} optional={optional}>
            <Combobox
              value={field.value}
              onValueChange={field.onChange}
              placeholder={t('class.choose')}
              clearLabel={t('class.none')}
              loading={classes.isPending}
              options={(classes.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
            />
          </Field>
        )}
      />
      <ChoiceField
        control={control}
        name="status"
        label={t('field.status')}
        options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <ChoiceField
        control={control}
        name="meter"
        label={t('field.meter')}
        options={METERS.map((value) => ({ value, label: t(`meter.${value}`) }))}
      />
      <ChoiceField
        control={control}
        name="ownership"
        label={t('field.ownership')}
        options={OWNERSHIPS.map((value) => ({ value, label: t(`ownership.${value}`) }))}
      />
      {watch('ownership') === 'rented' && (
        <DateField
          control={control}
          name="offRentDate"
          label={t('field.offRentDate')}
          optional={optional}
          error={errors.offRentDate ? t('required.date') : undefined}
        />
      )}
      <Field label={t('field.notes')} optional={optional} className="sm:col-span-2">
        <Textarea {...register('notes')} rows={2} maxLength={2000} />
      </Field>
    </FormDialog>
  );
}

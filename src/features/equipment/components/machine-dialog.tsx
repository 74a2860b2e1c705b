import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Combobox } from '@/components/shared/combobox';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { classesQuery, type Machine } from '@/features/equipment/api/queries';
import { useSaveMachine } from '@/features/equipment/api/save-machine';
import { errorWords } from '@/lib/errors';

const OWNERSHIPS = ['owned', 'rented'] as const;
const STATUSES = ['available', 'down', 'retired'] as const;
const METERS = ['hours', 'miles', 'none'] as const;

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  number: z.string().check(z.trim(), z.maxLength(40)),
  classId: z.nullable(z.string()),
  ownership: z.enum(OWNERSHIPS),
  status: z.enum(STATUSES),
  meter: z.enum(METERS),
  offRentDate: z.custom<DateInputValue>((value) => value !== 'invalid'),
  notes: z.string().check(z.trim(), z.maxLength(2000)),
});

export interface MachineDialogProps {
  companyId: string;
  /** Null: a new one. */
  machine: Machine | null;
  onClose: () => void;
}

export function MachineDialog({ companyId, machine, onClose }: MachineDialogProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const save = useSaveMachine(companyId);
  const classes = useQuery(classesQuery(companyId));
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      name: machine?.name ?? '',
      number: machine?.number ?? '',
      classId: machine?.classId ?? null,
      ownership: machine?.ownership ?? 'owned',
      status: machine?.status ?? 'available',
      meter: (machine ? (machine.meterUnit ?? 'none') : 'hours') as (typeof METERS)[number],
      offRentDate: (machine?.offRentDate ?? null) as DateInputValue,
      notes: machine?.notes ?? '',
    },
  });
  const { errors } = form.formState;
  const rented = form.watch('ownership') === 'rented';
  const submit = form.handleSubmit((values) =>
    save.mutate(
      {
        id: machine?.id ?? null,
        name: values.name,
        number: values.number || null,
        class_id: values.classId,
        ownership: values.ownership,
        status: values.status,
        meter_unit: values.meter === 'none' ? null : values.meter,
        off_rent_date: !rented || values.offRentDate === 'invalid' ? null : values.offRentDate,
        notes: values.notes || null,
      },
      { onSuccess: onClose },
    ),
  );
  const choice = <Name extends 'ownership' | 'status' | 'meter'>(
    name: Name,
    values: readonly string[],
  ) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={t(`field.${name}`)}>
          <Select
            value={field.value as string}
            onValueChange={field.onChange}
            options={values.map((value) => ({ value, label: t(`${name}.${value}` as never) }))}
          />
        </Field>
      )}
    />
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(machine ? 'dialog.edit' : 'dialog.new')} width="large">
        <form onSubmit={(event) => void submit(event)} className="contents" noValidate>
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {save.error && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(save.error)}
              </Notice>
            )}
            <Field label={t('field.name')} error={errors.name ? t('required.name') : undefined}>
              <Input {...form.register('name')} autoFocus maxLength={200} />
            </Field>
            <Field label={t('field.number')} optional={t('common:optional')}>
              <Input {...form.register('number')} maxLength={40} />
            </Field>
            <Controller
              control={form.control}
              name="classId"
              render={({ field }) => (
                <Field label={t('field.class')} optional={t('common:optional')}>
                  <Combobox
                    value={field.value}
                    onValueChange={field.onChange}
                    placeholder={t('class.choose')}
                    clearLabel={t('class.none')}
                    loading={classes.isPending}
                    options={(classes.data ?? []).map(({ id, name }) => ({
                      value: id,
                      text: name,
                    }))}
                  />
                </Field>
              )}
            />
            {choice('status', STATUSES)}
            {choice('meter', METERS)}
            {choice('ownership', OWNERSHIPS)}
            {rented && (
              <Controller
                control={form.control}
                name="offRentDate"
                render={({ field }) => (
                  <Field
                    label={t('field.offRentDate')}
                    optional={t('common:optional')}
                    error={errors.offRentDate ? t('required.date') : undefined}
                  >
                    <DateInput value={field.value} onValueChange={field.onChange} />
                  </Field>
                )}
              />
            )}
            <Field
              label={t('field.notes')}
              optional={t('common:optional')}
              className="sm:col-span-2"
            >
              <Textarea {...form.register('notes')} rows={2} maxLength={2000} />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? t('common:action.saving') : t('common:action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

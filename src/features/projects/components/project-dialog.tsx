import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { Project } from '@/features/projects/api/queries';
import { useSaveProject } from '@/features/projects/api/save-project';
import { errorWords, toAppError } from '@/lib/errors';

const STATUSES = ['active', 'on_hold', 'completed'] as const;
const DEFAULT_COLOR = '#3b7dd8';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  client: z.string().check(z.trim(), z.maxLength(200)),
  number: z.string().check(z.trim(), z.maxLength(40)),
  status: z.enum(STATUSES),
  address: z.string().check(z.trim(), z.maxLength(500)),
  deadline: z.custom<DateInputValue>((value) => value !== 'invalid'),
  percent: z.coerce.number().check(z.minimum(0), z.maximum(100)),
  color: z.string(),
  prevailingWage: z.boolean(),
});

export interface ProjectDialogProps {
  companyId: string;
  /** Null: a new one. */
  project: Project | null;
  onClose: () => void;
}

export function ProjectDialog({ companyId, project, onClose }: ProjectDialogProps) {
  const { t } = useTranslation(['projects', 'common']);
  const save = useSaveProject(companyId);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      name: project?.name ?? '',
      client: project?.client ?? '',
      number: project?.number ?? '',
      status: project?.status ?? 'active',
      address: project?.address ?? '',
      deadline: (project?.deadline ?? null) as DateInputValue,
      percent: project?.percent_complete ?? 0,
      color: project?.color ?? DEFAULT_COLOR,
      prevailingWage: project?.prevailing_wage ?? false,
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    save.mutate(
      {
        id: project?.id ?? null,
        name: values.name,
        client: values.client || null,
        number: values.number || null,
        status: values.status,
        address: values.address || null,
        deadline: values.deadline === 'invalid' ? null : values.deadline,
        percent_complete: Math.round(values.percent),
        color: values.color,
        prevailing_wage: values.prevailingWage,
      },
      { onSuccess: onClose },
    ),
  );
  const taken = save.error && toAppError(save.error).code === 'projects_number_once_per_company';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={project ? t('dialog.edit') : t('dialog.new')} width="large">
        <form onSubmit={(event) => void submit(event)} className="contents" noValidate>
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {save.error && !taken && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(save.error)}
              </Notice>
            )}
            <Field label={t('field.name')} error={errors.name ? t('required.name') : undefined}>
              <Input {...form.register('name')} autoFocus maxLength={200} />
            </Field>
            <Field label={t('field.client')} optional={t('common:optional')}>
              <Input {...form.register('client')} maxLength={200} />
            </Field>
            <Field
              label={t('field.number')}
              optional={t('common:optional')}
              error={taken ? t('required.numberTaken') : undefined}
            >
              <Input {...form.register('number')} maxLength={40} />
            </Field>
            <Controller
              control={form.control}
              name="status"
              render={({ field }) => (
                <Field label={t('field.status')}>
                  <Select
                    value={field.value}
                    onValueChange={field.onChange}
                    options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
                  />
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="deadline"
              render={({ field }) => (
                <Field
                  label={t('field.deadline')}
                  optional={t('common:optional')}
                  error={errors.deadline ? t('required.date') : undefined}
                >
                  <DateInput value={field.value} onValueChange={field.onChange} />
                </Field>
              )}
            />
            <Field
              label={t('field.percent')}
              hint={project?.percent_computed && t('percentComputed')}
              error={errors.percent ? t('required.percent') : undefined}
            >
              <Input
                {...form.register('percent')}
                readOnly={project?.percent_computed}
                type="number"
                min={0}
                max={100}
                step={1}
              />
            </Field>
            <Field label={t('field.address')} optional={t('common:optional')}>
              <Input {...form.register('address')} maxLength={500} />
            </Field>
            <Field label={t('field.color')}>
              <Input {...form.register('color')} type="color" className="w-20 p-1" />
            </Field>
            <Controller
              control={form.control}
              name="prevailingWage"
              render={({ field }) => (
                <div className="sm:col-span-2">
                  <SwitchRow
                    id="prevailing-wage"
                    label={t('field.prevailingWage')}
                    text={t('dialog.prevailingWage')}
                    checked={field.value}
                    onChange={field.onChange}
                  />
                </div>
              )}
            />
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

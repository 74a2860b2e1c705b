import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/shared/form-dialog';
import { ChoiceField, DateField } from '@/components/shared/form-fields';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Project } from '@/features/projects/api/queries';
import { useSaveProject } from '@/features/projects/api/save-project';
import { projectForm, rowOf, STATUSES, valuesOf } from '@/features/projects/project-form';
import { toAppError } from '@/lib/errors';

export interface ProjectDialogProps {
  companyId: string;
  /** Null: a new one. */
  project: Project | null;
  onClose: () => void;
}

export function ProjectDialog({ companyId, project, onClose }: ProjectDialogProps) {
  const { t } = useTranslation(['projects', 'common']);
  const save = useSaveProject(companyId);
  const [opened] = useState(project);
  const form = useForm({ resolver: zodResolver(projectForm), defaultValues: valuesOf(project) });
  const { control, register, formState, handleSubmit } = form;
  const { errors } = formState;
  const optional = t('common:optional');
  const taken = save.error && toAppError(save.error).code === 'projects_number_once_per_company';
  return (
    <FormDialog
      title={project ? t('dialog.edit') : t('dialog.new')}
      width="large"
      error={taken ? null : save.error}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={handleSubmit((values) =>
        save.mutate({ fields: rowOf(values), opened }, { onSuccess: onClose }),
      )}
    >
      <Field label={t('field.name')} error={errors.name ? t('required.name') : undefined}>
        <Input {...register('name')} autoFocus maxLength={200} />
      </Field>
      <Field label={t('field.client')} optional={optional}>
        <Input {...register('client')} maxLength={200} />
      </Field>
      <Field
        label={t('field.number')}
        optional={optional}
        error={taken ? t('required.numberTaken') : undefined}
      >
        <Input {...register('number')} maxLength={40} />
      </Field>
      <ChoiceField
        control={control}
        name="status"
        label={t('field.status')}
        options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <DateField
        control={control}
        name="deadline"
        label={t('field.deadline')}
        optional={optional}
        error={errors.deadline ? t('required.date') : undefined}
      />
      <Field
        label={t('field.percent')}
        hint={project?.percent_computed && t('percentComputed')}
        error={errors.percent ? t('required.percent') : undefined}
      >
        <Input
          {...register('percent')}
          readOnly={project?.percent_computed}
          type="number"
          min={0}
          max={100}
          step={1}
        />
      </Field>
      <Field label={t('field.address')} optional={optional}>
        <Input {...register('address')} maxLength={500} />
      </Field>
      <Field label={t('field.color')}>
        <Input {...register('color')} type="color" className="w-20 p-1" />
      </Field>
      <Controller
        control={control}
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
    </FormDialog>
  );
}

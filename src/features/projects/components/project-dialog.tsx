import { Suspense, useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { late } from '@/components/shared/late';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { Project } from '@/features/projects/api/queries';
import { useSaveProject } from '@/features/projects/api/save-project';
import { PERCENT, rowOf, STATUSES, valuesOf } from '@/features/projects/project-form';
import { optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const ParentField = late(() =>
  withTexts(
    import('@/features/projects/components/phases/parent-field').then((file) => file.ParentField),
    'phases',
  ),
);

export interface ProjectDialogProps {
  companyId: string;
  /** Null: a new one. */
  project: Project | null;
  /** What a new one is a phase of. */
  parent?: Project | null;
  onClose: () => void;
}

export function ProjectDialog({ companyId, project, parent = null, onClose }: ProjectDialogProps) {
  const { t } = useTranslation('projects');
  const hasTree = useProjectOptions().data?.some(({ above }) => above) ?? false;
  const save = useSaveProject(companyId);
  const [opened] = useState(project);
  const custom = useCustomPart('projects');
  const form = useForm({
    initial: () => valuesOf(project, parent),
    read: (values, wrong) => {
      if (!values.name.trim()) wrong('name', t('required.name'));
      if (values.deadline === 'invalid') wrong('deadline', t('required.date'));
      if (optionalNumber(values.percent, PERCENT) === 'invalid')
        wrong('percent', t('required.percent'));
      return { ...rowOf(values), ...custom.read(values, wrong) };
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
    refusals: { projects_number_once_per_company: ['number', t('required.numberTaken')] },
  });
  return (
    <FormDialog
      form={form}
      title={t(project ? 'dialog.edit' : parent ? 'dialog.newPhase' : 'dialog.new')}
      width="large"
      onClose={onClose}
    >
      <Field label={t('field.name')}>
        <Input {...form.text('name')} autoFocus maxLength={200} />
      </Field>
      <Field label={t('field.spanish')} hint={t('spanishHint')} optional>
        <Input {...form.text('spanish')} maxLength={200} lang="es" />
      </Field>
      {!project && (parent || hasTree) && (
        <Suspense>
          <ParentField companyId={companyId} form={form} />
        </Suspense>
      )}
      <Field label={t('field.client')} optional>
        <Input {...form.text('client')} maxLength={200} />
      </Field>
      <Field label={t('field.number')} optional>
        <Input {...form.text('number')} maxLength={40} />
      </Field>
      <Field label={t('field.status')}>
        <Select
          {...form.value('status')}
          options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </Field>
      <Field label={t('field.deadline')} optional>
        <DateInput {...form.value('deadline')} />
      </Field>
      <Field label={t('field.percent')} hint={project?.percent_computed && t('percentComputed')}>
        <NumberInput
          {...form.text('percent')}
          limits={PERCENT}
          inputMode="numeric"
          readOnly={project?.percent_computed}
        />
      </Field>
      <Field label={t('field.address')} optional>
        <Input {...form.text('address')} maxLength={500} />
      </Field>
      <Field label={t('field.color')}>
        <Input {...form.text('color')} type="color" className="w-20 p-1" />
      </Field>
      {custom.part(form)}
      <div className="sm:col-span-2">
        <SwitchRow
          id="prevailing-wage"
          label={t('field.prevailingWage')}
          text={t('dialog.prevailingWage')}
          {...form.checked('prevailingWage')}
        />
      </div>
    </FormDialog>
  );
}

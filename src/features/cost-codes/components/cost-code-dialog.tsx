import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { FormDialog } from '@/components/shared/form-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { CostCode } from '@/features/cost-codes/api/queries';
import { useSaveCostCode } from '@/features/cost-codes/api/save-cost-code';
import { ProjectLimits } from '@/features/cost-codes/components/project-limits';
import { toAppError } from '@/lib/errors';

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  group: z.string().check(z.maxLength(100)),
  unit: z.string().check(z.maxLength(20)),
  projectIds: z.array(z.string()),
});

export interface CostCodeDialogProps {
  companyId: string;
  /** Null: a new one. */
  costCode: CostCode | null;
  groups: readonly string[];
  onClose: () => void;
}

export function CostCodeDialog({ companyId, costCode, groups, onClose }: CostCodeDialogProps) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const save = useSaveCostCode(companyId);
  const [opened] = useState(costCode);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      code: costCode?.code ?? '',
      name: costCode?.name ?? '',
      group: costCode?.code_group ?? '',
      unit: costCode?.unit ?? '',
      projectIds: [...(costCode?.projectIds ?? [])],
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    save.mutate({ opened, ...values }, { onSuccess: onClose }),
  );
  const taken = save.error && toAppError(save.error).code === 'cost_codes_code_once_per_company';

  return (
    <FormDialog
      title={costCode ? t('dialog.edit') : t('dialog.new')}
      error={taken ? null : save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-[10rem_1fr]">
        <Field
          label={t('column.code')}
          error={errors.code ? t('required.code') : taken ? t('required.codeTaken') : undefined}
        >
          <Input {...form.register('code')} autoFocus maxLength={40} placeholder="03 30 00" />
        </Field>
        <Field label={t('column.name')} error={errors.name ? t('required.name') : undefined}>
          <Input {...form.register('name')} maxLength={200} />
        </Field>
        <Field label={t('column.unit')} optional={t('common:optional')}>
          <Input {...form.register('unit')} maxLength={20} placeholder="SF" />
        </Field>
        <Field label={t('column.group')} optional={t('common:optional')}>
          <Input {...form.register('group')} maxLength={100} list="cost-code-groups" />
        </Field>
      </div>
      <datalist id="cost-code-groups">
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <Controller
        control={form.control}
        name="projectIds"
        render={({ field }) => (
          <div className="sm:col-span-2">
            <ProjectLimits value={field.value} onChange={field.onChange} />
          </div>
        )}
      />
    </FormDialog>
  );
}

import type { FormOf } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { ParentPicker } from '@/features/projects/components/phases/parent-picker';
import type { valuesOf } from '@/features/projects/project-form';
import { useTranslation } from '@/lib/use-translation';

interface ParentFieldProps {
  companyId: string;
  form: FormOf<ReturnType<typeof valuesOf>>;
}

/** In the form of a new project, where the company has phases. */
export function ParentField({ companyId, form }: ParentFieldProps) {
  const { t } = useTranslation('phases');
  return (
    <Field label={t('partOf')}>
      <ParentPicker companyId={companyId} projectId={null} {...form.value('parentId')} />
    </Field>
  );
}

import { useNavigate } from 'react-router';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useTranslation } from '@/lib/use-translation';

/** Which project the budget is for; its lines are entered there. */
export function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['budgets', 'common']);
  const navigate = useNavigate();
  const form = useForm({
    initial: { projectId: null as string | null },
    submit: async ({ projectId }) => navigate(`/budgets?project=${projectId}&edit=1`),
  });
  return (
    <FormDialog
      form={form}
      title={t('new')}
      description={t('newText')}
      width="small"
      columns={1}
      save={t('common:action.next')}
      button={{ disabled: form.values.projectId === null }}
      onClose={onClose}
    >
      <Field label={t('common:project.label')}>
        <ProjectPicker {...form.value('projectId')} include="all" />
      </Field>
    </FormDialog>
  );
}

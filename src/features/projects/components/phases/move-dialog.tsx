import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { useMoveProject } from '@/features/projects/api/phases';
import type { Project } from '@/features/projects/api/queries';
import { ParentPicker } from '@/features/projects/components/phases/parent-picker';
import { useTranslation } from '@/lib/use-translation';

interface MoveDialogProps {
  companyId: string;
  project: Project;
  onClose: () => void;
}

/** Puts a project with its phases somewhere else in the tree. */
export function MoveDialog({ companyId, project, onClose }: MoveDialogProps) {
  const { t } = useTranslation('phases');
  const move = useMoveProject(companyId);
  const [opened] = useState(project);
  const form = useForm({
    initial: { parentId: project.parent_id },
    read: ({ parentId }) => parentId,
    submit: (parentId) => move.mutateAsync({ opened, parentId }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('move.title', { name: project.name })}
      description={t('move.text')}
      columns={1}
      save={t('move.button')}
      button={{ disabled: !form.dirty }}
      onClose={onClose}
    >
      <Field label={t('partOf')}>
        <ParentPicker companyId={companyId} projectId={project.id} {...form.value('parentId')} />
      </Field>
    </FormDialog>
  );
}

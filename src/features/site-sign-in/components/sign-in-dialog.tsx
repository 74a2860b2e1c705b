import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useVisitForm } from '@/entities/site-visit/use-visit-form';
import { VisitFields } from '@/entities/site-visit/visit-fields';
import { useSignInVisitor } from '@/features/site-sign-in/api/writes';
import { AppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

interface SignInDialogProps {
  projectId: string | null;
  onClose: () => void;
}

/** For whoever has neither a phone nor a tablet at hand. The rules of the site are theirs to confirm. */
export function SignInDialog({ projectId, onClose }: SignInDialogProps) {
  const { t } = useTranslation('site-sign-in');
  const [project, setProject] = useState(projectId);
  const signIn = useSignInVisitor();
  const form = useVisitForm({
    rules: '',
    submit: (visit) => {
      if (!project) throw new AppError('project_unknown');
      return signIn.mutateAsync({ projectId: project, visit });
    },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('dialog.title')}
      description={t('dialog.text')}
      save={t('dialog.save')}
      onClose={onClose}
    >
      <Field label={t('project')} className="col-span-full">
        <ProjectPicker value={project} onValueChange={setProject} />
      </Field>
      {form.attempts > 0 && !project && (
        <Notice tone="attention" className="col-span-full">
          {t('dialog.chooseProject')}
        </Notice>
      )}
      <VisitFields form={form} rules="" isOther />
    </FormDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';

/** Which project the budget is for; its lines are entered there. */
export function NewBudgetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['budgets', 'common']);
  const [projectId, setProjectId] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('new')} description={t('newText')} width="small">
        <DialogBody>
          <Field label={t('common:project.label')}>
            <ProjectPicker value={projectId} onValueChange={setProjectId} include="all" />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            disabled={projectId === null}
            onClick={() => void navigate(`/budgets?project=${projectId}&edit=1`)}
          >
            {t('common:action.next')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCorrectHeldEvent } from '@/features/held-events/api/correct-held-event';

/** Default export because it is loaded when it opens. */
export default function PickDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['offline', 'common']);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const codeRequired = useCostCodeRequired();
  const correct = useCorrectHeldEvent();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (projectId) correct.mutate({ id, projectId, costCodeId }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('held.pickTitle')} description={t('held.pickText')} width="small">
        <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="grid gap-4">
            <Field label={t('common:project.label')}>
              <ProjectPicker
                value={projectId}
                onValueChange={(next) => {
                  setProjectId(next);
                  setCostCodeId(null);
                }}
              />
            </Field>
            <Field label={t('common:costCode.label')}>
              <CostCodePicker
                projectId={projectId}
                value={costCodeId}
                onValueChange={setCostCodeId}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button type="button" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={!projectId || (codeRequired && !costCodeId)}
              busy={correct.isPending}
            >
              {t('common:action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
} from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useSwitchProject } from '@/entities/running-entry/use-switch-project';
import { toast } from '@/lib/toast';

export interface SwitchDialogProps {
  running: RunningEntry;
  /** What the code at the gate names. */
  scanned: { projectId: string; costCodeId: string | null } | null;
  onClose: () => void;
}

/** Another project or code at the same instant: not a second is lost or counted twice. */
export function SwitchDialog({ running, scanned, onClose }: SwitchDialogProps) {
  const { t } = useTranslation(['my-status', 'common']);
  const [projectId, setProjectId] = useState(scanned?.projectId ?? running.project_id);
  const [costCodeId, setCostCodeId] = useState(scanned?.costCodeId ?? null);
  const [equipmentId, setEquipmentId] = useState<string | null>(null);
  const hasMachines = useHasMachines();
  const codeRequired = useCostCodeRequired();
  const [notes, setNotes] = useState('');
  const { change, isPending } = useSwitchProject();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!projectId || (codeRequired && !costCodeId)) {
      toast.error(t('cannotSwitch.title'), {
        description: t(codeRequired ? 'cannotStart.text' : 'cannotStart.project'),
      });
      return;
    }
    change({ projectId, costCodeId, equipmentId, notes: notes.trim() }, onClose);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('switch.title')} description={t('switch.description')} width="small">
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
            {hasMachines && (
              <Field label={t('common:equipment.label')}>
                <EquipmentPicker value={equipmentId} onValueChange={setEquipmentId} />
              </Field>
            )}
            <Field label={t('timer.notes')}>
              <Textarea
                rows={2}
                maxLength={2000}
                value={notes}
                onChange={(event) => setNotes(event.target.value)}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button>{t('common:action.cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" busy={isPending}>
              {t('timer.switch')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

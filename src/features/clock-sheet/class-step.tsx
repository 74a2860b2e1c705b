import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface ClassStepProps {
  entry: Pick<RunningEntry, 'id' | 'project_id' | 'cost_code_id'>;
  onDone: () => void;
}

/** The class of public work that neither the person, the cost code nor a usual one has named; from the start. */
export function ClassStep({ entry, onDone }: ClassStepProps) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const save = () => {
    saveAndCall('answers', 'choose_classification', {
      entry_id_param: entry.id,
      classification_id_param: chosen,
    }).then(
      (sent) => {
        if (sent) toast.success(t('classStep.saved'));
        void refreshTime(client);
      },
      // The entry or the class is gone: payroll and the timesheet still say that one is missing.
      () => undefined,
    );
    onDone();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent title={t('classStep.title')} description={t('classStep.text')}>
        <DialogBody>
          <ClassificationPart
            part="field"
            size="huge"
            projectId={entry.project_id}
            costCodeId={entry.cost_code_id}
            value={chosen}
            onValueChange={setChosen}
          />
        </DialogBody>
        <DialogFooter>
          <Button size="large" onClick={onDone}>
            {t('classStep.skip')}
          </Button>
          <Button size="large" variant="primary" disabled={!chosen} onClick={save}>
            {t('classStep.save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

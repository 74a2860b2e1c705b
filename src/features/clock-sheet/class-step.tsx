import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChoiceButtons, MAX_CHOICE_BUTTONS } from '@/components/ui/choice-buttons';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { classesOn } from '@/entities/classification/classes';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { useClassifications } from '@/entities/classification/classifications-query';
import { saveAndCall } from '@/entities/offline/save-and-send';
import { recentWorkQuery } from '@/entities/recent-work/recent-work-query';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useOwnName } from '@/lib/own-name';
import { toast } from '@/lib/toast';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

interface ClassStepProps {
  entry: Pick<RunningEntry, 'id' | 'project_id' | 'cost_code_id'>;
  onDone: () => void;
}

/** The classes of a project today, that of the last time on it first and chosen. */
function useClassChoices(projectId: string | null) {
  const ownName = useOwnName();
  const { data } = useClassifications();
  const today = useToday(useViewer().company?.time_zone ?? 'UTC');
  const employee = useEmployee();
  const { data: recent = [] } = useQuery({
    ...recentWorkQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  const lastTime = recent.find((work) => work.project_id === projectId);
  const onProject = (data?.classes ?? []).filter((row) => row.project_id === projectId);
  const classes = classesOn(onProject, today).map((row) => ({
    value: row.classification_id,
    label: ownName(row),
  }));
  const last = classes.find(({ value }) => value === lastTime?.classification_id);
  return {
    classes: [...(last ? [last] : []), ...classes.filter((row) => row !== last)],
    last: last?.value ?? null,
  };
}

/** The class of public work that neither the person, the cost code nor a usual one has named; from the start. */
export function ClassStep({ entry, onDone }: ClassStepProps) {
  const { t } = useTranslation(['verification', 'classification']);
  const client = useQueryClient();
  const choices = useClassChoices(entry.project_id);
  const [picked, setChosen] = useState<string | null>(null);
  const chosen = picked ?? choices.last;
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
          {choices.classes.length <= MAX_CHOICE_BUTTONS ? (
            <ChoiceButtons
              label={t('classification:label')}
              choices={choices.classes}
              value={chosen}
              onValueChange={setChosen}
            />
          ) : (
            <ClassificationPart
              part="field"
              size="huge"
              projectId={entry.project_id}
              costCodeId={entry.cost_code_id}
              value={chosen}
              onValueChange={setChosen}
            />
          )}
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

import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useFilledIn } from '@/entities/classification/use-filled-in';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

export interface RunningClassProps {
  running: RunningEntry;
}

/** The class of the clock that runs; of one the server has not heard of yet, what it will fill in. */
export function RunningClass({ running }: RunningClassProps) {
  const { t } = useTranslation('classification');
  const name = useClassificationNames()(running.classification_id);
  const filledIn = useFilledIn({
    projectId: running.project_id,
    costCodeId: running.cost_code_id,
    employeeId: running.employee_id,
    date: useToday(useViewer().company?.time_zone ?? 'UTC'),
  });
  const shown = name ?? filledIn?.name;
  return (
    <p className={shown ? 'break-words' : 'text-attention-strong'}>{shown ?? t('notChosen')}</p>
  );
}

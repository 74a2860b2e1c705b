import type { CustomField } from '@/entities/custom-field/custom-field';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';

/** What the company asks of the clock that runs and nobody has answered yet. */
export function useOpenFields(): readonly CustomField[] {
  const { clock_fields: fields = [] } = useViewer();
  const running = useRunningEntry();
  return running ? fields.filter(({ id }) => running.custom?.[id] === undefined) : [];
}

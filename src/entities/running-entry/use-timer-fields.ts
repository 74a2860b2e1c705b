import { useEffect, useRef, useState } from 'react';
import { useIsBeingStarted } from '@/entities/offline/queue-state';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import type { Work } from '@/entities/running-entry/work-fields';

export interface TimerFields {
  running: RunningEntry | null;
  projectId: string | null;
  costCodeId: string | null;
  /** As chosen; null: filled in. */
  classificationId: string | null;
  notes: string;
  chooseProject: (projectId: string | null) => void;
  chooseCostCode: (costCodeId: string | null) => void;
  chooseWork: (work: Work) => void;
  setNotes: (notes: string) => void;
}

/**
 * Project, cost code and notes of a timer: what the running entry has, or what was chosen for the
 * next one. Cleared when the clock stops, on this device or another; kept when a start failed.
 */
export function useTimerFields(): TimerFields {
  const running = useRunningEntry();
  const current = useCurrentProject();
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const [classificationId, setClassificationId] = useState<string | null>(null);
  const [notes, setNotes] = useState(running?.notes ?? '');
  const wasStored = useRef(false);
  const runningId = running?.id ?? null;
  const runningNotes = running?.notes ?? '';
  const stored = !useIsBeingStarted(runningId) && running !== null;

  useEffect(() => {
    if (stored) wasStored.current = true;
    if (runningId !== null) {
      setNotes(runningNotes);
    } else if (wasStored.current) {
      wasStored.current = false;
      setNotes('');
      setChosen(null);
      setCostCodeId(null);
      setClassificationId(null);
    }
  }, [runningId, runningNotes, stored]);

  return {
    running,
    projectId: running ? running.project_id : chosen === undefined ? current.projectId : chosen,
    costCodeId: running ? running.cost_code_id : costCodeId,
    classificationId: running ? (running.classification_id ?? null) : classificationId,
    notes,
    chooseProject: (next) => {
      setChosen(next);
      setCostCodeId(null);
      setClassificationId(null);
    },
    chooseCostCode: setCostCodeId,
    chooseWork: (work) => {
      setChosen(work.projectId);
      setCostCodeId(work.costCodeId);
      setClassificationId(work.classificationId ?? null);
    },
    setNotes,
  };
}

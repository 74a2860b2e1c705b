import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { type EntryInput, useSaveEntry } from '@/features/time-tracker/api/save-entry';
import type { EntryFormValues } from '@/features/time-tracker/entry-form/entry-form';
import { readEntryForm } from '@/features/time-tracker/entry-form/read-entry-form';
import {
  type OtherEntry,
  otherEntryOf,
  type RefusedField,
  refusedField,
} from '@/features/time-tracker/entry-form/refusals';
import { errorWords, toAppError } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

interface Refusal {
  field: RefusedField | null;
  words: string;
  other: OtherEntry | null;
  code: string;
}

/** The life of the dialog's form: what was typed, what it means, what the database said. */
export function useEntryForm(
  defaults: EntryFormValues,
  stored: StoredEntry | null,
  onSaved: () => void,
) {
  const { t } = useTranslation('time-tracker');
  const me = useEmployee();
  const mayEnterLate = useIsPrivileged();
  const [opened] = useState(stored);
  const [id] = useState(() => stored?.id ?? uuidv7());
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** What would be entered late, since its pay period is locked. */
  const [late, setLate] = useState<EntryInput | null>(null);
  const save = useSaveEntry(stored === null);
  const form = useForm<EntryFormValues>({ defaultValues: defaults });
  const values = form.watch();
  // A stored punch keeps its instant when it is booked on another site.
  const clock = useSiteClock(opened ? opened.project_id : values.projectId);
  const ofSomeoneElse = values.employeeId !== null && values.employeeId !== me?.id;
  const right = useOwnTimeRight(stored ? 'edit' : 'add');
  const isLate = late !== null || opened?.frozen === 'locked';
  const needsOwnReason = right === 'with_reason' || isLate;
  const needsReason = ofSomeoneElse ? 'someone' : needsOwnReason ? 'own' : null;
  const reading = readEntryForm(values, { timeZone: clock.timeZone, stored: opened, needsReason });

  /** Beside a field: the database's refusal, or, once Save was pressed, what is wrong with it. */
  const errorOf = (field: RefusedField): string | undefined => {
    if (refusal?.field === field) return refusal.words;
    const problem = field in reading.problems ? reading.problems[field as 'start'] : undefined;
    const atOnce = problem === 'skippedTime';
    return problem && (tried || atOnce) ? t(`form.problem.${problem}`) : undefined;
  };

  const submit = (): void => {
    setTried(true);
    setRefusal(null);
    const complete = Object.keys(reading.problems).length === 0;
    if (!complete || !reading.times || !values.employeeId) return;
    const input: EntryInput = {
      id,
      opened,
      employeeId: values.employeeId,
      ...reading.times,
      projectId: values.projectId,
      costCodeId: values.costCodeId,
      equipmentId: values.equipmentId,
      notes: values.notes.trim() || null,
      reason: values.reason.trim() || null,
      mealWaived: values.mealWaived,
    };
    if (opened?.frozen === 'locked' && !late) {
      setLate(input);
      return;
    }
    save.mutate(
      { ...input, late: late !== null },
      {
        onSuccess: onSaved,
        onError: (cause) => {
          const error = toAppError(cause);
          if (error.code === 'period_locked' && mayEnterLate) {
            setLate(input);
            return;
          }
          if (error.code === 'period_open') setLate(null);
          const future = error.code === 'time_in_future' && reading.times?.clockOut === null;
          setRefusal({
            field: future ? 'start' : refusedField(error),
            words: errorWords(error),
            other: otherEntryOf(error),
            code: error.code,
          });
        },
      },
    );
  };

  const set = <Name extends keyof EntryFormValues>(
    name: Name,
    value: EntryFormValues[Name],
  ): void => {
    // A refusal is about what was sent; it does not outlive the next change.
    setRefusal(null);
    if (name !== 'reason') setLate(null);
    form.setValue(name, value as never, { shouldDirty: true });
  };

  return {
    values,
    set,
    reading,
    clock,
    errorOf,
    refusal,
    late,
    mayEnterLate,
    submit,
    needsReason,
    saving: save.isPending,
  };
}

export type EntryForm = ReturnType<typeof useEntryForm>;

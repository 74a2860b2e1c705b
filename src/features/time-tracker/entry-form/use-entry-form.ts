import { useState } from 'react';
import { FieldError, useForm } from '@/components/form/use-form';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import { sharesOf } from '@/entities/machine-share/machine-share';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useAsksWhy, useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { type EntryInput, useSaveEntry } from '@/features/time-tracker/api/save-entry';
import type { EntryFormValues } from '@/features/time-tracker/entry-form/entry-form';
import { readEntryForm } from '@/features/time-tracker/entry-form/read-entry-form';
import { type RefusedField, refusedField } from '@/features/time-tracker/entry-form/refusals';
import { errorText, toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

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
  /** What would be entered late, since its pay period is locked. */
  const [late, setLate] = useState<EntryInput | null>(null);
  const save = useSaveEntry(stored === null);
  const custom = useCustomPart('time_entries');
  const form = useForm({
    initial: defaults,
    /** Whether it is saved: what is missing or late is asked about first. */
    submit: async (): Promise<boolean> => {
      const complete = Object.keys(reading.problems).length === 0;
      if (!complete || custom.problem || !reading.times || !values.employeeId) return false;
      const input: EntryInput = {
        id,
        opened,
        employeeId: values.employeeId,
        ...reading.times,
        projectId: values.projectId,
        costCodeId: values.costCodeId,
        equipmentId: values.equipmentId,
        machines: values.machines && sharesOf(values.machines),
        classificationId: values.classificationId,
        notes: values.notes.trim() || null,
        ...(custom.isUsed && { custom: values.custom }),
        reason: values.reason.trim() || null,
        mealWaived: values.mealWaived,
      };
      const askFirst = (): boolean => {
        setLate(input);
        return false;
      };
      if (opened?.frozen === 'locked' && !late) return askFirst();
      try {
        await save.mutateAsync({ ...input, late: late !== null });
        return true;
      } catch (cause) {
        const error = toAppError(cause);
        if (error.code === 'period_locked' && mayEnterLate) return askFirst();
        if (error.code === 'period_open') setLate(null);
        const future = error.code === 'time_in_future' && input.clockOut === null;
        const field = future ? 'start' : refusedField(error);
        throw field ? new FieldError(field, errorText(error)) : error;
      }
    },
    done: (isSaved) => isSaved && onSaved(),
  });
  const { values } = form;
  // A stored punch keeps its instant when it is booked on another site.
  const clock = useSiteClock(opened ? opened.project_id : values.projectId);
  const ofSomeoneElse = values.employeeId !== null && values.employeeId !== me?.id;
  const right = useOwnTimeRight(stored ? 'edit' : 'add');
  const isLate = late !== null || opened?.frozen === 'locked';
  const companyAsks = useAsksWhy();
  const isAsked = ofSomeoneElse ? stored !== null && companyAsks : right === 'with_reason';
  const reasonOf = ofSomeoneElse ? 'someone' : 'own';
  const needsReason = isAsked || isLate ? reasonOf : null;
  const reading = readEntryForm(values, { timeZone: clock.timeZone, stored: opened, needsReason });

  /** By field: what is wrong with it, once Save was pressed, or the database's refusal. */
  const errors: Record<string, string> = {};
  for (const [field, problem] of Object.entries(reading.problems)) {
    const atOnce = problem === 'skippedTime';
    if (form.attempts > 0 || atOnce) errors[field] = t(`form.problem.${problem}`);
  }
  Object.assign(errors, form.errors);

  const set = <Name extends keyof EntryFormValues>(
    name: Name,
    value: EntryFormValues[Name],
  ): void => {
    if (name !== 'reason') setLate(null);
    form.set({ [name]: value });
  };

  return {
    ...form,
    set,
    errors,
    errorOf: (field: RefusedField): string | undefined => errors[field],
    reading,
    customPart: (disabled: boolean) =>
      custom.part({ ...form, set: (changes) => set('custom', changes.custom) }, disabled),
    clock,
    late,
    mayEnterLate,
    needsReason,
    /** Whoever changes someone else's time may always say why. */
    takesReason: needsReason !== null || ofSomeoneElse,
  };
}

export type EntryForm = ReturnType<typeof useEntryForm>;

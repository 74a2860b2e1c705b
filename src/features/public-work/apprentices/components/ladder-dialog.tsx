import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import type { DateInputValue } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import type { Program } from '@/features/public-work/apprentices/api/queries';
import { useAddSteps } from '@/features/public-work/apprentices/api/save';
import { LadderFields } from '@/features/public-work/apprentices/components/ladder-fields';
import { StepRow } from '@/features/public-work/apprentices/components/step-row';
import {
  addMonths,
  fieldsOf,
  problemOf,
  type StepDraft,
} from '@/features/public-work/apprentices/ladder';
import type { IsoDate } from '@/lib/format';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface LadderDialogProps {
  today: IsoDate;
  programs: readonly Program[];
  /** Whose steps; null: to choose. */
  employeeId: string | null;
  programId?: string | undefined;
  onClose: () => void;
}

const emptyStep = (key: number, after: StepDraft | undefined, today: IsoDate): StepDraft => {
  const end = after?.to ?? null;
  const from: DateInputValue = end === null || end === 'invalid' ? today : addDays(end, 1);
  return { key, level: '', percent: '', fringe: '', from, to: addDays(addMonths(from, 6), -1) };
};

/** A person's steps in a program, many at once. Steps that are refused stay, with the reason; others are saved. */
export function LadderDialog({
  today,
  programs,
  employeeId,
  programId,
  onClose,
}: LadderDialogProps) {
  const { t } = useTranslation('apprentices');
  const add = useAddSteps();
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({});
  const form = useForm({
    initial: () => ({
      employeeId,
      programId: programId ?? programs[0]?.id ?? '',
      registration: '',
      steps: [emptyStep(0, undefined, today)] as readonly StepDraft[],
    }),
    read: (values, wrong) => {
      const byProgram = isByProgram(programs, values.programId);
      if (values.steps.some((step) => problemOf(step, byProgram)))
        wrong('steps', t('required.steps'));
      return {
        employee_id: values.employeeId ?? wrong('employeeId', t('required.person')),
        program_id: values.programId || wrong('programId', t('required.programChoice')),
        registration_number: values.registration.trim() || null,
        steps: values.steps.map((step) => fieldsOf(step, byProgram)),
      };
    },
    submit: (steps) => add.mutateAsync(steps),
    done: (problems) => {
      const { steps } = form.values;
      const left = steps.filter((_, index) => problems[index] !== null);
      if (left.length === 0) onClose();
      setRefused(Object.fromEntries(steps.map(({ key }, index) => [key, problems[index] ?? ''])));
      form.reset({ steps: left });
    },
  });
  const { steps } = form.values;
  const byProgram = isByProgram(programs, form.values.programId);
  const setSteps = (next: readonly StepDraft[]) => form.set({ steps: next });
  const nextKey = Math.max(0, ...steps.map(({ key }) => key)) + 1;
  return (
    <FormDialog
      form={form}
      title={t('ladder.title')}
      description={t('ladder.text')}
      width="large"
      save={t('ladder.save', { count: steps.length })}
      onClose={onClose}
    >
      <Field label={t('step.person')}>
        <EmployeePicker {...form.value('employeeId')} disabled={employeeId !== null} />
      </Field>
      <Field label={t('program.name')}>
        <Select
          {...form.value('programId')}
          options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field label={t('step.registration')} optional>
        <Input {...form.text('registration')} maxLength={100} />
      </Field>
      <LadderFields today={today} onFill={setSteps} />
      <ol className="grid gap-3 sm:col-span-2" aria-label={t('ladder.steps')}>
        {steps.map((step, index) => (
          <StepRow
            key={step.key}
            number={index + 1}
            step={step}
            byProgram={byProgram}
            problem={form.attempts > 0 ? problemOf(step, byProgram) : null}
            refusal={refused[step.key] || null}
            onChange={(changed) => {
              setRefused(({ [step.key]: _, ...others }) => others);
              setSteps(steps.map((one) => (one.key === step.key ? changed : one)));
            }}
            onRemove={
              steps.length > 1
                ? () => setSteps(steps.filter(({ key }) => key !== step.key))
                : undefined
            }
          />
        ))}
      </ol>
      {form.errors['steps'] && (
        <p role="alert" className="text-danger text-sm sm:col-span-2">
          {form.errors['steps']}
        </p>
      )}
      <Button
        className="justify-self-start"
        onClick={() => setSteps([...steps, emptyStep(nextKey, steps.at(-1), today)])}
      >
        {t('ladder.add')}
      </Button>
    </FormDialog>
  );
}

const isByProgram = (programs: readonly Program[], programId: string): boolean =>
  programs.find(({ id }) => id === programId)?.fringe_rule === 'program';

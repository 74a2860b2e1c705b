import { DateInput } from '@/components/shared/date-input';
import { TimeInput } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useHasCostCodes } from '@/entities/cost-code/use-cost-code-required';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { firstMachine } from '@/entities/machine-share/machine-share';
import { MachineSharesPart } from '@/entities/machine-share/machine-shares-part';
import { ProjectPicker } from '@/entities/project/project-picker';
import { minuteOf } from '@/entities/running-entry/running-entry';
import { workedMinutes } from '@/entities/time-entry/time-entry';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useMay } from '@/entities/viewer/use-viewer';
import { BreaksField } from '@/features/time-tracker/entry-form/breaks-field';
import { MealField } from '@/features/time-tracker/entry-form/meal-field';
import { OccurrenceQuestion } from '@/features/time-tracker/entry-form/occurrence-question';
import type { EntryForm } from '@/features/time-tracker/entry-form/use-entry-form';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface EntryFieldsProps {
  form: EntryForm;
  isNew: boolean;
  disabled: boolean;
}

/** Length of what is typed, net of the breaks that are taken off, so that a slip is seen before Save. */
function useWorked(form: EntryForm): string | null {
  const { t } = useTranslation('time-tracker');
  const times = form.reading.times;
  if (!times?.clockOut) return null;
  const { clockIn, breaks } = times;
  const minutes = workedMinutes({ clock_in: clockIn, breaks }, minuteOf(times.clockOut));
  return t('form.worked', { duration: formatDuration(minutes * 60) });
}

function TimeFields({ form, disabled }: { form: EntryForm; disabled: boolean }) {
  const { t } = useTranslation('time-tracker');
  const format = useFormat();
  const { weekStart } = useCalendar();
  const { values, set, reading, errorOf } = form;
  const date = values.date !== 'invalid' ? values.date : null;
  const worked = useWorked(form);
  const nextDay =
    reading.endsNextDay && date
      ? t('form.nextDay', { date: format.weekdayDate(addDays(date, 1)) })
      : null;
  const zone = form.clock.isAway
    ? t('form.zone', {
        zone: form.clock.zone(reading.times?.clockIn ?? new Date().toISOString()),
      })
    : null;
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Field label={t('form.date')} error={errorOf('date')} className="max-sm:col-span-2">
        <DateInput
          value={values.date}
          weekStart={weekStart}
          disabled={disabled}
          onValueChange={(next) => {
            set('date', next);
            set('startOccurrence', null);
            set('endOccurrence', null);
          }}
        />
      </Field>
      <Field label={t('form.start')} error={errorOf('start')}>
        <TimeInput
          value={values.start}
          data-autofocus
          placeholder={t('form.startPlaceholder')}
          disabled={disabled}
          onValueChange={(next) => {
            set('start', next);
            set('startOccurrence', null);
          }}
        />
      </Field>
      <Field label={t('form.end')} error={errorOf('end')}>
        <TimeInput
          value={values.end}
          notBefore={typeof values.start === 'number' ? values.start : undefined}
          placeholder={t('form.endPlaceholder')}
          disabled={disabled}
          onValueChange={(next) => {
            set('end', next);
            set('endOccurrence', null);
          }}
        />
      </Field>
      <OccurrenceQuestion
        label={t('form.start')}
        instants={reading.choices.start}
        value={values.startOccurrence}
        timeZone={form.clock.timeZone}
        onAnswer={(answer) => set('startOccurrence', answer)}
      />
      <OccurrenceQuestion
        label={t('form.end')}
        instants={reading.choices.end}
        value={values.endOccurrence}
        timeZone={form.clock.timeZone}
        onAnswer={(answer) => set('endOccurrence', answer)}
      />
      <p role="status" className="col-span-full -mt-2 text-muted text-sm">
        {[worked ?? (values.end === null ? t('form.endHint') : null), nextDay, zone]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

/** One machine, or several with their shares. */
function MachineFields({ form, disabled }: { form: EntryForm; disabled: boolean }) {
  const { t } = useTranslation('common');
  const { equipmentId, machines } = form.values;
  const { set } = form;
  if (machines) {
    return (
      <MachineSharesPart
        part="field"
        value={machines}
        error={form.errorOf('machines')}
        disabled={disabled}
        onChange={(next) => {
          const [only] = next;
          const isOne = next.length === 1 && only?.kind === 'working';
          set('equipmentId', firstMachine(next));
          set('machines', isOne ? null : next);
        }}
      />
    );
  }
  return (
    <div className="grid gap-2 sm:col-span-2">
      <Field label={t('equipment.label')}>
        <EquipmentPicker
          value={equipmentId}
          disabled={disabled}
          onValueChange={(next) => set('equipmentId', next)}
        />
      </Field>
      {equipmentId && !disabled && (
        <MachineSharesPart
          part="add"
          equipmentId={equipmentId}
          onAdd={(next) => set('machines', next)}
        />
      )}
    </div>
  );
}

export function EntryFields({ form, isNew, disabled }: EntryFieldsProps) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const privileged = useMay('edit_time');
  const { values, set, errorOf } = form;
  const hasMachines = useHasMachines();
  const hasCostCodes = useHasCostCodes();
  const employee = useEmployeeOptions().data?.find((person) => person.id === values.employeeId);
  return (
    <div className="grid gap-4">
      {privileged && (
        <Field label={t('form.employee')} error={errorOf('employeeId')}>
          <EmployeePicker
            value={values.employeeId}
            onValueChange={(next) => set('employeeId', next)}
            disabled={disabled || !isNew}
          />
        </Field>
      )}
      <TimeFields form={form} disabled={disabled} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('form.project')} error={errorOf('projectId')}>
          <ProjectPicker
            value={values.projectId}
            disabled={disabled}
            onValueChange={(next) => {
              set('projectId', next);
              set('costCodeId', null);
              set('classificationId', null);
            }}
          />
        </Field>
        {(hasCostCodes || values.costCodeId) && (
          <Field label={t('form.costCode')} error={errorOf('costCodeId')}>
            <CostCodePicker
              projectId={values.projectId}
              value={values.costCodeId}
              disabled={disabled}
              clearLabel={t('form.noCostCode')}
              onValueChange={(next) => set('costCodeId', next)}
            />
          </Field>
        )}
        <ClassificationPart
          part="field"
          className="sm:col-span-2"
          projectId={values.projectId}
          costCodeId={values.costCodeId}
          employeeId={values.employeeId}
          date={values.date === 'invalid' ? null : values.date}
          value={values.classificationId}
          disabled={disabled}
          error={errorOf('classificationId')}
          onValueChange={(next) => set('classificationId', next)}
        />
        {hasMachines && <MachineFields form={form} disabled={disabled} />}
      </div>
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">{form.customPart(disabled)}</div>
      <Field label={t('form.description')} error={errorOf('notes')}>
        <Textarea
          rows={2}
          maxLength={2000}
          value={values.notes}
          disabled={disabled}
          placeholder={t('form.descriptionPlaceholder')}
          onChange={(event) => set('notes', event.target.value)}
        />
      </Field>
      <BreaksField
        breaks={values.breaks}
        onChange={(next) => set('breaks', next)}
        error={errorOf('breaks')}
        disabled={disabled}
      />
      <MealField
        waived={values.mealWaived}
        disabled={disabled}
        onChange={(next) => set('mealWaived', next)}
      />
      {form.takesReason && !disabled && (
        <Field
          label={t('form.reason')}
          optional={form.needsReason === null}
          hint={
            form.needsReason === 'own'
              ? t('form.ownReasonHint')
              : t('form.reasonHint', { name: employee ? employeeName(employee) : '' })
          }
          error={errorOf('reason')}
        >
          <Textarea
            rows={1}
            maxLength={500}
            value={values.reason}
            onChange={(event) => set('reason', event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { crewsQuery } from '@/entities/crew/crews-query';
import { equipmentClassesQuery } from '@/entities/equipment/equipment-classes-query';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { FREQUENCIES, type Frequency } from '@/entities/form/forms-due-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Assignment, formsQuery } from '@/features/forms/api/queries';
import { useSaveAssignment } from '@/features/forms/api/writes';
import { CheckRow } from '@/features/forms/components/check-row';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';

const SERIES = 'series';
const TARGETS = ['everyone', 'project', 'crew', 'equipment', 'class'] as const;
type Target = (typeof TARGETS)[number];

const targetOf = (row: Assignment | null): Target =>
  row?.project_id
    ? 'project'
    : row?.crew_id
      ? 'crew'
      : row?.equipment_id
        ? 'equipment'
        : row?.equipment_class_id
          ? 'class'
          : 'everyone';

interface AssignmentDialogProps {
  companyId: string;
  opened: Assignment | null;
  /** The form of a new one, if it was chosen before. */
  formId?: string;
  onClose: () => void;
}

/** Which form, where, how often and by whom. */
export default function AssignmentDialog(props: AssignmentDialogProps) {
  const { companyId, formId, onClose } = props;
  const { t, language } = useTranslation('forms');
  const { t: fill } = useTranslation('form-fill');
  const today = useToday(useViewer().company?.time_zone ?? 'UTC');
  const save = useSaveAssignment(companyId);
  const [opened] = useState(props.opened);
  const { data: forms = [] } = useQuery(formsQuery(companyId));
  const { data: crews = [] } = useQuery(crewsQuery(companyId));
  const { data: classes = [] } = useQuery(equipmentClassesQuery(companyId));
  const days = useWeekDays();
  const form = useForm({
    initial: () => ({
      form: (opened?.series ? SERIES : opened?.form_id) ?? formId ?? '',
      target: targetOf(opened),
      project: opened?.project_id ?? null,
      crew: opened?.crew_id ?? '',
      equipment: opened?.equipment_id ?? null,
      class: opened?.equipment_class_id ?? '',
      every: opened?.every ?? ('day' as Frequency),
      weekdays: opened?.weekdays ?? [1, 2, 3, 4, 5],
      filledBy: opened?.filled_by ?? ('anyone' as Assignment['filled_by']),
      from: (opened?.starts_on ?? today) as DateInputValue,
      until: (opened?.ends_on ?? null) as DateInputValue,
    }),
    read: (typed, wrong) => {
      const isSeries = typed.form === SERIES;
      const { target } = typed;
      return {
        form_id: isSeries ? null : typed.form || wrong('form', t('assign.chooseForm')),
        series: isSeries ? ('toolbox_talks' as const) : null,
        project_id:
          target === 'project'
            ? (typed.project ?? wrong('project', t('assign.chooseProject')))
            : null,
        crew_id: target === 'crew' ? typed.crew || wrong('crew', t('assign.chooseCrew')) : null,
        equipment_id:
          target === 'equipment'
            ? (typed.equipment ?? wrong('equipment', t('assign.chooseEquipment')))
            : null,
        equipment_class_id:
          target === 'class' ? typed.class || wrong('class', t('assign.chooseClass')) : null,
        every: isSeries ? ('week' as const) : typed.every,
        weekdays:
          typed.weekdays.length > 0 ? typed.weekdays : wrong('weekdays', t('assign.noWeekday')),
        filled_by: typed.filledBy,
        starts_on: isDate(typed.from) ? typed.from : wrong('from', t('assign.wrongDate')),
        ends_on: typed.until === 'invalid' ? wrong('until', t('assign.wrongDate')) : typed.until,
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: {
      form_assignments_ends_after_start: ['until', t('failure.form_assignments_ends_after_start')],
    },
  });
  const { values } = form;
  const isSeries = values.form === SERIES;
  // Only who has classes is offered them.
  const targets = TARGETS.filter(
    (target) => target !== 'class' || classes.length > 0 || values.target === 'class',
  );
  const hasSeries = forms.some(({ series, archived_at }) => series && !archived_at);
  return (
    <FormDialog form={form} title={t(opened ? 'assign.edit' : 'assign.title')} onClose={onClose}>
      <Field label={t('assign.form')}>
        <Select
          {...form.value('form')}
          placeholder={t('assign.choose')}
          options={[
            ...(hasSeries ? [{ value: SERIES, label: t('assign.series') }] : []),
            ...forms
              .filter(({ archived_at, id }) => !archived_at || id === opened?.form_id)
              .map(({ id, name, name_es }) => ({
                value: id,
                label: (language === 'es' && name_es) || name,
              })),
          ]}
        />
      </Field>
      <Field label={t('assign.where')}>
        <Select
          {...form.value('target')}
          options={targets.map((value) => ({ value, label: t(`assign.${value}`) }))}
        />
      </Field>
      {values.target === 'project' && (
        <Field label={t('assign.project')}>
          <ProjectPicker {...form.value('project')} />
        </Field>
      )}
      {values.target === 'crew' && (
        <Field label={t('assign.crew')}>
          <Select
            {...form.value('crew')}
            options={crews.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      {values.target === 'equipment' && (
        <Field label={t('assign.equipment')}>
          <EquipmentPicker {...form.value('equipment')} />
        </Field>
      )}
      {values.target === 'class' && (
        <Field label={t('assign.className')}>
          <Select
            {...form.value('class')}
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      {!isSeries && (
        <Field label={t('assign.every')}>
          <Select
            {...form.value('every')}
            options={FREQUENCIES.map((value) => ({ value, label: fill(`every.${value}`) }))}
          />
        </Field>
      )}
      {!isSeries && values.every === 'day' && (
        <fieldset>
          <legend className="mb-1 font-[550] text-sm">{t('assign.weekdays')}</legend>
          <div className="grid grid-cols-2 sm:grid-cols-3">
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <CheckRow
                key={day}
                label={days[day % 7]?.label ?? ''}
                checked={values.weekdays.includes(day)}
                onCheckedChange={(on) =>
                  form
                    .value('weekdays')
                    .onValueChange(
                      on
                        ? [...values.weekdays, day].toSorted()
                        : values.weekdays.filter((other) => other !== day),
                    )
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Field label={t('assign.filledBy')}>
        <Select
          {...form.value('filledBy')}
          options={(['anyone', 'foreman'] as const).map((value) => ({
            value,
            label: t(`assign.${value}`),
          }))}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('assign.from')}>
          <DateInput {...form.value('from')} />
        </Field>
        <Field label={t('assign.until')} optional>
          <DateInput {...form.value('until')} />
        </Field>
      </div>
    </FormDialog>
  );
}

import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { Machine } from '@/features/equipment/api/queries';
import { useSaveDay } from '@/features/equipment/api/save-day';
import { minutesOfHours } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const KINDS = ['working', 'idle', 'down'] as const;
const NO_HOURS = { working: '', idle: '', down: '' };
const DAY = 1440;
/** NaN where it is no time of a day. */
const minutesOf = (hours: string): number =>
  hours.trim() === '' ? 0 : (minutesOfHours(hours, DAY) ?? Number.NaN);

export interface DayFormProps {
  companyId: string;
  machine: Machine;
  today: string;
}

/** Hours without an operator: working, idle or down. */
export function DayForm({ companyId, machine, today }: DayFormProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const save = useSaveDay(companyId);
  const form = useForm({
    initial: { date: today as DateInputValue, projectId: machine.projectId, ...NO_HOURS },
    read: ({ date, projectId, ...hours }) => ({
      equipment_id: machine.id,
      work_date: isDate(date) ? date : '',
      project_id: projectId,
      working_minutes: minutesOf(hours.working),
      idle_minutes: minutesOf(hours.idle),
      down_minutes: minutesOf(hours.down),
    }),
    submit: (day) => save.mutateAsync(day),
    done: () => form.reset(NO_HOURS),
  });
  const minutes = KINDS.map((kind) => minutesOf(form.values[kind]));
  const total = minutes.reduce((sum, value) => sum + value, 0);
  const complete = isDate(form.values.date) && minutes.every((value) => value >= 0);
  return (
    <Form form={form} className="grid gap-3 sm:grid-cols-2">
      <p className="text-muted text-sm sm:col-span-2">{t('day.text')}</p>
      <Field label={t('day.date')}>
        <DateInput {...form.value('date')} />
      </Field>
      <Field label={t('common:project.label')}>
        <ProjectPicker {...form.value('projectId')} />
      </Field>
      <div className="grid grid-cols-3 gap-2 sm:col-span-2">
        {KINDS.map((kind) => (
          <Field key={kind} label={t(`day.${kind}`)}>
            <NumberInput {...form.text(kind)} limits={{ max: 24 }} placeholder="0" />
          </Field>
        ))}
      </div>
      <Button
        type="submit"
        className="justify-self-start"
        busy={form.busy}
        disabled={!complete || !(total >= 1 && total <= DAY)}
      >
        {t('day.save')}
      </Button>
    </Form>
  );
}

import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Combobox } from '@/components/shared/combobox';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useRemoveDemand, useSaveDemand } from '@/features/scheduling/api/demands';
import type { Board, Demand } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const PEOPLE = { digits: 0, min: 1, max: 1000 };

interface DemandDialogProps {
  board: Board;
  view: BoardView;
  /** What it opens with; one that is stored has an id. */
  demand: Omit<Demand, 'id' | 'project_id' | 'people'> & {
    id: string | null;
    project_id: string | null;
    people: number | null;
  };
  onClose: () => void;
}

/** How many people a project needs, from when to when. */
export function DemandDialog({ board, view, demand, onClose }: DemandDialogProps) {
  const { t } = useTranslation('scheduling');
  const save = useSaveDemand(view.companyId);
  const remove = useRemoveDemand(view.companyId);
  const titles = [
    ...new Set(board.people.flatMap(({ job_title }) => (job_title ? [job_title.trim()] : []))),
  ].sort();
  const form = useForm({
    initial: {
      projectId: demand.project_id,
      jobTitle: demand.job_title,
      people: demand.people ? String(demand.people) : '',
      start: demand.start_date as DateInputValue,
      end: demand.end_date as DateInputValue,
      weekends: demand.weekends,
    },
    read: ({ projectId, jobTitle, people, start, end, weekends }, wrong) => {
      if (!isDate(start)) wrong('start', t('form.dateWrong'));
      if (!isDate(end)) wrong('end', t('form.dateWrong'));
      if (isDate(start) && isDate(end) && end < start) wrong('end', t('availability.datesWrong'));
      return {
        id: demand.id,
        project_id: projectId ?? wrong('projectId', t('form.projectMissing')),
        job_title: jobTitle,
        people: numberIn(people, PEOPLE) ?? wrong('people', t('demand.peopleWrong')),
        start_date: start as string,
        end_date: end as string,
        weekends,
      };
    },
    submit: (fields) => save.mutateAsync(fields),
    done: onClose,
  });
  const stored = board.demands.find(({ id }) => id === demand.id);
  return (
    <FormDialog
      form={form}
      title={t(demand.id ? 'demand.edit' : 'demand.new')}
      actions={
        stored && (
          <Button
            variant="ghost"
            className="sm:mr-auto"
            busy={remove.isPending}
            onClick={() => remove.mutate(stored, { onSuccess: onClose })}
          >
            {t('form.remove')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Field label={t('form.project')} className="sm:col-span-2">
        <ProjectPicker {...form.value('projectId')} />
      </Field>
      <Field label={t('demand.people')}>
        <NumberInput {...form.text('people')} limits={PEOPLE} inputMode="numeric" />
      </Field>
      <Field label={t('demand.jobTitle')} optional>
        <Combobox
          {...form.value('jobTitle')}
          options={titles.map((title) => ({ value: title, text: title }))}
          placeholder={t('demand.anyone')}
          clearLabel={t('demand.anyone')}
        />
      </Field>
      <Field label={t('availability.from')}>
        <DateInput {...form.value('start')} />
      </Field>
      <Field label={t('availability.to')}>
        <DateInput {...form.value('end')} />
      </Field>
      <div className="sm:col-span-2">
        <SwitchRow
          id="demand-weekends"
          label={t('demand.weekends')}
          text={t('demand.weekendsText')}
          {...form.checked('weekends')}
        />
      </div>
    </FormDialog>
  );
}

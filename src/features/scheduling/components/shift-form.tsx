import type { FormOf } from '@/components/form/use-form';
import { Combobox } from '@/components/shared/combobox';
import { DateInput } from '@/components/shared/date-input';
import { TimeInput } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { Board, BoardMachine } from '@/features/scheduling/board';
import { REPEATS, type ShiftDraft, splitWho } from '@/features/scheduling/shift-draft';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { useTranslation } from '@/lib/use-translation';

const REPEAT_LABELS = { none: 'repeatNone', daily: 'repeatDaily', weekly: 'repeatWeekly' } as const;

interface ShiftFormProps {
  board: Board;
  view: BoardView;
  form: FormOf<ShiftDraft>;
  /** A new one can be for a crew, and repeated. */
  isNew: boolean;
}

const machineName = ({ number, name }: BoardMachine): string => `${number ?? ''} ${name}`.trim();

export function ShiftForm({ board, view, form, isNew }: ShiftFormProps) {
  const { t } = useTranslation('scheduling');
  const { who, projectId, start, end } = form.values;
  const { kind } = splitWho(who);
  const overnight = typeof start === 'number' && typeof end === 'number' && end <= start;
  return (
    <>
      <Field label={t('form.who')} className="sm:col-span-2">
        <Combobox
          {...form.value('who')}
          options={useWhoOptions(board, view, isNew || kind === 'crew')}
          disabled={!isNew && kind === 'crew'}
          placeholder={t('form.nobody')}
          clearLabel={t('form.nobody')}
        />
      </Field>
      <Field label={t('form.project')}>
        <ProjectPicker {...form.value('projectId')} />
      </Field>
      <Field label={t('form.costCode')} optional>
        <CostCodePicker projectId={projectId} {...form.value('costCodeId')} />
      </Field>
      <Field label={t('form.date')}>
        <DateInput {...form.value('day')} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('form.start')}>
          <TimeInput {...form.value('start')} />
        </Field>
        <Field label={t('form.end')} hint={overnight ? t('form.overnight') : undefined}>
          <TimeInput {...form.value('end')} />
        </Field>
      </div>
      {kind !== 'machine' && kind !== 'crew' && (
        <Field label={t('form.equipment')} optional>
          <Combobox
            {...form.value('machineId')}
            placeholder={t('form.noEquipment')}
            clearLabel={t('form.noEquipment')}
            options={board.equipment.map((machine) => ({
              value: machine.id,
              text: machineName(machine),
            }))}
          />
        </Field>
      )}
      {isNew && (
        <Field label={t('form.repeat')}>
          <Select
            {...form.value('repeat')}
            options={REPEATS.map((value) => ({ value, label: t(`form.${REPEAT_LABELS[value]}`) }))}
          />
        </Field>
      )}
      <Field label={t('form.note')} optional className="sm:col-span-2">
        <Textarea {...form.text('note')} rows={2} maxLength={500} />
      </Field>
    </>
  );
}

/** Crews with people (for a new shift), everyone, and machines without an operator. */
function useWhoOptions(board: Board, view: BoardView, withCrews: boolean) {
  const { t } = useTranslation('scheduling');
  const crews = board.crews.filter((crew) => board.people.some((p) => p.crew_id === crew.id));
  return [
    ...(withCrews ? crews : []).map((crew) => ({
      value: `crew:${crew.id}`,
      text: t('form.crew', { name: crew.name }),
    })),
    ...board.people.map((person) => ({
      value: `person:${person.id}`,
      text: view.personName(person.id) ?? '',
    })),
    ...board.equipment.map((machine) => ({
      value: `machine:${machine.id}`,
      text: `${machineName(machine)} (${t('form.machineOnly')})`,
    })),
  ];
}

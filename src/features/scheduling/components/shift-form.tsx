import { useTranslation } from 'react-i18next';
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

const REPEAT_WORDS = { none: 'repeatNone', daily: 'repeatDaily', weekly: 'repeatWeekly' } as const;

interface ShiftFormProps {
  board: Board;
  view: BoardView;
  draft: ShiftDraft;
  onChange: (changed: Partial<ShiftDraft>) => void;
  /** A new one can be for a crew, and repeated. */
  isNew: boolean;
  /** After the first try to save, what is missing is said. */
  tried: boolean;
}

const machineName = ({ number, name }: BoardMachine): string => `${number ?? ''} ${name}`.trim();

export function ShiftForm({ board, view, draft, onChange, isNew, tried }: ShiftFormProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const { kind } = splitWho(draft.who);
  const noDay = draft.day === null || draft.day === 'invalid';
  return (
    <>
      <Field label={t('form.who')} className="sm:col-span-2">
        <Combobox
          value={draft.who}
          onValueChange={(who) => onChange({ who })}
          options={useWhoOptions(board, view, isNew || kind === 'crew')}
          disabled={!isNew && kind === 'crew'}
          placeholder={t('form.nobody')}
          clearLabel={t('form.nobody')}
        />
      </Field>
      <Field
        label={t('form.project')}
        error={tried && !draft.projectId ? t('form.projectMissing') : undefined}
      >
        <ProjectPicker
          value={draft.projectId}
          onValueChange={(projectId) => onChange({ projectId })}
        />
      </Field>
      <Field label={t('form.costCode')} optional={t('common:optional')}>
        <CostCodePicker
          projectId={draft.projectId}
          value={draft.costCodeId}
          onValueChange={(costCodeId) => onChange({ costCodeId })}
        />
      </Field>
      <Field label={t('form.date')} error={tried && noDay ? t('form.dateWrong') : undefined}>
        <DateInput value={draft.day} onValueChange={(day) => onChange({ day })} />
      </Field>
      <Times draft={draft} onChange={onChange} tried={tried} />
      {kind !== 'machine' && kind !== 'crew' && (
        <Field label={t('form.equipment')} optional={t('common:optional')}>
          <Combobox
            value={draft.machineId}
            onValueChange={(machineId) => onChange({ machineId })}
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
            value={draft.repeat}
            onValueChange={(repeat) => onChange({ repeat })}
            options={REPEATS.map((value) => ({ value, label: t(`form.${REPEAT_WORDS[value]}`) }))}
          />
        </Field>
      )}
      <Field label={t('form.note')} optional={t('common:optional')} className="sm:col-span-2">
        <Textarea
          rows={2}
          maxLength={500}
          value={draft.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </Field>
    </>
  );
}

function Times({ draft, onChange, tried }: Pick<ShiftFormProps, 'draft' | 'onChange' | 'tried'>) {
  const { t } = useTranslation('scheduling');
  const { start, end } = draft;
  const overnight = typeof start === 'number' && typeof end === 'number' && end <= start;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label={t('form.start')}
        error={tried && typeof start !== 'number' ? t('form.times') : undefined}
      >
        <TimeInput value={start} onValueChange={(changed) => onChange({ start: changed })} />
      </Field>
      <Field
        label={t('form.end')}
        hint={overnight ? t('form.overnight') : undefined}
        error={tried && typeof end !== 'number' ? t('form.times') : undefined}
      >
        <TimeInput value={end} onValueChange={(changed) => onChange({ end: changed })} />
      </Field>
    </div>
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

import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import type { TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { useAddShifts, useChangeShifts, useRemoveShifts } from '@/features/scheduling/api/writes';
import type { Board, Shift } from '@/features/scheduling/board';
import { ShiftForm } from '@/features/scheduling/components/shift-form';
import {
  type CompleteDraft,
  type CrewShift,
  changedFields,
  draftOf,
  idsOf,
  isShift,
  type NewShift,
  newDraft,
  plannedIds,
  plannedShifts,
} from '@/features/scheduling/shift-draft';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface ShiftDialogProps {
  board: Board;
  view: BoardView;
  shift: Shift | CrewShift | NewShift;
  onClose: () => void;
}

/** One shift, or those of a whole crew, once or repeated. */
export function ShiftDialog({ board, view, shift, onClose }: ShiftDialogProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const [isCopy, setIsCopy] = useState(false);
  const old = isShift(shift) && !isCopy ? shift : null;
  const add = useAddShifts(view.companyId);
  const change = useChangeShifts();
  const remove = useRemoveShifts(view.companyId);
  const isWriting = change.isPending || remove.isPending;
  const timeMissing = (time: TimeInputValue): string =>
    t(time === 'invalid' ? 'form.timeInvalid' : 'form.times');
  const form = useForm({
    initial: () => (isShift(shift) ? draftOf(shift, view.zoneOf(shift)) : newDraft(shift)),
    read: (draft, wrong) => {
      if (!draft.projectId) wrong('projectId', t('form.projectMissing'));
      if (!isDate(draft.day)) wrong('day', t('form.dateWrong'));
      if (typeof draft.start !== 'number') wrong('start', timeMissing(draft.start));
      if (typeof draft.end !== 'number') wrong('end', timeMissing(draft.end));
      else if (draft.start === draft.end) wrong('end', t('form.sameTimes'));
      return draft as CompleteDraft;
    },
    submit: (draft): Promise<unknown> => {
      const zone = view.zoneOf({ project_id: draft.projectId });
      if (!old) return add.mutateAsync(plannedShifts(draft, board, zone));
      const left = plannedIds(old, board);
      const ids = left.length > 0 ? left : idsOf(old);
      const shifts = ids.map((id) => board.shifts.find((each) => each.id === id) ?? { ...old, id });
      const fields = { ...changedFields(draft, board, zone), cancelled: false };
      return change.mutateAsync({ shifts, fields });
    },
    done: onClose,
  });

  return (
    <FormDialog
      form={form}
      title={t(old ? 'form.edit' : 'form.new')}
      save={old?.cancelled ? t('form.keep') : t('common:action.save')}
      actions={
        <>
          {old && !old.cancelled && (
            <Button
              variant="ghost"
              className="sm:mr-auto"
              busy={remove.isPending}
              title={old.told ? t('form.removeTold') : undefined}
              onClick={() => {
                const removed = board.shifts.filter(({ id }) => idsOf(old).includes(id));
                remove.mutate(removed, { onSuccess: onClose });
              }}
            >
              {t('form.remove')}
            </Button>
          )}
          {old && (
            <Button
              variant="ghost"
              onClick={() => {
                setIsCopy(true);
                form.set({ day: addDays(old.work_date, 1) });
              }}
            >
              {t('form.copy')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {old && !isWriting && <ChangedMeanwhile board={board} view={view} old={old} />}
      {old?.told && (
        <Notice className="sm:col-span-2">
          {t('form.toldBefore')} {t(old.acknowledged_at ? 'acknowledged' : 'notAcknowledged')}
        </Notice>
      )}
      <ShiftForm board={board} view={view} form={form} isNew={old === null} />
    </FormDialog>
  );
}

interface ChangedMeanwhileProps {
  board: Board;
  view: BoardView;
  old: Shift | CrewShift;
}

const planOf = (shift: Shift): string =>
  [
    shift.employee_id,
    shift.equipment_id,
    shift.project_id,
    shift.cost_code_id,
    Date.parse(shift.starts_at),
    Date.parse(shift.ends_at),
    shift.note,
    shift.cancelled,
  ].join();

/** Another planner was here: said at once, and what was typed stays. */
function ChangedMeanwhile({ board, view, old }: ChangedMeanwhileProps) {
  const { t } = useTranslation('scheduling');
  const gone = idsOf(old).length - plannedIds(old, board).length;
  const now = board.shifts.find(({ id }) => id === old.id);
  if (gone === 0 && now && planOf(now) === planOf(old)) return null;
  if (gone > 0 && gone < idsOf(old).length) {
    return (
      <Notice tone="attention" className="sm:col-span-2">
        {t('form.removedOfCrew', { count: gone })}
      </Notice>
    );
  }
  const what = now && [
    ...(now.employee_id ? [view.personName(now.employee_id)] : []),
    view.format.weekdayDate(now.work_date),
    view.timeOf(now),
    view.projectName(now.project_id),
    ...(now.note ? [now.note] : []),
  ];
  return (
    <Notice tone="attention" className="sm:col-span-2">
      {what && !now.cancelled
        ? t('form.changedMeanwhile', { what: what.filter(Boolean).join(', ') })
        : t('form.removedMeanwhile')}
    </Notice>
  );
}

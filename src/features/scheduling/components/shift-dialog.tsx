import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useAddShifts, useChangeShifts, useRemoveShifts } from '@/features/scheduling/api/writes';
import type { Board, Shift } from '@/features/scheduling/board';
import { ShiftForm } from '@/features/scheduling/components/shift-form';
import {
  type CrewShift,
  changedFields,
  draftOf,
  idsOf,
  isShift,
  isWhole,
  type NewShift,
  newDraft,
  plannedIds,
  plannedShifts,
  type ShiftDraft,
} from '@/features/scheduling/shift-draft';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { errorWords } from '@/lib/errors';
import { addDays } from '@/lib/time';

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
  const [draft, setDraft] = useState<ShiftDraft>(() =>
    isShift(shift) ? draftOf(shift, view.zoneOf(shift)) : newDraft(shift),
  );
  const [tried, setTried] = useState(false);
  const add = useAddShifts(view.companyId);
  const change = useChangeShifts();
  const remove = useRemoveShifts(view.companyId);
  const failure = add.error ?? change.error;
  const isWriting = change.isPending || remove.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!isWhole(draft)) return;
    const zone = view.zoneOf({ project_id: draft.projectId });
    if (old) {
      const fields = changedFields(draft, board, zone);
      const left = plannedIds(old, board);
      const ids = left.length > 0 ? left : idsOf(old);
      change.mutate({ ids, ...fields, cancelled: false }, { onSuccess: onClose });
    } else {
      add.mutate(plannedShifts(draft, board, zone), { onSuccess: onClose });
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(old ? 'form.edit' : 'form.new')}>
        <form noValidate className="contents" onSubmit={submit}>
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {failure && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(failure)}
              </Notice>
            )}
            {old && !isWriting && <ChangedMeanwhile board={board} view={view} old={old} />}
            {old?.told && (
              <Notice className="sm:col-span-2">
                {t('form.toldBefore')} {t(old.acknowledged_at ? 'acknowledged' : 'notAcknowledged')}
              </Notice>
            )}
            <ShiftForm
              board={board}
              view={view}
              draft={draft}
              onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
              isNew={old === null}
              tried={tried}
            />
          </DialogBody>
          <DialogFooter>
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
                  setDraft((before) => ({ ...before, day: addDays(old.work_date, 1) }));
                }}
              >
                {t('form.copy')}
              </Button>
            )}
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={add.isPending || change.isPending}>
              {old?.cancelled ? t('form.keep') : t('common:action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
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

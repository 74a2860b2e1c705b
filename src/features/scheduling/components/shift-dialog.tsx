import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useAddShifts, useChangeShift, useRemoveShift } from '@/features/scheduling/api/writes';
import type { Board, Shift } from '@/features/scheduling/board';
import { ShiftForm } from '@/features/scheduling/components/shift-form';
import {
  draftOf,
  isShift,
  isWhole,
  type NewShift,
  newDraft,
  plannedShifts,
  type ShiftDraft,
  shiftFields,
} from '@/features/scheduling/shift-draft';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { errorWords } from '@/lib/errors';

export interface ShiftDialogProps {
  board: Board;
  view: BoardView;
  shift: Shift | NewShift;
  onClose: () => void;
}

/** One shift, or those of a whole crew, once or repeated. */
export function ShiftDialog({ board, view, shift, onClose }: ShiftDialogProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const old = isShift(shift) ? shift : null;
  const [draft, setDraft] = useState<ShiftDraft>(() =>
    isShift(shift) ? draftOf(shift, view.zoneOf(shift)) : newDraft(shift),
  );
  const [tried, setTried] = useState(false);
  const add = useAddShifts(view.companyId);
  const change = useChangeShift(view.companyId);
  const failure = add.error ?? change.error;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!isWhole(draft)) return;
    const zone = view.zoneOf({ project_id: draft.projectId });
    if (old) {
      const fields = shiftFields(draft, board, zone);
      change.mutate({ id: old.id, ...fields, cancelled: false }, { onSuccess: onClose });
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
            {old && !old.cancelled && <RemoveButton shift={old} view={view} onRemoved={onClose} />}
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

interface RemoveButtonProps {
  shift: Shift;
  view: BoardView;
  onRemoved: () => void;
}

function RemoveButton({ shift, view, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation('scheduling');
  const remove = useRemoveShift(view.companyId);
  return (
    <Button
      variant="ghost"
      className="mr-auto"
      busy={remove.isPending}
      title={shift.told ? t('form.removeTold') : undefined}
      onClick={() => remove.mutate(shift, { onSuccess: onRemoved })}
    >
      {t('form.remove')}
    </Button>
  );
}

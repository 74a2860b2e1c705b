import { Eye, Pencil, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { employeeName } from '@/entities/employee/employees-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useMay } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

export interface EntryActionsProps {
  entry: TimeEntry;
  onEdit: () => void;
  onDelete: () => void;
}

function useDeleteRefusal(entry: TimeEntry): string | null {
  const { t } = useTranslation('time-tracker');
  const right = useOwnTimeRight('delete');
  const isOwn = entry.employee_id === useEmployee()?.id;
  const privileged = useMay('edit_time');
  if (entry.clock_out === null) return t('table.deleteActive');
  if (entry.frozen === 'locked') return t('table.deleteLocked');
  if (entry.frozen === 'approved') return t('table.deleteApproved');
  if (!isOwn && !privileged) return t('table.deleteOthers');
  return right === 'not_allowed' ? t('table.deleteNotAllowed') : null;
}

export function EntryActions({ entry, onEdit, onDelete }: EntryActionsProps) {
  const { t } = useTranslation('time-tracker');
  const start = useSiteClock(entry.project_id).dateTime(entry.clock_in);
  const refusal = useDeleteRefusal(entry);
  const isOwn = entry.employee_id === useEmployee()?.id;
  const when = isOwn ? start : `${employeeName(entry)}, ${start}`;
  const mayEditOwn = useOwnTimeRight('edit') !== 'not_allowed';
  const mayEditOthers = useMay('edit_time');
  const leads = useEmployee()?.role === 'foreman';
  const refused = isOwn ? !mayEditOwn : !(mayEditOthers || leads);
  const readOnly = refused || entry.frozen !== null;
  const Icon = readOnly ? Eye : Pencil;
  const editLabel = readOnly ? t('table.view', { when }) : t('table.edit', { when });
  const deleteLabel = t('table.delete', { when });
  return (
    <div className="flex justify-end" data-print="hide">
      <Tooltip content={editLabel}>
        <Button variant="ghost" size="icon" aria-label={editLabel} onClick={onEdit}>
          <Icon aria-hidden="true" />
        </Button>
      </Tooltip>
      <Tooltip content={refusal ?? deleteLabel}>
        {/* aria-disabled instead of disabled: the reason can still be reached by keyboard. */}
        <Button
          variant="ghost"
          size="icon"
          aria-label={refusal ? `${deleteLabel}. ${refusal}` : deleteLabel}
          aria-disabled={refusal !== null || undefined}
          className="aria-disabled:cursor-not-allowed"
          onClick={() => refusal === null && onDelete()}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </Tooltip>
    </div>
  );
}

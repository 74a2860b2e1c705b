import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { heldPreviewQuery } from '@/entities/pay-difference/pay-difference-queries';
import { type HeldAction, useDecideHeld } from '@/features/verification/api/decide-held';
import type { Evidence, Item } from '@/features/verification/api/queries';
import { useReopenItem, useResolveItem } from '@/features/verification/api/resolve-item';

/** Where the thing itself is changed, if it is to be changed. */
function whereToChange({ kind, detail, employee_id }: Item): string | null {
  if (kind === 'pin_locked' || kind === 'pin_by_other' || kind === 'own_pay')
    return `/employees?employee=${employee_id ?? ''}`;
  if (detail.entry_id && detail.work_date)
    return `/time-tracker?from=${detail.work_date}&to=${detail.work_date}&entry=${detail.entry_id}`;
  if (detail.start_date) return `/payroll?from=${detail.start_date}&employee=${employee_id ?? ''}`;
  return detail.equipment_id ? `/equipment?machine=${detail.equipment_id}` : null;
}

const HELD: readonly HeldAction[] = ['apply', 'adjust', 'discard'];

export interface ItemActionsProps {
  item: Item;
  evidence: Evidence | undefined;
  note: string;
  onDone: () => void;
}

/** One tap each; held punches are decided, everything else is looked at. */
export function ItemActions({ item, evidence, note, onDone }: ItemActionsProps) {
  const { t } = useTranslation('verification');
  const resolve = useResolveItem();
  const reopen = useReopenItem();
  const decide = useDecideHeld();
  const isHeld = item.kind === 'held_event' || item.kind === 'device_clock';
  const preview = useQuery({
    ...heldPreviewQuery(item.subject_id),
    enabled: isHeld && item.status === 'open',
  });
  const to = whereToChange(item);
  if (item.status === 'resolved') {
    return isHeld ? null : (
      <Button busy={reopen.isPending} onClick={() => reopen.mutate(item)}>
        {t('action.reopen')}
      </Button>
    );
  }
  return (
    <>
      {isHeld ? (
        HELD.filter((action) => action !== 'adjust' || preview.data).map((action) => (
          <Button
            key={action}
            variant={action === 'apply' ? 'primary' : 'outline'}
            busy={decide.isPending && decide.variables?.action === action}
            disabled={action !== 'apply' && note.trim() === ''}
            onClick={() =>
              decide.mutate(
                { id: item.subject_id, action, reason: note.trim() },
                { onSuccess: onDone },
              )
            }
          >
            {t(`action.${action}`)}
          </Button>
        ))
      ) : (
        <Button
          variant="primary"
          busy={resolve.isPending}
          onClick={() => resolve.mutate({ item, note: note.trim() }, { onSuccess: onDone })}
        >
          <Check aria-hidden="true" />
          {t(item.kind === 'off_site_punch' ? 'action.accept' : 'action.resolve')}
        </Button>
      )}
      {evidence?.incident_id && (
        <Button asChild>
          <Link to={`/verification?incident=${evidence.incident_id}`}>{t('action.incident')}</Link>
        </Button>
      )}
      {to && (
        <Button asChild>
          <Link to={to}>{t('action.open')}</Link>
        </Button>
      )}
    </>
  );
}

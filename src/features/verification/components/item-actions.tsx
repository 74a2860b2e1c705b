import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { heldPreviewQuery } from '@/entities/pay-difference/pay-difference-queries';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useReopenItems } from '@/features/verification/api/decide';
import type { Evidence, Item } from '@/features/verification/api/queries';
import { useReportIncident } from '@/features/verification/api/save-incident';
import { ActionKey } from '@/features/verification/components/action-key';
import { type Choice, DecisionFooter } from '@/features/verification/components/decision-footer';
import { isHeld } from '@/features/verification/punch-effects';
import type { Deciding } from '@/features/verification/use-deciding';
import { useTranslation } from '@/lib/use-translation';

/** What can be decided about an item; held punches with a preview can be paid. */
function useChoices(item: Item): Choice[] {
  const { t } = useTranslation('verification');
  const me = useEmployee()?.id;
  const preview = useQuery({
    ...heldPreviewQuery(item.subject_id),
    enabled: isHeld(item) && item.status === 'open',
  });
  const decisions: Choice[] = isHeld(item)
    ? [
        { action: 'apply', label: t('action.apply') },
        ...(preview.data
          ? [{ action: 'adjust' as const, label: t('action.adjust'), needsNote: true }]
          : []),
        { action: 'discard', label: t('action.discard'), needsNote: true },
      ]
    : item.kind === 'off_site_punch'
      ? [
          { action: 'accept', label: t('action.accept') },
          { action: 'correct', label: t('action.correct') },
          { action: 'refuse', label: t('action.refuse'), needsNote: true },
        ]
      : item.kind === 'clock_stop'
        ? [
            { action: 'accept', label: t('action.acceptEnd') },
            { action: 'resolve', label: t('action.keepEnd'), shortcut: 'r' },
          ]
        : [{ action: 'resolve', label: t('action.resolve') }];
  if (item.employee_id === null || item.employee_id === me) return decisions;
  const wasAsked = (item.detail.questions ?? []).length > 0;
  return [...decisions, { action: 'ask', label: t(wasAsked ? 'ask.again' : 'ask.open') }];
}

interface IncidentWayProps {
  item: Item;
  incidentId: string | null | undefined;
  onOpen: (id: string) => void;
}

/** An injury is not ticked off: the first thing to do is its incident. */
function IncidentWay({ item, incidentId, onOpen }: IncidentWayProps) {
  const { t } = useTranslation('verification');
  const report = useReportIncident(useViewer().company?.id ?? '');
  const { employee_id } = item;
  if (employee_id === null) return null;
  const open = () => {
    if (incidentId) onOpen(incidentId);
    else
      report.mutate(
        {
          employee_id,
          project_id: item.project_id,
          answer_id: item.subject_id,
          happened_at: item.happened_at,
          description: item.detail.note ?? null,
        },
        { onSuccess: onOpen },
      );
  };
  const isInjury = item.kind === 'injury';
  return (
    <Button
      variant={isInjury ? 'primary' : 'outline'}
      busy={report.isPending}
      data-key="i"
      aria-keyshortcuts="i"
      onClick={open}
    >
      {!report.isPending && <Siren aria-hidden="true" />}
      {t(incidentId ? 'action.incident' : 'action.newIncident')}
      <ActionKey>i</ActionKey>
    </Button>
  );
}

export interface ItemActionsProps {
  item: Item;
  evidence: Evidence | undefined;
  deciding: Deciding;
  onOpenIncident: (id: string) => void;
}

/** Held punches and punches off site are decided, everything else is looked at. */
export function ItemActions({ item, evidence, deciding, onOpenIncident }: ItemActionsProps) {
  const { t } = useTranslation('verification');
  const reopen = useReopenItems();
  const choices = useChoices(item);
  if (item.status === 'resolved') {
    return isHeld(item) || item.kind === 'clock_stop' ? null : (
      <footer className="shrink-0 border-t px-5 py-3.5">
        <Button busy={reopen.isPending} onClick={() => reopen.mutate([item])}>
          {t('action.reopen')}
        </Button>
      </footer>
    );
  }
  const leadsToIncident = evidence && (item.kind === 'injury' || item.kind === 'answer');
  return (
    <DecisionFooter
      items={[item]}
      choices={choices}
      deciding={deciding}
      hasPrimary={item.kind !== 'injury'}
      note={{
        label: t('note.label'),
        hint: item.first_name ? t('note.hint', { name: item.first_name }) : '',
      }}
      before={
        leadsToIncident && (
          <IncidentWay item={item} incidentId={evidence.incident_id} onOpen={onOpenIncident} />
        )
      }
    />
  );
}

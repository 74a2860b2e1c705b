import { useIsMutating, useQuery } from '@tanstack/react-query';
import { clockInRulesQuery } from '@/entities/clock-rule/clock-in-rules-query';
import { earlyClockInQuery } from '@/entities/clock-rule/early-clock-in';
import { useOpenFields } from '@/entities/custom-field/use-open-fields';
import { entryMachineQuery, metersToReadQuery } from '@/entities/equipment/meters-to-read';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useClassToName } from '@/features/clock-sheet/use-class-to-name';
import type { ClockMoment } from '@/features/clock-sheet/use-clock-moment';

/**
 * What the company wants to know beyond questions: why someone was early, the class of public work, its own
 * fields, what a meter shows. Asked for only where there are such rules, contracts or machines; without signal nothing is waited for.
 */
export function useSheetExtras(moment: ClockMoment | null) {
  const companyId = useViewer().company?.id ?? '';
  const rules = useQuery({ ...clockInRulesQuery(companyId), enabled: companyId !== '' });
  const meters = useQuery({ ...metersToReadQuery(companyId), enabled: companyId !== '' });
  // The running clock is shown before the server has it.
  const sending = useIsMutating();
  const queued = useQueuedEvents();
  const isSent = sending === 0 && queued.length === 0;
  const fields = useOpenFields();
  const { isWaiting: isNaming, unclassified } = useClassToName(moment);
  const entryId = moment?.entryId ?? '';
  const hasRules =
    rules.data?.some(({ rule }) => rule === 'ask_reason' || rule === 'from_shift') ?? false;
  const asksEarly = moment?.moment === 'in' && hasRules;
  const early = useQuery({
    ...earlyClockInQuery(entryId),
    enabled: asksEarly && isSent,
  });
  const asksMeter = moment?.moment === 'out' && (meters.data?.length ?? 0) > 0;
  const machine = useQuery({ ...entryMachineQuery(entryId), enabled: asksMeter });
  const shares = (machine.data?.machines ?? []) as { equipment_id: string | null }[];
  const used = new Set([machine.data?.equipment_id, ...shares.map((one) => one.equipment_id)]);
  const projectId = machine.data?.project_id ?? null;
  return {
    // Only the first time: what is asked for again must not take the sheet away.
    isWaiting:
      navigator.onLine &&
      ((asksEarly && early.isPending) || (asksMeter && machine.isPending) || isNaming),
    early: early.data ?? null,
    unclassified,
    fields: moment && moment.moment !== 'out' ? fields : [],
    meters: (meters.data ?? [])
      .filter(({ id }) => used.has(id))
      .map((meter) => ({ ...meter, projectId })),
  };
}

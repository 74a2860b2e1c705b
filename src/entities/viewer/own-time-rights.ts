import { isPrivileged, useViewer } from '@/entities/viewer/use-viewer';

export const OWN_TIME_ACTIONS = ['add', 'edit', 'delete'] as const;
export const OWN_TIME_RIGHTS = ['allowed', 'with_reason', 'not_allowed'] as const;
export type OwnTimeAction = (typeof OWN_TIME_ACTIONS)[number];
export type OwnTimeRight = (typeof OWN_TIME_RIGHTS)[number];

/** The columns of that name are in companies (the rule) and in employees (the exception). */
export const ownTimeColumn = (action: OwnTimeAction) => `own_time_${action}` as const;

/** What the company lets the viewer do with their own time. */
export function useOwnTimeRight(action: OwnTimeAction): OwnTimeRight {
  const { employee, company } = useViewer();
  if (isPrivileged(employee?.role)) return 'allowed';
  const right = employee?.[ownTimeColumn(action)] ?? company?.[ownTimeColumn(action)];
  return OWN_TIME_RIGHTS.find((known) => known === right) ?? 'allowed';
}

/** Whether the viewer must say why they change someone else's time: foremen always, others where the company asks. */
export function useAsksWhy(): boolean {
  const { employee, company } = useViewer();
  return !isPrivileged(employee?.role) || company?.edit_reason_required === true;
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useSession } from '@/entities/session/use-session';
import { type Right, type Role, type Viewer, viewerQuery } from '@/entities/viewer/viewer';
import { useTranslation } from '@/lib/use-translation';

const ViewerContext = createContext<Viewer | null>(null);

/** For `ViewerProvider`, which has loaded it before any screen is drawn. */
export function useLoadedViewer(): Viewer {
  const { user } = useSession();
  return useSuspenseQuery(viewerQuery(user?.id ?? '')).data;
}

export const ViewerContextProvider = ViewerContext.Provider;

/** Only inside the protected area. Half the components ask: one listens to the query for all. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('Outside of the protected area');
  return viewer;
}

/** For screens that make no sense without an employee record; onboarding stands before them. */
export function useEmployee() {
  return useViewer().employee;
}

export function isPrivileged(role: Role | null | undefined): boolean {
  return role === 'manager' || role === 'owner';
}

/** Managers and owners: whole company, Custom Range, Export Payroll. */
export function useIsPrivileged(): boolean {
  return isPrivileged(useViewer().employee?.role);
}

/** Managers, owners, and whom a role of the company's own gives this right: over whom the database knows. */
export function useMay(right: Right): boolean {
  const { employee, company_role: role } = useViewer();
  return isPrivileged(employee?.role) || role?.rights.includes(right) === true;
}

/** The same for what belongs to no person or project: a role needs the scope everyone for it. */
export function useMayEverywhere(right: Right): boolean {
  const { company_role: role } = useViewer();
  const isLimited = role != null && role.scope !== 'everyone';
  return useMay(right) && !isLimited;
}

/** Whether the lists of time have more than one's own, beside that of a foreman's crew. */
export function useSeesOthersTime(): boolean {
  const mayEdit = useMay('edit_time');
  const mayApprove = useMay('approve_time');
  return useMay('payroll') || mayEdit || mayApprove;
}

/** Full name, else the part of the address before the @, else 'User'. */
export function useViewerName(): string {
  const { t } = useTranslation('common');
  const { user } = useSession();
  const { profile } = useViewer();
  const fullName = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ').trim();
  return fullName || user?.email?.split('@')[0] || t('role.none');
}

export function useRoleLabel(): string {
  const { t } = useTranslation('common');
  const { profile, employee, company_role: own } = useViewer();
  const role = employee?.role ?? profile?.role;
  if (own) return own.name;
  return role ? t(`role.${role}`) : t('role.none');
}

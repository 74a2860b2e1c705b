import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';

/** The viewer, where somebody else approves their time. An owner may be the only one; the database knows. */
export function useOwnApproval(): string | null {
  const me = useEmployee();
  const { company } = useViewer();
  return me?.role === 'manager' && company?.own_approval_by_others ? me.id : null;
}

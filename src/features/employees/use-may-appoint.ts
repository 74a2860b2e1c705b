import { useEmployee } from '@/entities/viewer/use-viewer';
import type { Role } from '@/entities/viewer/viewer';

/** Owners appoint everyone, managers foremen and employees. The database says so too. */
export function useMayAppoint(): (role: Role) => boolean {
  const mine = useEmployee()?.role;
  return (role) => mine === 'owner' || role === 'foreman' || role === 'employee';
}

import { useEffect } from 'react';
import { useMachineOptions } from '@/entities/equipment/equipment-query';
import { useViewer } from '@/entities/viewer/use-viewer';

const keyOf = (companyId: string): string => `chalkline.machines.${companyId}`;

/**
 * Whether forms ask for a machine. Until the list is here, as it was last time on this device, and
 * yes where that is not known: a field that comes later pushes the clock's button away from a finger.
 */
export function useHasMachines(): boolean {
  const companyId = useViewer().company?.id;
  const { data } = useMachineOptions();
  const known = data && data.length > 0;
  useEffect(() => {
    if (companyId && known !== undefined) localStorage.setItem(keyOf(companyId), String(known));
  }, [companyId, known]);
  if (!companyId) return false;
  return known ?? localStorage.getItem(keyOf(companyId)) !== 'false';
}

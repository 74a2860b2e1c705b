import { useBookableCostCodes, useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useViewer } from '@/entities/viewer/use-viewer';

/** Whether a project's time needs a cost code: the company asks for one, and there is one to choose. */
export function useCostCodeRequired(): (projectId: string | null) => boolean {
  const { bookableOn } = useBookableCostCodes();
  const isAsked = useViewer().company?.cost_code_required === true;
  return (projectId) => isAsked && bookableOn(projectId).length > 0;
}

/** Where no code is in use, no form asks for one. */
export function useHasCostCodes(): boolean {
  const { data } = useCostCodeOptions();
  return data === undefined || data.some(({ active }) => active);
}

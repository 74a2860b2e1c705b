import { useViewer } from '@/entities/viewer/use-viewer';

/** Whether the company asks for a cost code on every entry. */
export function useCostCodeRequired(): boolean {
  return useViewer().company?.cost_code_required ?? false;
}

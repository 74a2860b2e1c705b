import { useAddressParams } from '@/lib/use-address-params';

export type BoardMode = 'plan' | 'report';

/** What of the days is shown; the address says it. */
export function useBoardFilters() {
  const [params, change] = useAddressParams();
  const asked = params.get('view');
  const mode: BoardMode = asked === 'report' || asked === 'today' ? 'report' : 'plan';
  return {
    mode,
    projectId: params.get('project'),
    chooseMode: (next: BoardMode) => change('view', next === 'plan' ? null : next),
    chooseProject: (next: string | null) => change('project', next),
  };
}

export type BoardFilters = ReturnType<typeof useBoardFilters>;

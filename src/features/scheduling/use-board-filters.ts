import { useAddressParams } from '@/lib/use-address-params';

export type BoardMode = 'plan' | 'report' | 'demand';

function modeOf(asked: string | null): BoardMode {
  if (asked === 'demand') return 'demand';
  return asked === 'report' || asked === 'today' ? 'report' : 'plan';
}

/** What of the days is shown; the address says it. */
export function useBoardFilters() {
  const [params, change] = useAddressParams();
  const mode = modeOf(params.get('view'));
  return {
    mode,
    projectId: params.get('project'),
    chooseMode: (next: BoardMode) => change('view', next === 'plan' ? null : next),
    chooseProject: (next: string | null) => change('project', next),
  };
}

export type BoardFilters = ReturnType<typeof useBoardFilters>;

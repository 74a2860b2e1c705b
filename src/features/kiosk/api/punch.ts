import { useMutation, useQueryClient } from '@tanstack/react-query';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import { unwrap } from '@/lib/errors';
import { retryOnce } from '@/lib/query-client';

export type Refusal = 'wrong_pin' | 'locked' | 'no_pin';

export interface PersonAnswer {
  result: 'ok' | Refusal;
  tries_left?: number;
  first_name: string;
  language: string;
  running: {
    since: string;
    project_name: string | null;
    cost_code_name: string | null;
    on_break: boolean;
  } | null;
  recent: { project_id: string; cost_code_id: string | null }[];
  projects: { id: string; name: string }[];
  cost_codes: { id: string; code: string; name: string; projects: string[] | null }[];
  limited_projects: string[];
  cost_code_required: boolean;
  /** Whether a photo goes with the punch: the company takes none, not asked yet, agreed, refused. */
  photo: 'off' | 'ask' | 'yes' | 'no';
}

export interface Credentials {
  employeeId: string;
  pin: string;
}

/** Right PIN: what the person can do. Otherwise why not. */
export function useOpenPerson() {
  return useMutation({
    mutationFn: async ({ employeeId, pin }: Credentials) =>
      unwrap(
        await (await kiosk()).rpc('kiosk_person', {
          employee_id_param: employeeId,
          pin_param: pin,
        }),
      ) as unknown as PersonAnswer,
    meta: { quiet: true },
  });
}

export type PunchKind = 'clock_in' | 'clock_out' | 'switch' | 'start_break' | 'end_break';

export interface Punch extends Credentials {
  id: string;
  kind: PunchKind;
  projectId?: string;
  costCodeId?: string | null;
}

export function usePunch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (punch: Punch) => {
      const [row] = unwrap(
        await (await kiosk()).rpc('kiosk_punch', {
          employee_id_param: punch.employeeId,
          pin_param: punch.pin,
          kind_param: punch.kind,
          ...(punch.projectId ? { project_id_param: punch.projectId } : {}),
          ...(punch.costCodeId ? { cost_code_id_param: punch.costCodeId } : {}),
          id_param: punch.id,
        }),
      );
      return row;
    },
    // The id makes a repeat harmless.
    retry: retryOnce,
    onSettled: () => client.invalidateQueries({ queryKey: ['kiosk', 'people'] }),
    meta: { quiet: true },
  });
}

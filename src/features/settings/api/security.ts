import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface DeviceSession {
  id: string;
  created_at: string;
  refreshed_at: string | null;
  user_agent: string | null;
  ip: string | null;
  current: boolean;
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: [queryKeys.settings, 'sessions'],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('my_sessions').abortSignal(signal)) as DeviceSession[],
    staleTime: 0,
  });
}

export function useEndSession() {
  const { t } = useTranslation('settings');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('end_my_session', { id_param: id })),
    done: t('security.sessionEnded'),
    stale: [[queryKeys.settings, 'sessions']],
  });
}

/** The server checks the current password together with setting the new one. */
export function useChangePassword() {
  const { t } = useTranslation('settings');
  return useWrite({
    send: async ({ current, next }: { current: string; next: string }) => {
      const { error } = await supabase().auth.updateUser({
        password: next,
        current_password: current,
      });
      if (error) throw error;
    },
    done: t('security.passwordChanged'),
    quiet: true,
  });
}

export interface Enrolment {
  factorId: string;
  qrCode: string;
  secret: string;
}

export async function startEnrolment(friendlyName: string): Promise<Enrolment> {
  const { data, error } = await supabase().auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Proves the device with a code; from here on sign-in asks for one. Returns the recovery codes. */
export async function finishEnrolment(factorId: string, code: string): Promise<string[]> {
  const { error } = await supabase().auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  return unwrap(await supabase().rpc('create_recovery_codes'));
}

export async function abandonEnrolment(factorId: string): Promise<void> {
  await supabase().auth.mfa.unenroll({ factorId });
}

export async function removeFactors(factorIds: readonly string[]): Promise<void> {
  for (const factorId of factorIds) {
    const { error } = await supabase().auth.mfa.unenroll({ factorId });
    if (error) throw error;
  }
  await supabase().auth.refreshSession();
}

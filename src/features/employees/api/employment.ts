import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useEmployeeWrite } from './use-employee-write';

interface Person {
  id: string;
  name: string;
}

/** Ends someone's access at once; history stays. */
export function useDeactivate() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('deactivate_employee', { employee_id_param: id })),
    ({ name }) => t('toast.deactivated', { name }),
  );
}

export function useReactivate() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('reactivate_employee', { employee_id_param: id })),
    ({ name }) => t('toast.reactivated', { name }),
  );
}

export function useSendInvitation() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('resend_invitation', { employee_id_param: id })),
    (_person, { email }) => t('toast.invited', { email }),
  );
}

export interface InvitationLink {
  href: string;
  /** Null where the server makes no such links and this is only the sign-up address. */
  expiresAt: string | null;
  copied: boolean;
}

async function makeLink({ id, email }: Person & { email: string }): Promise<InvitationLink> {
  const [made] = unwrap(await supabase().rpc('create_invitation_link', { employee_id_param: id }));
  const address = new URL(made ? '/auth/reset-password' : '/auth/register', window.location.origin);
  // In the fragment, which browsers keep to themselves: no log and no preview ever sees the token.
  if (made) address.hash = new URLSearchParams({ invite_token: made.token }).toString();
  else address.searchParams.set('email', email);
  const link = { href: address.href, expiresAt: made?.expires_at ?? null };
  return { ...link, copied: await copy(link.href) };
}

/** False where the browser does not let us: without HTTPS, or too long after the tap. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function useInvitationLink() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(makeLink, (_person, { copied }) =>
    t(copied ? 'toast.linkCopied' : 'toast.linkMade'),
  );
}

export function useWithdrawInvitation() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('withdraw_invitation', { employee_id_param: id })),
    () => t('toast.withdrawn'),
  );
}

import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { AppError, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Person {
  id: string;
  name: string;
}

/** Ends someone's access at once; history stays. */
export function useDeactivate() {
  const { t } = useTranslation('employees');
  return useWrite({
    send: async ({ id }: Person) =>
      unwrap(await supabase().rpc('deactivate_employee', { employee_id_param: id })),
    done: (_result, { name }) => t('toast.deactivated', { name }),
    stale: STALE_PEOPLE,
  });
}

export function useReactivate() {
  const { t } = useTranslation('employees');
  return useWrite({
    send: async ({ id }: Person) =>
      unwrap(await supabase().rpc('reactivate_employee', { employee_id_param: id })),
    done: (_result, { name }) => t('toast.reactivated', { name }),
    stale: STALE_PEOPLE,
  });
}

export function useSendInvitation() {
  const { t } = useTranslation('employees');
  return useWrite({
    send: async ({ id }: Person) =>
      unwrap(await supabase().rpc('resend_invitation', { employee_id_param: id })),
    done: ({ email }) => t('toast.invited', { email }),
    stale: STALE_PEOPLE,
  });
}

/** A link to hand over. */
export interface InvitationLink {
  href: string;
  /** Null where the server makes no such links and this is only the sign-up address. */
  expiresAt: string | null;
  copied: boolean;
}

type Address = Omit<InvitationLink, 'copied'>;

/** Where the person joins: with a token of their own, or the sign-up page where the server makes none. */
export async function invitationAddress(id: string, email: string): Promise<Address> {
  const [made] = unwrap(await supabase().rpc('create_invitation_link', { employee_id_param: id }));
  if (made) return handOver({ invite_token: made.token }, made.expires_at);
  const address = new URL('/auth/register', window.location.origin);
  if (email) address.searchParams.set('email', email);
  return { href: address.href, expiresAt: null };
}

async function makeLink({ id, email }: Person & { email: string }): Promise<InvitationLink> {
  return copied(await invitationAddress(id, email));
}

async function makeRecoveryLink({ id }: Person): Promise<InvitationLink> {
  const [made] = unwrap(await supabase().rpc('create_recovery_link', { employee_id_param: id }));
  if (!made) throw new AppError('cannot_recover');
  return copied(handOver({ invite_token: made.token, type: 'recovery' }, made.expires_at));
}

function handOver(token: Record<string, string>, expiresAt: string): Address {
  const address = new URL('/auth/reset-password', window.location.origin);
  // In the fragment, which browsers keep to themselves: no log and no preview ever sees the token.
  address.hash = new URLSearchParams(token).toString();
  return { href: address.href, expiresAt };
}

const copied = async (address: Address): Promise<InvitationLink> => ({
  ...address,
  copied: await copy(address.href),
});

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
  return useWrite({
    send: makeLink,
    done: ({ copied }) => t(copied ? 'toast.linkCopied' : 'toast.linkMade'),
    stale: STALE_PEOPLE,
  });
}

/** For someone without e-mail who forgot the password; they are told who made it. */
export function useRecoveryLink() {
  const { t } = useTranslation('employees');
  return useWrite({
    send: makeRecoveryLink,
    done: ({ copied }) => t(copied ? 'toast.linkCopied' : 'toast.linkMade'),
    stale: STALE_PEOPLE,
  });
}

export function useWithdrawInvitation() {
  const { t } = useTranslation('employees');
  return useWrite({
    send: async ({ id }: Person) =>
      unwrap(await supabase().rpc('withdraw_invitation', { employee_id_param: id })),
    done: t('toast.withdrawn'),
    stale: STALE_PEOPLE,
  });
}

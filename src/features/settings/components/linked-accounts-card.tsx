import type { UserIdentity } from '@supabase/auth-js';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { useSession } from '@/entities/session/use-session';
import { useSignInProviders } from '@/entities/session/use-sign-in-providers';
import { useLinkAccount, useUnlinkAccount } from '@/features/settings/api/linked-accounts';
import { signUpCode } from '@/lib/sign-up-code';
import { useTranslation } from '@/lib/use-translation';

/** Accounts of somebody else that sign in to this one; what else does is said before one goes. */
export function LinkedAccountsCard() {
  const { t } = useTranslation('sign-in-providers');
  const { user } = useSession();
  const providers = useSignInProviders();
  const link = useLinkAccount();
  const unlink = useUnlinkAccount();
  const [leaving, setLeaving] = useState<UserIdentity | null>(null);
  const identities = user?.identities ?? [];
  const labelOf = (name: string) => providers.find((each) => each.name === name)?.label ?? name;
  const linked = identities.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  const missing = providers.filter(({ name }) => !linked.some(({ provider }) => provider === name));
  const hasPassword = identities.length > linked.length;
  const isOnlyWay = identities.length < 2;
  const { failure } = signUpCode;
  return (
    <SettingsCard title={t('linked.title')} text={t('linked.text')}>
      {failure && (
        <Notice tone="attention" className="mb-3" title={t('failed.title')}>
          {t(
            failure === 'identity_already_exists' ? `failed.${failure}` : 'failed.bad_oauth_state',
          )}
        </Notice>
      )}
      <ul className="divide-y">
        {linked.map((identity) => (
          <li key={identity.identity_id} className="flex items-center gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-[550]">{labelOf(identity.provider)}</p>
              <p className="truncate text-muted">{identity.identity_data?.['email']}</p>
            </div>
            <Button size="small" disabled={isOnlyWay} onClick={() => setLeaving(identity)}>
              {t('linked.unlink')}
            </Button>
          </li>
        ))}
        {missing.map(({ name, label }) => (
          <li key={name} className="flex items-center gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-[550]">{label}</p>
              <p className="text-muted">{t('linked.none')}</p>
            </div>
            <Button
              size="small"
              busy={link.isPending && link.variables === name}
              onClick={() => link.mutate(name)}
            >
              {t('linked.link')}
            </Button>
          </li>
        ))}
      </ul>
      {isOnlyWay && linked.length > 0 && (
        <p className="mt-2 text-muted text-sm">{t('linked.onlyWay')}</p>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('linked.unlinkTitle', { name: labelOf(leaving?.provider ?? '') })}
        description={t(hasPassword ? 'linked.stays' : 'linked.staysOther')}
        confirmLabel={t('linked.unlink')}
        busy={unlink.isPending}
        onConfirm={() => leaving && unlink.mutate(leaving, { onSuccess: () => setLeaving(null) })}
      />
    </SettingsCard>
  );
}

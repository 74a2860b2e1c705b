import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { useSignInProviders } from '@/entities/session/use-sign-in-providers';
import { useEmployee } from '@/entities/viewer/use-viewer';
import {
  type SignInDomain,
  signInDomainsQuery,
  useSetSignInRule,
} from '@/features/company-sign-in/api/rules';
import { useTranslation } from '@/lib/use-translation';

/** Owners decide whether people with an address of the company sign in with its accounts alone. */
export function CompanySignInCard() {
  const isOwner = useEmployee()?.role === 'owner';
  return isOwner ? <OwnersCard /> : null;
}

function OwnersCard() {
  const { t } = useTranslation('sign-in-providers');
  const domains = useQuery(signInDomainsQuery());
  const providers = useSignInProviders();
  const setRule = useSetSignInRule();
  const [asked, setAsked] = useState<SignInDomain | null>(null);
  const nameOf = (provider: string) =>
    providers.find(({ name }) => name === provider)?.label ?? provider;
  const shown = asked && { domain: asked.domain, name: nameOf(asked.provider) };
  return (
    <SettingsCard title={t('domains.title')} text={t('domains.text')}>
      <Loaded query={domains} skeleton={<ListSkeleton rows={1} />}>
        {domains.data?.length === 0 && <p className="text-sm">{t('domains.prove')}</p>}
        <div className="-my-3 divide-y">
          {domains.data?.map((each) => {
            const names = { domain: each.domain, name: nameOf(each.provider) };
            return (
              <SwitchRow
                key={each.domain}
                id={`sign-in-${each.domain}`}
                label={t('domains.require', names)}
                text={
                  each.isRequired
                    ? `${t('domains.on', names)} ${t('domains.emergency', names)}`
                    : t('domains.optional', names)
                }
                checked={each.isRequired}
                disabled={setRule.isPending}
                onCheckedChange={(wanted) =>
                  wanted ? setAsked(each) : setRule.mutate({ ...each, isRequired: false })
                }
              />
            );
          })}
        </div>
      </Loaded>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('domains.confirmTitle', shown ?? { domain: '', name: '' })}
        description={t('domains.confirm', shown ?? { domain: '', name: '' })}
        confirmLabel={t('domains.confirmAction')}
        busy={setRule.isPending}
        onConfirm={() => {
          if (!asked) return;
          setRule.mutate({ ...asked, isRequired: true }, { onSettled: () => setAsked(null) });
        }}
      />
    </SettingsCard>
  );
}

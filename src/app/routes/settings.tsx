import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { SettingsScreen } from '@/features/settings/settings-screen';
import { signInProviders } from '@/lib/env';
import { loadNamespaces } from '@/lib/i18n';
import { withTexts } from '@/lib/with-texts';

const NotificationsSection = late(async () => {
  const [module] = await Promise.all([
    import('@/features/notifications/settings/notifications-section'),
    loadNamespaces(['notifications']),
  ]);
  return { default: module.NotificationsSection };
});

/** Owners and managers alone see the company's pages. */
const ClockRulesCard = late(async () => {
  const [{ ClockRulesCard: card }] = await Promise.all([
    import('@/features/clock-rules/clock-rules-card'),
    loadNamespaces(['clock-rules']),
  ]);
  return { default: card };
});

const PushDevicesCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/push/push-devices-card'),
    loadNamespaces(['push']),
  ]);
  return { default: module.PushDevicesCard };
});

const ForgottenPunchCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/forgotten-punch/company-card'),
    loadNamespaces(['forgotten-punch']),
  ]);
  return module;
});

const TextConsentCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/texts/text-consent-card'),
    loadNamespaces(['texts']),
  ]);
  return { default: module.TextConsentCard };
});

const CompanyTextsCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/texts/company-texts-card'),
    loadNamespaces(['texts']),
  ]);
  return { default: module.CompanyTextsCard };
});

const RetentionCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/retention/retention-card'),
    loadNamespaces(['retention']),
  ]);
  return { default: module.RetentionCard };
});

/** For owners alone. */
const ApprovalChainsCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/approval-chains/approval-chains-card'),
    loadNamespaces(['approval-chains']),
  ]);
  return { default: module.ApprovalChainsCard };
});

const CustomFieldsCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/custom-fields/custom-fields-card'),
    loadNamespaces(['custom-fields']),
  ]);
  return { default: module.CustomFieldsCard };
});

/** Where the server knows a provider: nobody else loads it. */
const CompanySignInCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/company-sign-in/company-sign-in-card'),
    loadNamespaces(['sign-in-providers']),
  ]);
  return { default: module.CompanySignInCard };
});

const CompanyRolesCard = late(async () => {
  const [module] = await Promise.all([
    import('@/features/company-roles/company-roles-card'),
    loadNamespaces(['company-roles']),
  ]);
  return { default: module.CompanyRolesCard };
});

const DevelopersSection = late(async () => {
  const [module] = await Promise.all([
    import('@/features/developers/developers-section'),
    loadNamespaces(['developers', 'webhooks']),
  ]);
  return { default: module.DevelopersSection };
});

const ConnectionsSection = late(async () => {
  const [module] = await Promise.all([
    import('@/features/accounting/connections-section'),
    loadNamespaces(['accounting']),
  ]);
  return { default: module.ConnectionsSection };
});

const SettingsSearch = late(() =>
  withTexts(
    import('@/app/places/settings-search').then((module) => module.SettingsSearch),
    ...(['places', 'modules', 'search'] as const),
  ),
);

const ModulesSection = late(() =>
  withTexts(
    import('@/features/modules/modules-section').then((module) => module.ModulesSection),
    'modules',
  ),
);

export function Component() {
  const isOwner = useEmployee()?.role === 'owner';
  const devices = (
    <Suspense fallback={<ListSkeleton />}>
      <PushDevicesCard />
    </Suspense>
  );
  const texts = (
    <Suspense fallback={<ListSkeleton />}>
      <TextConsentCard />
    </Suspense>
  );
  const companyCards = {
    clock: (
      <Suspense>
        <ClockRulesCard />
        <ForgottenPunchCard />
      </Suspense>
    ),
    rights: (
      <Suspense>
        <CompanyRolesCard />
        {isOwner && <ApprovalChainsCard />}
        <CustomFieldsCard />
        {signInProviders().length > 0 && <CompanySignInCard />}
      </Suspense>
    ),
    records: (
      <Suspense>
        <RetentionCard />
      </Suspense>
    ),
  };
  return (
    <SettingsScreen
      notifications={<NotificationsSection devices={devices} texts={texts} />}
      modules={<ModulesSection />}
      companyCards={companyCards}
      texts={<CompanyTextsCard />}
      search={
        <Suspense>
          <SettingsSearch />
        </Suspense>
      }
      connections={<ConnectionsSection />}
      developers={<DevelopersSection />}
    />
  );
}

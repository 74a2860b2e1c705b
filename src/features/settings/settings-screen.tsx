import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useMaySeeSystem } from '@/entities/system/use-may-see-system';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { BillingSection } from '@/features/settings/components/billing-section';
import { CardContents } from '@/features/settings/components/card-contents';
import { CompanySection } from '@/features/settings/components/company-section';
import { PreferencesSection } from '@/features/settings/components/preferences-section';
import { ProfileSection } from '@/features/settings/components/profile-section';
import { SecuritySection } from '@/features/settings/components/security-section';
import { useTranslation } from '@/lib/use-translation';

/** For a few people of the company: nobody else loads their code and texts. */
const KiosksSection = late(async () => ({
  default: (await import('@/features/settings/components/kiosks-section')).KiosksSection,
}));
const SystemSection = late(async () => ({
  default: (await import('@/features/settings/components/system-section')).SystemSection,
}));

const NAMES = [
  'profile',
  'notifications',
  'preferences',
  'billing',
  'security',
  'company',
  'kiosks',
  'connections',
  'developers',
  'system',
] as const;
type Section = (typeof NAMES)[number];
const FOR_MANAGERS: readonly Section[] = ['company', 'kiosks', 'connections'];

export interface SettingsScreenProps {
  /** What other features bring: the route decides which. */
  notifications: ReactNode;
  /** Further cards of the company's tab. */
  companyCards?: ReactNode;
  /** Accounting and payroll systems. */
  connections?: ReactNode;
  /** Tokens and webhooks. */
  developers?: ReactNode;
}

/** Six parts for everyone, the company's for managers and owners, the installation's for who runs it. */
export function SettingsScreen({
  notifications,
  companyCards,
  connections,
  developers,
}: SettingsScreenProps) {
  const { t } = useTranslation('settings');
  const privileged = useIsPrivileged();
  const [params, setParams] = useSearchParams();
  const maySeeSystem = useMaySeeSystem();
  // Until it is known, whoever came for it sees it load and not another tab.
  const hasSystem = maySeeSystem ?? params.get('tab') === 'system';
  const offered = NAMES.filter((name) =>
    name === 'system' ? hasSystem : privileged || !FOR_MANAGERS.includes(name),
  );
  const sections: Record<Section, ReactNode> = {
    profile: <ProfileSection />,
    notifications,
    preferences: <PreferencesSection />,
    billing: <BillingSection />,
    security: <SecuritySection />,
    company: (
      <CardContents>
        <CompanySection>{companyCards}</CompanySection>
      </CardContents>
    ),
    kiosks: <KiosksSection />,
    connections,
    developers,
    system: maySeeSystem ? <SystemSection /> : <ListSkeleton />,
  };
  const tab = offered.find((name) => name === params.get('tab')) ?? 'profile';
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs value={tab} onValueChange={(next) => setParams({ tab: next })}>
        <TabsList className="mb-5 px-0!">
          {offered.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(`tab.${name}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        {offered.map((name) => (
          <TabsContent key={name} value={name}>
            <Suspense fallback={<ListSkeleton />}>{sections[name]}</Suspense>
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}

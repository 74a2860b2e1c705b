import { useSearchParams } from 'react-router';
import { PageHeader } from '@/components/shared/page-header';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { BillingSection } from '@/features/settings/components/billing-section';
import { CompanySection } from '@/features/settings/components/company-section';
import { KiosksSection } from '@/features/settings/components/kiosks-section';
import { NotificationsSection } from '@/features/settings/components/notifications-section';
import { PreferencesSection } from '@/features/settings/components/preferences-section';
import { ProfileSection } from '@/features/settings/components/profile-section';
import { SecuritySection } from '@/features/settings/components/security-section';
import { useTranslation } from '@/lib/use-translation';

const SECTIONS = {
  profile: ProfileSection,
  notifications: NotificationsSection,
  preferences: PreferencesSection,
  billing: BillingSection,
  security: SecuritySection,
  company: CompanySection,
  kiosks: KiosksSection,
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];
const FOR_MANAGERS: readonly Section[] = ['company', 'kiosks'];

/** Five parts for everyone, and the company's for managers and owners. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const privileged = useIsPrivileged();
  const [params, setParams] = useSearchParams();
  const offered = NAMES.filter((name) => privileged || !FOR_MANAGERS.includes(name));
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
        {offered.map((name) => {
          const Part = SECTIONS[name];
          return (
            <TabsContent key={name} value={name}>
              <Part />
            </TabsContent>
          );
        })}
      </Tabs>
    </>
  );
}

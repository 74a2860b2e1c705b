import { Fragment, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useMaySeeSystem } from '@/entities/system/use-may-see-system';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { BillingSection } from '@/features/settings/components/billing-section';
import { type CompanyPage, CompanySection } from '@/features/settings/components/company-section';
import { PreferencesSection } from '@/features/settings/components/preferences-section';
import { ProfileSection } from '@/features/settings/components/profile-section';
import { SecuritySection } from '@/features/settings/components/security-section';
import { cn } from '@/lib/class-names';
import { useMediaQuery } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

/** For a few people of the company: nobody else loads their code and texts. */
const KiosksSection = late(async () => ({
  default: (await import('@/features/settings/components/kiosks-section')).KiosksSection,
}));
const SystemSection = late(async () => ({
  default: (await import('@/features/settings/components/system-section')).SystemSection,
}));

const GROUPS = {
  you: ['profile', 'notifications', 'preferences', 'security'],
  company: ['modules', 'company', 'billing'],
  time: ['clock', 'overtime', 'kiosks'],
  people: ['rights', 'records'],
  connections: ['connections', 'texts', 'developers'],
  installation: ['system'],
} as const satisfies Record<string, readonly string[]>;
type Group = keyof typeof GROUPS;
type Section = (typeof GROUPS)[Group][number];
const FOR_MANAGERS: readonly Section[] = [
  ...['modules', 'company', 'clock', 'overtime', 'kiosks'],
  ...['rights', 'records', 'connections', 'texts'],
] as Section[];

export interface SettingsScreenProps {
  /** What other features bring: the route decides which. */
  notifications: ReactNode;
  /** What the company uses. */
  modules?: ReactNode;
  /** Further cards of the company's pages. */
  companyCards?: Partial<Record<CompanyPage, ReactNode>>;
  /** Text messages of the company. */
  texts?: ReactNode;
  /** Finds a setting by any of its names. */
  search?: ReactNode;
  /** Accounting and payroll systems. */
  connections?: ReactNode;
  /** Tokens and webhooks. */
  developers?: ReactNode;
}

/** Groups at the left and one page beside them; narrow screens have the pages as a strip above. */
export function SettingsScreen({
  notifications,
  modules,
  companyCards,
  texts,
  search,
  connections,
  developers,
}: SettingsScreenProps) {
  const { t } = useTranslation('settings');
  const privileged = useIsPrivileged();
  const [params, setParams] = useSearchParams();
  const maySeeSystem = useMaySeeSystem();
  const isWide = useMediaQuery('(min-width: 64rem)');
  // Until it is known, whoever came for it sees it load and not another tab.
  const hasSystem = maySeeSystem ?? params.get('tab') === 'system';
  const isOffered = (name: Section) =>
    name === 'system' ? hasSystem : privileged || !FOR_MANAGERS.includes(name);
  const groups = (Object.keys(GROUPS) as Group[])
    .map((group) => ({ group, names: (GROUPS[group] as readonly Section[]).filter(isOffered) }))
    .filter(({ names }) => names.length > 0);
  const offered = groups.flatMap(({ names }) => names);
  const ofCompany = (page: CompanyPage) => (
    <CompanySection page={page}>{companyCards?.[page]}</CompanySection>
  );
  const sections: Record<Section, ReactNode> = {
    profile: <ProfileSection />,
    notifications,
    preferences: <PreferencesSection />,
    billing: <BillingSection />,
    security: <SecuritySection />,
    modules,
    company: ofCompany('company'),
    clock: ofCompany('clock'),
    overtime: ofCompany('overtime'),
    rights: ofCompany('rights'),
    records: ofCompany('records'),
    kiosks: <KiosksSection />,
    connections,
    texts,
    developers,
    system: maySeeSystem ? <SystemSection /> : <ListSkeleton />,
  };
  const tab = offered.find((name) => name === params.get('tab')) ?? 'profile';
  return (
    <>
      <PageHeader title={t('title')} actions={search} />
      <Tabs
        value={tab}
        onValueChange={(next) => setParams({ tab: next })}
        className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:gap-8"
      >
        <TabsList
          vertical={isWide}
          aria-label={t('title')}
          className="max-lg:mb-5 max-lg:px-0! lg:sticky lg:top-20"
        >
          {groups.map(({ group, names }, place) => (
            <Fragment key={group}>
              {isWide && (
                <span
                  aria-hidden="true"
                  className={cn('px-3 pb-0.5 font-[620] text-muted text-xs', place > 0 && 'pt-2.5')}
                >
                  {t(`group.${group}`)}
                </span>
              )}
              {names.map((name) => (
                <TabsTrigger key={name} value={name}>
                  {t(`tab.${name}`)}
                </TabsTrigger>
              ))}
            </Fragment>
          ))}
        </TabsList>
        <div className="min-w-0">
          {offered.map((name) => (
            <TabsContent key={name} value={name}>
              <Suspense fallback={<ListSkeleton />}>{sections[name]}</Suspense>
            </TabsContent>
          ))}
        </div>
      </Tabs>
    </>
  );
}

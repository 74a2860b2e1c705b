import { useQueries } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { CardLink } from '@/components/shared/card-link';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Card, CardHeader } from '@/components/ui/card';
import { storageUseQuery } from '@/entities/uploads/storage-use';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { askingProjectsQuery } from '@/features/settings/api/locations';
import { exceptionsQuery, policiesQuery } from '@/features/settings/api/overtime';
import { CompanyBasics } from '@/features/settings/components/company-basics';
import { DeleteCompany } from '@/features/settings/components/delete-company';
import { LocationRulesCard } from '@/features/settings/components/location-rules-card';
import { OvertimeCard } from '@/features/settings/components/overtime-card';
import { OvertimeExceptions } from '@/features/settings/components/overtime-exceptions';
import { OwnTimeCard } from '@/features/settings/components/own-time-card';
import { RecordsCard } from '@/features/settings/components/records-card';
import { RoundingCard } from '@/features/settings/components/rounding-card';
import { ScheduleRulesCard } from '@/features/settings/components/schedule-rules-card';
import { StorageCard } from '@/features/settings/components/storage-card';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const LedgerCard = late(() =>
  withTexts(import('@/features/settings/components/ledger-card'), 'ledger').then(
    ({ default: part }) => ({ default: part.LedgerCard }),
  ),
);

/** Drawn all at once: a card that grew later would move the field below it from under the pointer. */
function useIsLoading(companyId: string, isOwner: boolean, isPrivileged: boolean): boolean {
  const enabled = companyId !== '';
  const isAnyLoading = useQueries({
    queries: [
      { ...policiesQuery(companyId), enabled },
      { ...askingProjectsQuery(companyId), enabled },
      { ...storageUseQuery(companyId), enabled: enabled && isPrivileged },
      { ...exceptionsQuery(companyId), enabled: enabled && isOwner },
    ],
    combine: (results) => results.some(({ isLoading }) => isLoading),
  });
  return !enabled || isAnyLoading;
}

/** Pages of what is right for everyone in the company. */
export const COMPANY_PAGES = ['company', 'clock', 'overtime', 'rights', 'records'] as const;
export type CompanyPage = (typeof COMPANY_PAGES)[number];

interface CompanySectionProps {
  page: CompanyPage;
  /** Further cards of the page, from other features. */
  children?: ReactNode;
}

/** How time and pay work for everyone. Owners change it, others read it. */
export function CompanySection({ page, children }: CompanySectionProps) {
  const { t } = useTranslation('settings');
  const { company } = useViewer();
  const isOwner = useEmployee()?.role === 'owner';
  const isPrivileged = useIsPrivileged();
  const isLoading = useIsLoading(company?.id ?? '', isOwner, isPrivileged);
  if (!company) return null;
  if (isLoading) {
    return (
      <Card className="max-w-3xl">
        <ListSkeleton rows={6} />
      </Card>
    );
  }
  const today = dateOf(serverNow(), company.time_zone);
  return (
    <>
      {!isOwner && (
        <Notice className="mb-4 max-w-3xl" tone="info">
          {t('company.ownersOnly')}
        </Notice>
      )}
      {page === 'company' && <CompanyBasics company={company} isOwner={isOwner} />}
      {page === 'clock' && (
        <>
          <LocationRulesCard company={company} disabled={!isOwner} />
          <ScheduleRulesCard company={company} disabled={!isOwner} />
        </>
      )}
      {page === 'overtime' && isOwner && (
        <>
          <OvertimeCard companyId={company.id} />
          <OvertimeExceptions companyId={company.id} today={today} />
        </>
      )}
      {page === 'overtime' && <RoundingCard today={today} />}
      {page === 'rights' && <OwnTimeCard company={company} disabled={!isOwner} />}
      {page === 'records' && isPrivileged && <StorageCard company={company} />}
      {page === 'records' && isOwner && (
        <Card className="mb-4 max-w-3xl">
          <CardHeader
            title={t('data.title')}
            description={t('data.text')}
            action={<CardLink to="/management/import">{t('data.link')}</CardLink>}
          />
        </Card>
      )}
      {children}
      {page === 'records' && (
        <>
          <RecordsCard />
          {isPrivileged && (
            <Suspense fallback={<ListSkeleton rows={3} />}>
              <LedgerCard isOwner={isOwner} />
            </Suspense>
          )}
          {isOwner && <DeleteCompany name={company.name} />}
        </>
      )}
    </>
  );
}

import { BackLink } from '@/components/shared/back-link';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { ExportCard } from '@/features/imports/components/export-card';
import { ImportCard } from '@/features/imports/components/import-card';
import { PastImports } from '@/features/imports/components/past-imports';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** Lists and time from other programs in, everything out. */
export function ImportsScreen() {
  const { t } = useTranslation('imports');
  const companyId = useViewer().company?.id ?? '';
  const manages = useIsPrivileged();
  const employee = useEmployee();
  useLiveTable({
    table: 'imports',
    filter: manages ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.imports],
  });
  return (
    <>
      <BackLink to="/management">{t('back')}</BackLink>
      <PageHeader title={t('title')} description={t('subtitle')} />
      {manages ? (
        <>
          <ImportCard companyId={companyId} />
          <PastImports companyId={companyId} />
          {employee?.role === 'owner' && <ExportCard />}
        </>
      ) : (
        <Card>
          <EmptyState title={t('managersOnly')} />
        </Card>
      )}
    </>
  );
}

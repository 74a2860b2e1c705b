import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { branchOf } from '@/entities/project/project-paths';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { settingsQuery } from '@/features/site-sign-in/api/queries';
import { HistoryCard } from '@/features/site-sign-in/components/history-card';
import { PresentCard } from '@/features/site-sign-in/components/present-card';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const SetupCards = late(async () => ({
  default: (await import('@/features/site-sign-in/components/setup-cards')).SetupCards,
}));
const SignInDialog = lateDialog(async () => ({
  default: (await import('@/features/site-sign-in/components/sign-in-dialog')).SignInDialog,
}));

const STALE = [queryKeys.siteSignIn];

/** Who is on site without being on the clock, who was, and how they sign in. */
export function SiteSignInScreen() {
  const { t } = useTranslation('site-sign-in');
  const companyId = useViewer().company?.id ?? '';
  const manages = useIsPrivileged();
  const [params, change] = useAddressParams();
  const projects = useProjectOptions().data ?? [];
  const projectId = params.get('project') || null;
  const branch = projectId ? branchOf(projects, projectId) : null;
  const settings = useQuery(settingsQuery(companyId));
  const [isAdding, setIsAdding] = useState(false);
  useLiveTable({
    table: 'site_visits',
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: STALE,
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('subtitle')}
        actions={
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            <UserRoundPlus aria-hidden="true" />
            {t('add')}
          </Button>
        }
      />
      <div className="mb-4 w-full max-w-sm">
        <ProjectPicker
          include="all"
          aria-label={t('project')}
          value={projectId}
          clearLabel={t('allProjects')}
          onValueChange={(id) => change('project', id)}
        />
      </div>
      <div className="grid gap-4">
        <PresentCard companyId={companyId} projectId={projectId} branch={branch} />
        <HistoryCard companyId={companyId} branch={branch} />
        {manages && projectId && settings.data && (
          <Suspense fallback={<ListSkeleton />}>
            <SetupCards
              key={projectId}
              companyId={companyId}
              projectId={projectId}
              settings={settings.data.find((one) => one.project_id === projectId) ?? null}
            />
          </Suspense>
        )}
        {manages && !projectId && <p className="text-muted text-sm">{t('setup.chooseProject')}</p>}
      </div>
      <Suspense>
        {isAdding && <SignInDialog projectId={projectId} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </>
  );
}

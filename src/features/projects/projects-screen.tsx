import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useDeleteProject } from '@/features/projects/api/delete-project';
import { type Project, projectsQuery } from '@/features/projects/api/queries';
import { ProjectCard } from '@/features/projects/components/project-card';
import { ProjectToolbar } from '@/features/projects/components/project-toolbar';
import { FILTERS, SORTS, selectProjects } from '@/features/projects/select-projects';
import { useAddressParams } from '@/lib/use-address-params';

const ProjectDialog = lazy(async () => ({
  default: (await import('@/features/projects/components/project-dialog')).ProjectDialog,
}));
const ProjectPanel = lazy(async () => ({
  default: (await import('@/features/projects/components/project-panel')).ProjectPanel,
}));

/** More cards than a screen holds are added as one asks for them. */
const PAGE = 60;

export function ProjectsScreen() {
  const { t } = useTranslation(['projects', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const mayWrite = useIsPrivileged();
  const [params, change] = useAddressParams();
  const [edited, setEdited] = useState<Project | null>(null);
  const [deleting, setDeleting] = useState<Project | null>(null);
  const [pages, setPages] = useState(1);
  const projects = useQuery({ ...projectsQuery(companyId), enabled: companyId !== '' });
  const { data = [], refetch } = projects;
  const { remove, restore } = useDeleteProject(companyId);

  const search = params.get('search') ?? '';
  const filter = FILTERS.find((value) => value === params.get('status')) ?? 'all';
  const sort = SORTS.find((value) => value === params.get('sort')) ?? 'updated';
  const shown = selectProjects(data, search, filter, sort);
  const opened = data.find(({ id }) => id === params.get('project'));
  const creating = mayWrite && params.get('dialog') === 'new';

  const linkTo = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('project', id);
    return `?${next}`;
  };
  const removeOrAsk = (project: Project) => {
    if (project.archived_at) restore.mutate(project);
    else if (project.entries > 0) remove.mutate(project);
    else setDeleting(project);
  };

  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayWrite && (
            <Button variant="primary" onClick={() => change('dialog', 'new')}>
              {t('new')}
            </Button>
          )
        }
      />
      <ProjectToolbar search={search} filter={filter} sort={sort} onChange={change} />
      {projects.isPending && companyId !== '' ? (
        <CardGridSkeleton />
      ) : projects.isLoadingError ? (
        <Card>
          <ErrorState error={projects.error} onRetry={() => void refetch()} />
        </Card>
      ) : shown.length === 0 ? (
        <Card>
          <EmptyState
            icon={FolderOpen}
            title={t('empty.title')}
            text={t(data.length > 0 ? 'empty.text' : mayWrite ? 'empty.first' : 'empty.none')}
            action={
              mayWrite && (
                <Button variant="primary" onClick={() => change('dialog', 'new')}>
                  {t('new')}
                </Button>
              )
            }
          />
        </Card>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {shown.slice(0, pages * PAGE).map((project) => (
            <li key={project.id} className="grid">
              <ProjectCard
                project={project}
                detailsTo={linkTo(project.id)}
                mayWrite={mayWrite}
                onEdit={() => setEdited(project)}
                onDelete={() => removeOrAsk(project)}
              />
            </li>
          ))}
        </ul>
      )}
      {shown.length > pages * PAGE && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setPages(pages + 1)}>{t('more')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t('delete.title', { name: deleting?.name ?? '' })}
        description={t('delete.text')}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          deleting && remove.mutate(deleting, { onSuccess: () => setDeleting(null) })
        }
      />
      <Suspense>
        {creating && (
          <ProjectDialog
            companyId={companyId}
            project={null}
            onClose={() => change('dialog', null)}
          />
        )}
        {edited && (
          <ProjectDialog companyId={companyId} project={edited} onClose={() => setEdited(null)} />
        )}
        {opened && (
          <ProjectPanel
            companyId={companyId}
            project={opened}
            mayWrite={mayWrite}
            onClose={() => change('project', null)}
          />
        )}
      </Suspense>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { customOf } from '@/entities/custom-field/custom-field';
import { useCustomList } from '@/entities/custom-field/use-custom-list';
import { useMayEverywhere, useViewer } from '@/entities/viewer/use-viewer';
import { isArchivedOnly, useDeleteProject } from '@/features/projects/api/delete-project';
import { type Project, projectsQuery } from '@/features/projects/api/queries';
import { ProjectGrid } from '@/features/projects/components/project-grid';
import { ProjectToolbar } from '@/features/projects/components/project-toolbar';
import { FILTERS, SORTS, selectProjects } from '@/features/projects/select-projects';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const ProjectDialog = lateDialog(async () => ({
  default: (await import('@/features/projects/components/project-dialog')).ProjectDialog,
}));

export function ProjectsScreen() {
  const { t } = useTranslation(['projects', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const mayWrite = useMayEverywhere('manage_lists');
  const [params, change] = useAddressParams();
  const [edited, setEdited] = useState<Project | null>(null);
  const [deleting, setDeleting] = useState<Project | null>(null);
  const projects = useQuery({ ...projectsQuery(companyId), enabled: companyId !== '' });
  const { data = [] } = projects;
  const { remove, restore } = useDeleteProject(companyId);

  const search = params.get('search') ?? '';
  const filter = FILTERS.find((value) => value === params.get('status')) ?? 'all';
  const sort = SORTS.find((value) => value === params.get('sort')) ?? 'updated';
  const view = params.get('view') === 'table' ? 'table' : 'cards';
  const fields = useCustomList<Project>('projects', customOf);
  const shown = selectProjects(data, search, filter, sort).filter(fields.matches);
  const creating = mayWrite && params.get('dialog') === 'new';

  const removeOrAsk = (project: Project) => {
    if (project.archived_at) restore.mutate(project);
    else if (isArchivedOnly(project)) remove.mutate(project);
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
      <ProjectToolbar search={search} filter={filter} sort={sort} view={view} onChange={change}>
        {fields.tools}
      </ProjectToolbar>
      <ProjectGrid
        projects={projects}
        shown={shown}
        view={view}
        mayWrite={mayWrite}
        columns={fields.columns}
        onCreate={() => change('dialog', 'new')}
        onEdit={setEdited}
        onDelete={removeOrAsk}
      />
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
      </Suspense>
    </>
  );
}

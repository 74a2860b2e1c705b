import type { UseQueryResult } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Project } from '@/features/projects/api/queries';
import { ProjectCard } from '@/features/projects/components/project-card';

/** More cards than a screen holds are added as one asks for them. */
const PAGE = 60;

export interface ProjectGridProps {
  projects: UseQueryResult<Project[]>;
  /** Those that search and filter leave. */
  shown: readonly Project[];
  mayWrite: boolean;
  linkTo: (id: string) => string;
  onCreate: () => void;
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
}

export function ProjectGrid(props: ProjectGridProps) {
  const { projects, shown, mayWrite, linkTo, onCreate, onEdit, onDelete } = props;
  const { t } = useTranslation('projects');
  const [pages, setPages] = useState(1);
  if (projects.isPending && projects.fetchStatus !== 'idle') return <CardGridSkeleton />;
  if (projects.isLoadingError) {
    return (
      <Card>
        <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
      </Card>
    );
  }
  if (shown.length === 0) {
    const isFiltered = (projects.data?.length ?? 0) > 0;
    return (
      <Card>
        <EmptyState
          icon={FolderOpen}
          title={t('empty.title')}
          text={t(isFiltered ? 'empty.text' : mayWrite ? 'empty.first' : 'empty.none')}
          action={
            mayWrite && (
              <Button variant="primary" onClick={onCreate}>
                {t('new')}
              </Button>
            )
          }
        />
      </Card>
    );
  }
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.slice(0, pages * PAGE).map((project) => (
          <li key={project.id} className="grid">
            <ProjectCard
              project={project}
              detailsTo={linkTo(project.id)}
              mayWrite={mayWrite}
              onEdit={() => onEdit(project)}
              onDelete={() => onDelete(project)}
            />
          </li>
        ))}
      </ul>
      {shown.length > pages * PAGE && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setPages(pages + 1)}>{t('more')}</Button>
        </div>
      )}
    </>
  );
}

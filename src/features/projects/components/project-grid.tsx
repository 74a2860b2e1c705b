import type { UseQueryResult } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Project } from '@/features/projects/api/queries';
import { ProjectCard } from '@/features/projects/components/project-card';
import { ProjectTable } from '@/features/projects/components/project-table';
import { useTranslation } from '@/lib/use-translation';

/** More cards than a screen holds are added as one asks for them. */
const PAGE = 60;

export interface ProjectGridProps {
  projects: UseQueryResult<Project[]>;
  /** Those that search and filter leave. */
  shown: readonly Project[];
  view: 'cards' | 'table';
  mayWrite: boolean;
  /** Of the company's own fields, in the table. */
  columns: Column<Project>[];
  onCreate: () => void;
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
}

export function ProjectGrid(props: ProjectGridProps) {
  const { projects } = props;
  const isPending = projects.isPending && projects.fetchStatus !== 'idle';
  return (
    <Loaded query={{ ...projects, isPending }} skeleton={<CardGridSkeleton />} framed>
      <ProjectCards {...props} />
    </Loaded>
  );
}

function ProjectCards(props: ProjectGridProps) {
  const { projects, shown, view, mayWrite, onCreate, onEdit, onDelete } = props;
  const { t } = useTranslation('projects');
  const [pages, setPages] = useState(1);
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
  if (view === 'table') return <ProjectTable {...props} />;
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.slice(0, pages * PAGE).map((project) => (
          <li key={project.id} className="grid">
            <ProjectCard
              project={project}
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

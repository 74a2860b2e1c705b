import { Archive, CornerDownRight, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { StatusDot, type StatusTone } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import type { ProjectStatus } from '@/entities/project/projects-query';
import { isArchivedOnly } from '@/features/projects/api/delete-project';
import type { Project } from '@/features/projects/api/queries';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export const TONES: Record<ProjectStatus, StatusTone> = {
  active: 'primary',
  completed: 'success',
  on_hold: 'attention',
};

export interface ProjectCardProps {
  project: Project;
  mayWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProjectCard({ project, mayWrite, onEdit, onDelete }: ProjectCardProps) {
  const { t } = useTranslation(['projects', 'common']);
  const format = useFormat();
  const { name, client, status, above } = project;
  const percent = project.branchPercent ?? project.percent_complete;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex items-start gap-2">
        <ColorSwatch color={project.color} className="mt-1.5" />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-break-word font-[620]">
            <Link to={`/projects?project=${project.id}`} className="hover:underline">
              {name}
            </Link>
          </h2>
          {above && (
            <p className="truncate text-muted text-sm">
              <CornerDownRight aria-hidden="true" className="mr-1 inline size-3.5" />
              {t('partOf', { name: above })}
            </p>
          )}
          <p className="truncate text-muted text-sm">{client ?? '–'}</p>
        </div>
        <span className="inline-flex shrink-0 items-center gap-2 text-sm">
          <StatusDot tone={TONES[status]} />
          {t(`status.${status}`)}
        </span>
      </div>
      <div>
        <div className="mb-1.5 flex justify-between text-sm">
          <span className="text-muted">
            {t('field.progress')}
            {project.percent_computed && !project.hasPhases && ` · ${t('computed')}`}
            {project.hasPhases && ` · ${t('withPhases')}`}
          </span>
          <span className="tabular">{format.percent(percent / 100)}</span>
        </div>
        <Progress
          value={percent}
          label={t('progressOf', { name })}
          tone={status === 'completed' ? 'success' : 'primary'}
        />
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        <div>
          <dt className="text-muted">{t('field.team')}</dt>
          <dd className="tabular">{project.teamSize || t('everyone')}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('field.hours')}</dt>
          <dd className="tabular">{formatDuration(project.branchSeconds)}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('field.deadline')}</dt>
          <dd className="tabular">{project.deadline ? format.date(project.deadline) : '–'}</dd>
        </div>
      </dl>
      <div className="mt-auto flex items-center gap-1 border-t pt-3">
        <Button asChild size="small" className="mr-auto">
          <Link
            to={`/projects?project=${project.id}`}
            aria-label={`${t('details.open')}: ${project.name}`}
          >
            {t('details.open')}
          </Link>
        </Button>
        {mayWrite && <ProjectActions project={project} onEdit={onEdit} onDelete={onDelete} />}
      </div>
    </Card>
  );
}

export interface ProjectActionsProps {
  project: Project;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProjectActions({ project, onEdit, onDelete }: ProjectActionsProps) {
  const { t } = useTranslation('projects');
  const { name } = project;
  const archives = isArchivedOnly(project);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={t('action.edit', { name })} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t(archives ? 'action.archive' : 'action.delete', { name })}
        onClick={onDelete}
      >
        {archives ? <Archive aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
      </Button>
    </>
  );
}

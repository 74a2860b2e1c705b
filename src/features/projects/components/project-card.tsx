import { Archive, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { StatusDot, type StatusTone } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import type { ProjectStatus } from '@/entities/project/projects-query';
import type { Project } from '@/features/projects/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';

const TONES: Record<ProjectStatus, StatusTone> = {
  active: 'primary',
  completed: 'success',
  on_hold: 'attention',
};

export interface ProjectCardProps {
  project: Project;
  detailsTo: string;
  mayWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProjectCard({ project, detailsTo, mayWrite, onEdit, onDelete }: ProjectCardProps) {
  const { t } = useTranslation(['projects', 'common']);
  const format = useFormat();
  const { name, client, status, percent_complete: percent } = project;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex items-start gap-2">
        <ColorSwatch color={project.color} className="mt-1.5" />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-break-word font-[620]">{name}</h2>
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
            {project.percent_computed && ` · ${t('computed')}`}
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
          <dd className="tabular">{formatHoursMinutes(project.seconds)}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('field.deadline')}</dt>
          <dd className="tabular">{project.deadline ? format.date(project.deadline) : '–'}</dd>
        </div>
      </dl>
      <div className="mt-auto flex items-center gap-1 border-t pt-3">
        <Button asChild size="small" className="mr-auto">
          <Link to={detailsTo} preventScrollReset>
            {t('details.open')}
          </Link>
        </Button>
        {mayWrite && (
          <>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('action.edit', { name })}
              onClick={onEdit}
            >
              <Pencil aria-hidden="true" />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t(project.entries > 0 ? 'action.archive' : 'action.delete', { name })}
              onClick={onDelete}
            >
              {project.entries > 0 ? <Archive aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

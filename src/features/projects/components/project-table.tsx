import { CornerDownRight } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { useSortParam } from '@/components/shared/data-table/use-sort-param';
import { StatusDot } from '@/components/shared/status-dot';
import { Card } from '@/components/ui/card';
import type { Project } from '@/features/projects/api/queries';
import { ProjectActions, TONES } from '@/features/projects/components/project-card';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ProjectTableProps {
  shown: readonly Project[];
  mayWrite: boolean;
  columns: Column<Project>[];
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
}

const addressOf = ({ id }: Project): string => `/projects?project=${id}`;

/** The same projects, a line each, sorted by any column. */
export function ProjectTable(props: ProjectTableProps) {
  const { shown, mayWrite, onEdit, onDelete } = props;
  const { t } = useTranslation('projects');
  const format = useFormat();
  const navigate = useNavigate();
  const [sort, setSort] = useSortParam(null, 'order');
  const names = new Map(shown.map(({ id, name }) => [id, name]));
  const seconds = shown.reduce((sum, project) => sum + project.seconds, 0);
  const columns: Column<Project>[] = [
    {
      id: 'name',
      header: t('field.name'),
      card: 'title',
      sortBy: ({ name }) => name,
      cell: (project) => (
        <span className="flex items-center gap-2">
          {names.has(project.parent_id ?? '') && (
            <CornerDownRight
              role="img"
              aria-label={t('partOf', { name: names.get(project.parent_id ?? '') })}
              className="size-4 shrink-0 text-muted"
            />
          )}
          <ColorSwatch color={project.color} />
          <Link to={addressOf(project)} className="font-[550] hover:underline">
            {project.name}
          </Link>
        </span>
      ),
    },
    {
      id: 'number',
      header: t('field.number'),
      sortBy: ({ number }) => number,
      cell: ({ number }) => number ?? '–',
      className: 'max-lg:hidden',
    },
    {
      id: 'client',
      header: t('field.client'),
      sortBy: ({ client }) => client,
      cell: ({ client }) => client ?? '–',
    },
    {
      id: 'status',
      header: t('field.status'),
      sortBy: ({ status }) => t(`status.${status}`),
      cell: ({ status }) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <StatusDot tone={TONES[status]} />
          {t(`status.${status}`)}
        </span>
      ),
    },
    {
      id: 'progress',
      header: t('field.progress'),
      align: 'end',
      sortBy: (project) => project.percent_complete,
      cell: (project) => format.percent(project.percent_complete / 100),
    },
    {
      id: 'team',
      header: t('field.team'),
      align: 'end',
      className: 'max-lg:hidden',
      sortBy: ({ teamSize }) => teamSize,
      cell: ({ teamSize }) => teamSize || t('everyone'),
    },
    {
      id: 'hours',
      header: t('field.hours'),
      align: 'end',
      card: 'aside',
      sortBy: (project) => project.seconds,
      cell: (project) => formatHoursMinutes(project.seconds),
      total: formatHoursMinutes(seconds),
    },
    {
      id: 'deadline',
      header: t('field.deadline'),
      align: 'end',
      sortBy: ({ deadline }) => deadline,
      cell: ({ deadline }) => (deadline ? format.date(deadline) : '–'),
    },
    ...props.columns,
    ...(mayWrite
      ? [
          {
            id: 'actions',
            header: t('field.actions'),
            headerHidden: true,
            card: 'actions',
            cell: (project) => (
              <span className="flex justify-end">
                <ProjectActions
                  project={project}
                  onEdit={() => onEdit(project)}
                  onDelete={() => onDelete(project)}
                />
              </span>
            ),
          } satisfies Column<Project>,
        ]
      : []),
  ];
  return (
    <Card>
      <DataTable
        label={t('title')}
        rows={shown}
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        onSortChange={setSort}
        totalLabel={t('total')}
        onRowOpen={(project) => void navigate(addressOf(project))}
        empty={null}
      />
    </Card>
  );
}

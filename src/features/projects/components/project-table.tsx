import { useNavigate } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { useSortParam } from '@/components/shared/data-table/use-sort-param';
import { StatusDot } from '@/components/shared/status-dot';
import { Card } from '@/components/ui/card';
import type { Project } from '@/features/projects/api/queries';
import { TreeName } from '@/features/projects/components/phases/tree-name';
import { ProjectActions, TONES } from '@/features/projects/components/project-card';
import { treeRows } from '@/features/projects/tree-rows';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

export interface ProjectTableProps {
  shown: readonly Project[];
  mayWrite: boolean;
  columns: Column<Project>[];
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
}

const addressOf = ({ id }: Project): string => `/projects?project=${id}`;
const progressOf = (project: Project): number => project.branchPercent ?? project.percent_complete;

/** The same projects, a line each, sorted by any column. */
export function ProjectTable(props: ProjectTableProps) {
  const { shown, mayWrite, onEdit, onDelete } = props;
  const { t } = useTranslation('projects');
  const format = useFormat();
  const navigate = useNavigate();
  const [sort, setSort] = useSortParam(null, 'order');
  const [params, change] = useAddressParams();
  const closed = new Set(params.get('closed')?.split(','));
  const toggle = (id: string) => {
    const others = [...closed].filter((other) => other !== id);
    change('closed', [...others, ...(closed.has(id) ? [] : [id])].join(',') || null);
  };
  // Sorted by a column, every line stands for itself.
  const tree = treeRows(shown, closed);
  const lines = new Map(tree.map((line) => [line.project.id, line]));
  const seconds = shown.reduce((sum, project) => sum + project.seconds, 0);
  const columns: Column<Project>[] = [
    {
      id: 'name',
      header: t('field.name'),
      card: 'title',
      sortBy: ({ path }) => path,
      cell: (project) => (
        <TreeName
          project={project}
          line={sort ? undefined : lines.get(project.id)}
          isClosed={closed.has(project.id)}
          onToggle={() => toggle(project.id)}
        />
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
      sortBy: progressOf,
      cell: (project) => format.percent(progressOf(project) / 100),
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
      sortBy: (project) => project.branchSeconds,
      cell: (project) => <Hours project={project} />,
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
        rows={sort ? shown : tree.map(({ project }) => project)}
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

/** With its phases; what was booked on itself below. */
function Hours({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { seconds, branchSeconds } = project;
  return (
    <>
      {formatHoursMinutes(branchSeconds)}
      {seconds > 0 && branchSeconds !== seconds && (
        <span className="block text-muted text-xs">
          {t('ownHours', { hours: formatHoursMinutes(seconds) })}
        </span>
      )}
    </>
  );
}

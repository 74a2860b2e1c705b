import { useQuery } from '@tanstack/react-query';
import { FolderOpen, Pencil } from 'lucide-react';
import { type ComponentType, Fragment, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { PageSection } from '@/components/shared/page-section';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useMayOnProject } from '@/entities/company-role/use-may-on-project';
import { lineOf } from '@/entities/project/project-paths';
import { useLiveTime } from '@/entities/running-entry/use-live-time';
import { useSession } from '@/entities/session/use-session';
import type { ModuleName } from '@/entities/viewer/module-names';
import { isOff, isUsed } from '@/entities/viewer/modules';
import { useEmployee, useIsPrivileged, useMay, useViewer } from '@/entities/viewer/use-viewer';
import { type Project, projectsQuery } from '@/features/projects/api/queries';
import { HubOverview } from '@/features/projects/components/hub/hub-overview';
import { ProjectHours } from '@/features/projects/components/hub/project-hours';
import { ProjectSetup } from '@/features/projects/components/hub/project-setup';
import { useFormat } from '@/lib/format-context';
import { noteRecentItem } from '@/lib/recent-items';
import { useTranslation } from '@/lib/use-translation';

const ProjectDialog = lateDialog(async () => ({
  default: (await import('@/features/projects/components/project-dialog')).ProjectDialog,
}));

export type ProjectPart = ComponentType<{ projectId: string }>;

/** What other features show of a project; the page decides which. */
export interface HubParts {
  budgetSummary: ProjectPart;
  /** Committed extra work and expenses, for managers of companies that have any. */
  extraWork: ProjectPart;
  latestPhotos: ProjectPart;
  /** The lists of other screens, of this project alone. */
  time: ComponentType;
  budget: ProjectPart;
  schedule: ComponentType;
  photos: ComponentType;
  reports: ComponentType;
  documents: ComponentType;
  map: ComponentType;
  /** Links for people outside the company. */
  links: ProjectPart;
  publicWork: ComponentType<{ project: Project }>;
  /** Its records for outsiders. */
  packets: ComponentType<{ kind: 'project'; id: string; name: string }>;
}

const LISTS = ['time', 'budget', 'schedule', 'photos', 'reports', 'documents', 'map'] as const;
const MODULE: Partial<Record<(typeof LISTS)[number], ModuleName>> = {
  budget: 'budgets',
  schedule: 'scheduling',
  photos: 'photos',
  reports: 'field-reports',
  documents: 'documents',
  map: 'map',
};
/** Employees have a screen of their own for these, or none. */
const FOR_FOREMEN: readonly string[] = ['budget', 'reports', 'schedule'];

export interface ProjectHubProps {
  projectId: string;
  parts: HubParts;
}

/** One page for a project: today first, then its own lists. */
export function ProjectHub({ projectId, parts }: ProjectHubProps) {
  const { t } = useTranslation('projects');
  const companyId = useViewer().company?.id ?? '';
  const projects = useQuery({ ...projectsQuery(companyId), enabled: companyId !== '' });
  const project = projects.data?.find(({ id }) => id === projectId);
  useLiveTime();
  return (
    <Loaded query={projects} skeleton={<ScreenSkeleton />} framed>
      {project ? (
        <HubPage
          project={project}
          parents={parentsOf(projects.data ?? [], projectId)}
          parts={parts}
        />
      ) : (
        <>
          <PageHeader title={t('title')} />
          <Card>
            <EmptyState
              icon={FolderOpen}
              title={t('hub.unknown')}
              action={
                <Button asChild>
                  <Link to="/projects">{t('hub.all')}</Link>
                </Button>
              }
            />
          </Card>
        </>
      )}
    </Loaded>
  );
}

/** From the top down, for the way back. */
const parentsOf = (projects: readonly Project[], id: string): Project[] =>
  lineOf(projects, id)
    .slice(1)
    .reverse()
    .flatMap((above) => projects.find((project) => project.id === above) ?? []);

interface HubPageProps {
  project: Project;
  parents: readonly Project[];
  parts: HubParts;
}

function HubPage({ project, parents, parts }: HubPageProps) {
  const { t } = useTranslation(['projects', 'common']);
  const viewer = useViewer();
  const { company } = viewer;
  const userId = useSession().user?.id ?? '';
  const manages = useIsPrivileged();
  const leads = useEmployee()?.role !== 'employee';
  const plans = useMay('schedule');
  const budgets = useMayOnProject('budgets', project.id);
  const [params, setParams] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const { id, name, path, client } = project;
  const mayWrite = useMayOnProject('manage_lists', id);
  const asked = params.get('tab');
  const tabs = [
    'overview' as const,
    ...LISTS.filter(
      (tab) =>
        leads ||
        !FOR_FOREMEN.includes(tab) ||
        (tab === 'budget' && budgets) ||
        (tab === 'schedule' && plans),
    ).filter((list) => !(MODULE[list] && isOff(viewer, MODULE[list]))),
    // Before there is a contract, only whoever was sent here.
    ...(manages && (isUsed(viewer, 'public-work') || asked === 'public-work')
      ? (['public-work'] as const)
      : []),
    ...(mayWrite ? (['setup'] as const) : []),
  ];
  const tab = tabs.find((value) => value === asked) ?? 'overview';
  useEffect(() => {
    const address = `/projects?project=${id}`;
    noteRecentItem(userId, { key: `project ${id}`, title: path, detail: client, address });
  }, [userId, id, path, client]);
  return (
    <>
      <p className="mb-1 text-sm" data-print="hide">
        <Link to="/projects" className="font-[550] text-primary hover:underline">
          {t('title')}
        </Link>
        {parents.map((parent) => (
          <Fragment key={parent.id}>
            <span className="text-muted"> › </span>
            <Link
              to={`/projects?project=${parent.id}`}
              className="font-[550] text-primary hover:underline"
            >
              {parent.name}
            </Link>
          </Fragment>
        ))}
      </p>
      <PageHeader
        title={name}
        documentTitle={`${name} · ${t('title')}`}
        description={<Facts project={project} />}
        actions={
          mayWrite && (
            <>
              <Button onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                {t('dialog.edit')}
              </Button>
              {manages && (
                <Button asChild variant="primary">
                  <Link to={`/scheduling?project=${id}&dialog=new-shift`}>{t('hub.addShift')}</Link>
                </Button>
              )}
            </>
          )
        }
      />
      <Tabs
        value={tab}
        onValueChange={(next) =>
          // What a list had chosen means nothing to the next one.
          setParams(next === 'overview' ? { project: id } : { project: id, tab: next })
        }
      >
        <TabsList className="mb-5 px-0!" aria-label={name} data-print="hide">
          {tabs.map((value) => (
            <TabsTrigger key={value} value={value}>
              {t(`hub.tab.${value}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={tab}>
          <PageSection>
            <Suspense fallback={<ScreenSkeleton />}>
              <TabBody tab={tab} project={project} parts={parts} />
            </Suspense>
          </PageSection>
        </TabsContent>
      </Tabs>
      <Suspense>
        {editing && (
          <ProjectDialog
            companyId={company?.id ?? ''}
            project={project}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface TabBodyProps {
  tab: 'overview' | 'public-work' | 'setup' | (typeof LISTS)[number];
  project: Project;
  parts: HubParts;
}

function TabBody({ tab, project, parts }: TabBodyProps) {
  const { budget: Budget, publicWork: PublicWork, links: Links } = parts;
  if (tab === 'overview') return <HubOverview project={project} parts={parts} />;
  if (tab === 'setup') {
    const links = <Links projectId={project.id} />;
    return <ProjectSetup project={project} links={links} packets={parts.packets} />;
  }
  if (tab === 'public-work') return <PublicWork project={project} />;
  if (tab === 'budget') return <Budget projectId={project.id} />;
  const List = parts[tab];
  return (
    <>
      {tab === 'time' && <ProjectHours project={project} />}
      <List />
    </>
  );
}

function Facts({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const { client, number, address, deadline, status } = project;
  return [
    project.archived_at ? t('filter.archived') : t(`status.${status}`),
    client,
    number,
    address,
    deadline && t('hub.deadline', { date: format.date(deadline) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Project } from '@/features/projects/api/queries';
import { CodeList, TeamList } from '@/features/projects/components/project-lists';
import { SiteCode } from '@/features/projects/components/site-code';
import { useTranslation } from '@/lib/use-translation';

/** Who may work here, on which codes, and the code for the gate. */
export function ProjectSetup({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const companyId = useViewer().company?.id ?? '';
  const list = { companyId, projectId: project.id };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <Card>
        <CardHeader title={t('tab.team')} divided />
        <CardBody>
          <TeamList {...list} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('tab.codes')} divided />
        <CardBody>
          <CodeList {...list} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('tab.siteCode')} divided />
        <CardBody>
          <SiteCode project={project} />
        </CardBody>
      </Card>
    </div>
  );
}

import { LinksCard } from '@/entities/portal-link/links-card';
import { useViewer } from '@/entities/viewer/use-viewer';

/** Links for the customer of a project, for who may make them. */
export function ProjectLinks({ projectId }: { projectId: string }) {
  const companyId = useViewer().company?.id ?? '';
  return (
    <LinksCard
      companyId={companyId}
      projectId={projectId}
      suggested={['roll_call', 'headcount', 'field_reports', 'photos']}
    />
  );
}

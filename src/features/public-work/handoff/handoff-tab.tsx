import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { LinksCard } from '@/entities/portal-link/links-card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Contract, contractsQuery } from '@/features/public-work/contract/api/queries';
import { AuditPacketButton } from '@/features/public-work/handoff/audit-packet-button';
import { ContactsCard } from '@/features/public-work/handoff/components/contacts-card';
import { SubsBoard } from '@/features/public-work/handoff/subs-board';
import { useTranslation } from '@/lib/use-translation';

/** What leaves the company or comes in from outside, for one public project. */
export function HandoffTab() {
  const { t } = useTranslation('handoff');
  const companyId = useViewer().company?.id ?? '';
  const contracts = useQuery(contractsQuery(companyId));
  return (
    <Loaded query={contracts} skeleton={<CardGridSkeleton />} framed>
      {(list) =>
        list.length === 0 ? (
          <Card>
            <EmptyState icon={Landmark} title={t('noProjects')} text={t('noProjectsText')} />
          </Card>
        ) : (
          <OfProject companyId={companyId} contracts={list} />
        )
      }
    </Loaded>
  );
}

function OfProject({
  companyId,
  contracts,
}: {
  companyId: string;
  contracts: readonly Contract[];
}) {
  const { t } = useTranslation('handoff');
  const [params, setParams] = useSearchParams();
  const { data: projects = [] } = useProjectOptions();
  const options = projects
    .filter(({ id }) => contracts.some(({ project_id }) => project_id === id))
    .map(({ id, name }) => ({ value: id, label: name }));
  const contract =
    contracts.find(({ project_id }) => project_id === params.get('project')) ??
    contracts.find(({ project_id }) => project_id === options[0]?.value);
  if (!contract) return <CardGridSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          size="compact"
          aria-label={t('project')}
          value={contract.project_id}
          onValueChange={(project) => setParams({ tab: 'handoff', project }, { replace: true })}
          options={options}
        />
        <AuditPacketButton projectId={contract.project_id} />
      </div>
      <SubsBoard key={contract.project_id} contract={contract} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <LinksCard
          companyId={companyId}
          projectId={contract.project_id}
          suggested={['certified_payrolls']}
        />
        <ContactsCard companyId={companyId} projectId={contract.project_id} />
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Landmark } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Check,
  type Contract,
  checklistQuery,
  contractsQuery,
} from '@/features/public-work/contract/api/queries';
import { contractAddress } from '@/features/public-work/contract/check-places';
import { CheckList } from '@/features/public-work/contract/components/check-list';
import { ContractorCard } from '@/features/public-work/contract/components/contractor-card';
import { useTranslation } from '@/lib/use-translation';

/** Every public project, with what is missing before its first certified week. */
export function ContractsOverview() {
  const { t } = useTranslation('public-contract');
  const companyId = useViewer().company?.id ?? '';
  const contracts = useQuery(contractsQuery(companyId));
  const checks = useQuery(checklistQuery(companyId, null));
  const { data: projects = [] } = useProjectOptions();
  const rows = projects
    .map((project) => ({
      project,
      contract: contracts.data?.find(({ project_id }) => project_id === project.id),
      checks: (checks.data ?? []).filter(({ project_id }) => project_id === project.id),
    }))
    .filter(
      ({ project, contract, checks: own }) =>
        project.archived_at === null && (contract || own.length > 0),
    );
  return (
    <Loaded query={contracts} skeleton={<CardGridSkeleton />} framed>
      <Loaded query={checks} skeleton={<CardGridSkeleton />} framed>
        {rows.length === 0 ? (
          <Card>
            <EmptyState
              icon={Landmark}
              title={t('overview.empty')}
              text={t('overview.emptyText')}
              action={
                <Button asChild variant="primary">
                  <Link to="/projects">{t('overview.chooseProject')}</Link>
                </Button>
              }
            />
          </Card>
        ) : (
          <div className="grid gap-4">
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {rows.map((row) => (
                <li key={row.project.id}>
                  <ProjectCard {...row} />
                </li>
              ))}
            </ul>
            <ContractorCard />
          </div>
        )}
      </Loaded>
    </Loaded>
  );
}

interface ProjectCardProps {
  project: { id: string; name: string };
  contract: Contract | undefined;
  checks: readonly Check[];
}

function ProjectCard({ project, contract, checks }: ProjectCardProps) {
  const { t } = useTranslation('public-contract');
  const facts = contract && [
    t(`regime.${contract.regime}`),
    t(`role.${contract.contractor_role}`),
    contract.contract_number,
    contract.agency,
  ];
  const missing = checks.filter(({ severity }) => severity === 'error').length;
  return (
    <Card>
      <CardHeader
        divided
        title={
          <Link to={contractAddress(project.id)} className="hover:underline">
            {project.name}
          </Link>
        }
        description={facts?.filter(Boolean).join(' · ') ?? t('overview.noContract')}
        action={
          <Badge tone={missing > 0 ? 'danger' : checks.length > 0 ? 'attention' : 'success'}>
            {missing > 0
              ? t('overview.missing', { count: missing })
              : checks.length > 0
                ? t('overview.toReview', { count: checks.length })
                : t('overview.ready')}
          </Badge>
        }
      />
      {checks.length > 0 ? (
        <CheckList checks={checks} />
      ) : (
        <p className="flex items-center gap-2.5 px-5 py-4 text-muted text-sm">
          <CircleCheck className="size-4 text-success-strong" aria-hidden="true" />
          {t('check.nothing')}
        </p>
      )}
    </Card>
  );
}

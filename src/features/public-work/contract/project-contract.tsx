import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Contract,
  checklistQuery,
  contractsQuery,
  determinationsQuery,
} from '@/features/public-work/contract/api/queries';
import { currentClasses } from '@/features/public-work/contract/classes';
import { CheckList } from '@/features/public-work/contract/components/check-list';
import { CodesCard } from '@/features/public-work/contract/components/codes-card';
import { ContractCard } from '@/features/public-work/contract/components/contract-card';
import { DeterminationsCard } from '@/features/public-work/contract/components/determinations-card';
import { PeopleCard } from '@/features/public-work/contract/components/people-card';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

interface ContractProject {
  id: string;
  name: string;
  address: string | null;
  client: string | null;
}

/** Projects › Public work: the contract, what it requires, and who does what there. */
export function ProjectContract({ project }: { project: ContractProject }) {
  const companyId = useViewer().company?.id ?? '';
  const contracts = useQuery(contractsQuery(companyId));
  const contract = contracts.data?.find(({ project_id }) => project_id === project.id) ?? null;
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'public_contracts', filter, stale: [queryKeys.publicWork] });
  useLiveTable({ table: 'cost_code_classifications', filter, stale: [queryKeys.publicWork] });
  return (
    <Loaded query={contracts} skeleton={<CardGridSkeleton />} framed>
      <div className="grid gap-4">
        {contract && <ChecklistCard projectId={project.id} />}
        <ContractCard key={contract?.id} project={project} contract={contract} />
        {contract && <Requirements projectId={project.id} contract={contract} />}
      </div>
    </Loaded>
  );
}

function ChecklistCard({ projectId }: { projectId: string }) {
  const { t } = useTranslation('public-contract');
  const companyId = useViewer().company?.id ?? '';
  const checks = useQuery(checklistQuery(companyId, projectId));
  return (
    <Loaded query={checks} skeleton={<CardGridSkeleton />} framed>
      {(rows) => (
        <Card>
          <CardHeader
            divided={rows.length > 0}
            title={t(rows.length > 0 ? 'check.title' : 'check.ready')}
            {...(rows.length > 0 && { description: t('check.text') })}
            action={
              rows.length > 0 ? (
                <Badge tone="attention">{rows.length}</Badge>
              ) : (
                <CircleCheck className="size-5 text-success-strong" aria-hidden="true" />
              )
            }
          />
          <CheckList checks={rows} />
        </Card>
      )}
    </Loaded>
  );
}

function Requirements({ projectId, contract }: { projectId: string; contract: Contract }) {
  const today = useToday(useFormat().preferences.timeZone);
  const query = useQuery(determinationsQuery(contract.company_id, projectId));
  useShownPlace(query.isSuccess);
  return (
    <Loaded query={query} skeleton={<CardGridSkeleton />} framed>
      {(determinations) => {
        const classes = currentClasses(determinations, today);
        return (
          <>
            <DeterminationsCard {...{ projectId, contract, determinations }} />
            {classes.length > 0 && (
              <div className="grid items-start gap-4 xl:grid-cols-2">
                <CodesCard {...{ projectId, determinations, classes }} />
                <PeopleCard {...{ projectId, determinations, classes }} />
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** A link of the checklist leads to a card of this page, which is there only after it has loaded. */
function useShownPlace(ready: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again scrolls again.
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [ready, hash, key]);
}

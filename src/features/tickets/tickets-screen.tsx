import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ProjectFilter } from '@/entities/project/project-filter';
import { useBranch } from '@/entities/project/projects-query';
import { useIsPrivileged, useMay, useViewer } from '@/entities/viewer/use-viewer';
import { FactsDialog } from '@/features/tickets/components/facts-dialog';
import { TicketTable } from '@/features/tickets/components/ticket-table';
import { useTicketList } from '@/features/tickets/use-ticket';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** Extra work that somebody told us to do: foremen see their own tickets, managers all. */
export function TicketsScreen() {
  const { t } = useTranslation('tickets');
  const { employee } = useViewer();
  const seesAll = useMay('tickets');
  if (employee?.role !== 'employee' || seesAll) return <Tickets />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState icon={ReceiptText} title={t('foremen.title')} text={t('foremen.text')} />
      </Card>
    </>
  );
}

function Tickets() {
  const { t } = useTranslation(['tickets', 'common']);
  const { company } = useViewer();
  const manages = useIsPrivileged();
  const seesAll = useMay('tickets');
  const navigate = useNavigate();
  const [params, change] = useAddressParams();
  const tickets = useTicketList();
  const projectId = params.get('project');
  const branch = useBranch(projectId);
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'extra_work_tickets', filter, stale: [queryKeys.tickets] });
  const [asked] = useState(params.get('new'));
  const begin = (
    <Button variant="primary" onClick={() => change('new', projectId ?? 'yes')}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            {manages && (
              <Button asChild>
                <Link to="/tickets/office">{t('office')}</Link>
              </Button>
            )}
            {begin}
          </>
        }
      />
      <Card>
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
          <ProjectFilter
            size="compact"
            className="max-sm:w-full"
            value={projectId}
            clearLabel={t('common:project.all')}
            aria-label={t('common:project.label')}
            onValueChange={(next) => change('project', next)}
          />
        </div>
        <Loaded query={tickets} skeleton={<TableSkeleton />}>
          {(rows) => (
            <TicketTable
              tickets={rows.filter((row) => branch?.has(row.project_id) ?? true)}
              showsWriter={seesAll}
              empty={
                <EmptyState
                  icon={ReceiptText}
                  title={t('empty.title')}
                  text={t('empty.text')}
                  action={begin}
                />
              }
            />
          )}
        </Loaded>
      </Card>
      {params.get('new') && (
        <FactsDialog
          projectId={[params.get('new'), asked].find((id) => id && id !== 'yes') ?? projectId}
          onClose={() => change('new', null)}
          onSaved={(id) => void navigate(`/tickets/${id}`, { replace: true })}
        />
      )}
    </>
  );
}

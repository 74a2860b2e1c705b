import { useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { ExportMenu } from '@/components/shared/export-menu';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { StatCard, StatCards } from '@/components/shared/stat-card';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type OfficeTicket, officeTicketsQuery } from '@/features/tickets/office/api/queries';
import {
  FILTERS,
  type Filter,
  pileOf,
  shownTickets,
  totalOf,
} from '@/features/tickets/office/open-tickets';
import { useTicketColumns } from '@/features/tickets/office/use-ticket-columns';
import { useTicketFile } from '@/features/tickets/office/use-ticket-file';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const PricingDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/pricing-dialog')).PricingDialog,
}));
const InvoiceDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/invoice-dialog')).InvoiceDialog,
}));
const ChangeOrderDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/change-order-dialog'))
    .ChangeOrderDialog,
}));

const NAMES = Object.keys(FILTERS) as Filter[];
const PILES = ['unsigned', 'unpriced', 'unbilled'] as const;

/** What waits in the office: unsigned, unpriced, unbilled, and how old it is. */
export function OfficeTab() {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const [params, change] = useAddressParams();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'invoice' | 'change-order' | null>(null);
  const query = useQuery(officeTicketsQuery(companyId));
  // Foremen and customers sign while the list is open.
  useLiveTable({
    table: 'extra_work_tickets',
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.billing],
  });
  const makeFile = useTicketFile();
  const tickets = query.data ?? [];
  const filter = NAMES.find((name) => name === params.get('stage')) ?? 'open';
  const projectId = params.get('project');
  const shown = shownTickets(tickets, filter, projectId);
  const picked = tickets.filter(
    ({ ticket_id, stage }) => stage === 'approved' && chosen.has(ticket_id),
  );
  const opened = tickets.find(({ ticket_id }) => ticket_id === params.get('ticket'));
  const columns = useTicketColumns({
    chosen,
    onChoose: (ticket, on) => setChosen(toggled(picked, ticket, on)),
    onOpen: ({ ticket_id }) => change('ticket', ticket_id),
    total: format.money(totalOf(shown)),
  });
  const projects = [...new Map(tickets.map((one) => [one.project_id, one.project_name]))];
  return (
    <Loaded query={query} skeleton={<TableSkeleton />} framed>
      <StatCards>
        {PILES.map((name) => {
          const pile = pileOf(shownTickets(tickets, 'open', projectId), name);
          return (
            <StatCard
              key={name}
              label={t(`pile.${name}`)}
              value={
                name === 'unbilled' && pile.amount > 0 ? format.money(pile.amount) : pile.count
              }
              detail={
                pile.count > 0 &&
                t('pile.oldest', {
                  count: pile.count,
                  age: t('days', { count: pile.oldestDays }),
                })
              }
              tone={pile.oldestDays > 30 ? 'bad' : 'neutral'}
              to={`?${withStage(params, name)}`}
            />
          );
        })}
      </StatCards>
      <div className="mt-4 mb-3 flex flex-wrap items-center gap-2" data-print="hide">
        <Select
          size="compact"
          aria-label={t('filter.stage')}
          value={filter}
          onValueChange={(value) => change('stage', value === 'open' ? null : value)}
          options={NAMES.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
        <Select
          size="compact"
          aria-label={t('filter.project')}
          value={projectId ?? 'all'}
          onValueChange={(value) => change('project', value === 'all' ? null : value)}
          options={[
            { value: 'all', label: t('filter.allProjects') },
            ...projects.map(([value, label]) => ({ value, label })),
          ]}
        />
        <span className="grow" />
        {picked.length > 0 && picked.every((one) => one.budget_version === null) && (
          <Button onClick={() => setOpen('change-order')}>{t('changeOrder.open')}</Button>
        )}
        <ExportMenu name="tickets" disabled={shown.length === 0} make={() => makeFile(shown)} />
        <Button variant="primary" onClick={() => setOpen('invoice')}>
          {picked.length > 0
            ? t('invoice.ofChosen', { count: picked.length, amount: format.money(totalOf(picked)) })
            : t('invoice.new')}
        </Button>
      </div>
      <Card>
        <DataTable
          label={t('office.title')}
          rows={shown}
          columns={columns}
          rowKey={({ ticket_id }) => ticket_id}
          totalLabel={t('column.total')}
          empty={
            <EmptyState
              icon={FileCheck2}
              title={t(tickets.length === 0 ? 'office.none' : 'office.nothingHere')}
              text={t(tickets.length === 0 ? 'office.noneText' : 'office.nothingHereText')}
            />
          }
        />
      </Card>
      <Suspense>
        {opened && <PricingDialog ticket={opened} onClose={() => change('ticket', null)} />}
        {open === 'invoice' && (
          <InvoiceDialog
            projectId={picked[0]?.project_id ?? projectId}
            tickets={picked}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'change-order' && (
          <ChangeOrderDialog
            tickets={picked}
            onClose={() => {
              setOpen(null);
              setChosen(new Set());
            }}
          />
        )}
      </Suspense>
    </Loaded>
  );
}

/** An invoice and a change order are of one project: choosing a ticket of another begins anew. */
function toggled(picked: readonly OfficeTicket[], ticket: OfficeTicket, on: boolean): Set<string> {
  const same = picked.filter(
    ({ project_id, ticket_id }) =>
      project_id === ticket.project_id && ticket_id !== ticket.ticket_id,
  );
  return new Set([...same.map(({ ticket_id }) => ticket_id), ...(on ? [ticket.ticket_id] : [])]);
}

function withStage(params: URLSearchParams, stage: string): string {
  const next = new URLSearchParams(params);
  next.set('stage', stage);
  return next.toString();
}

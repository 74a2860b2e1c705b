import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Invoice, invoicesQuery } from '@/features/tickets/office/api/queries';
import { invoiceName } from '@/features/tickets/office/files/invoice-text';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const InvoiceDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/invoice-dialog')).InvoiceDialog,
}));
const InvoiceView = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/invoice-view')).InvoiceView,
}));

const TONES: Record<Invoice['status'], BadgeTone> = {
  draft: 'attention',
  sent: 'success',
  void: 'neutral',
};

/** Numbered drafts, what was sent and what was voided. */
export function InvoicesTab() {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const [params, change] = useAddressParams();
  const [isNew, setIsNew] = useState(false);
  const query = useQuery(invoicesQuery(companyId));
  const opened = query.data?.find(({ id }) => id === params.get('invoice'));
  const add = (
    <Button variant="primary" onClick={() => setIsNew(true)}>
      {t('invoice.new')}
    </Button>
  );
  return (
    <Card>
      <CardHeader
        divided
        title={t('invoices.title')}
        description={t('invoices.text')}
        action={(query.data?.length ?? 0) > 0 && add}
      />
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {(invoices) => (
          <DataTable
            label={t('invoices.title')}
            rows={invoices}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={ReceiptText}
                title={t('invoices.none')}
                text={t('invoices.noneText')}
                action={add}
              />
            }
            columns={[
              {
                id: 'number',
                header: t('column.invoice'),
                card: 'title',
                sortBy: ({ number }) => number,
                cell: (invoice) => (
                  <Button
                    variant="link"
                    size="inline"
                    onClick={() => change('invoice', invoice.id)}
                  >
                    {invoiceName(invoice)}
                  </Button>
                ),
              },
              {
                id: 'customer',
                header: t('column.customer'),
                sortBy: ({ content }) => content.customer.name,
                cell: ({ content }) => content.customer.name ?? '–',
              },
              {
                id: 'project',
                header: t('column.project'),
                sortBy: ({ content }) => content.project.name,
                cell: ({ content }) => content.project.name,
              },
              {
                id: 'issued',
                header: t('column.issued'),
                sortBy: ({ issued_on }) => issued_on,
                cell: ({ issued_on }) => format.date(issued_on),
              },
              {
                id: 'status',
                header: t('column.stage'),
                sortBy: ({ status }) => status,
                cell: ({ status, sent_on, sent_to }) => (
                  <span className="flex flex-col items-start gap-0.5">
                    <Badge tone={TONES[status]}>{t(`invoiceStatus.${status}`)}</Badge>
                    {status === 'sent' && sent_on && (
                      <span className="text-muted text-xs">
                        {[format.date(sent_on), sent_to].filter(Boolean).join(' · ')}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                id: 'total',
                header: t('column.total'),
                align: 'end',
                card: 'aside',
                sortBy: ({ total_amount }) => total_amount,
                cell: ({ total_amount }) => format.money(total_amount),
              },
            ]}
          />
        )}
      </Loaded>
      <Suspense>
        {isNew && <InvoiceDialog projectId={null} tickets={[]} onClose={() => setIsNew(false)} />}
        {opened && <InvoiceView invoice={opened} onClose={() => change('invoice', null)} />}
      </Suspense>
    </Card>
  );
}

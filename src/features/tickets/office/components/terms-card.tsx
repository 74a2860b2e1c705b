import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { type BillingTerms, billingTermsQuery, KINDS } from '@/features/tickets/office/api/queries';
import { useTranslation } from '@/lib/use-translation';

const TermsDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/terms-dialog')).TermsDialog,
}));

/** Markups and tax of the company, and of projects that agreed otherwise. */
export function TermsCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['billing', 'common']);
  const query = useQuery(billingTermsQuery(companyId));
  const { data: projects = [] } = useProjectOptions();
  const [opened, setOpened] = useState<{ terms: BillingTerms | null; ofProject: boolean } | null>(
    null,
  );
  const terms = query.data ?? [];
  const company = terms.find(({ project_id }) => project_id === null) ?? null;
  const nameOf = ({ project_id }: BillingTerms) =>
    project_id === null
      ? t('terms.company')
      : (projects.find(({ id }) => id === project_id)?.name ?? t('common:project.unknown'));
  const percent = (value: number | null) => (value === null ? '–' : `${value} %`);
  return (
    <Card>
      <CardHeader
        divided
        title={t('terms.title')}
        description={t('terms.text')}
        action={
          <div className="flex flex-wrap gap-2">
            {!company && query.data && (
              <Button onClick={() => setOpened({ terms: null, ofProject: false })}>
                {t('terms.setCompany')}
              </Button>
            )}
            <Button onClick={() => setOpened({ terms: null, ofProject: true })}>
              {t('terms.addProject')}
            </Button>
          </div>
        }
      />
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        <DataTable
          label={t('terms.title')}
          rows={[...terms].sort(
            (one, other) => Number(one !== company) - Number(other !== company),
          )}
          rowKey={({ id }) => id}
          empty={<p className="px-5 py-4 text-muted text-sm">{t('terms.none')}</p>}
          columns={[
            { id: 'name', header: t('terms.for'), card: 'title', cell: nameOf },
            ...KINDS.map((kind) => ({
              id: kind,
              header: t(`kind.${kind}`),
              align: 'end' as const,
              cell: (row: BillingTerms) => percent(row[`${kind}_markup`]),
            })),
            {
              id: 'tax',
              header: t('price.tax'),
              align: 'end',
              cell: ({ tax_percent }) => percent(tax_percent),
            },
            {
              id: 'time',
              header: t('terms.billsTime'),
              cell: ({ bills_time }) => (bills_time ? t('terms.yes') : ''),
            },
            {
              id: 'actions',
              header: t('rates.actions'),
              headerHidden: true,
              card: 'actions',
              className: 'w-14',
              cell: (row) => (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('terms.change', { name: nameOf(row) })}
                  onClick={() => setOpened({ terms: row, ofProject: row.project_id !== null })}
                >
                  <Pencil aria-hidden="true" />
                </Button>
              ),
            },
          ]}
        />
      </Loaded>
      <Suspense>
        {opened && (
          <TermsDialog companyId={companyId} {...opened} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </Card>
  );
}

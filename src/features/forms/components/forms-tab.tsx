import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { type Form, formsQuery } from '@/features/forms/api/queries';
import { useArchiveForm } from '@/features/forms/api/writes';
import { CheckRow } from '@/features/forms/components/check-row';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const TemplatesDialog = lateDialog(() => import('@/features/forms/components/templates-dialog'));
const AssignmentDialog = lateDialog(() => import('@/features/forms/components/assignment-dialog'));

/** The company's forms; templates that ship with the product become copies of its own. */
export default function FormsTab({ companyId }: { companyId: string }) {
  const { t, language } = useTranslation('forms');
  const [, change] = useAddressParams();
  const [dialog, setDialog] = useState<'templates' | null>(null);
  const [assigning, setAssigning] = useState<string | null>(null);
  const [showsArchived, setShowsArchived] = useState(false);
  const forms = useQuery(formsQuery(companyId));
  const archive = useArchiveForm(companyId);
  const nameOf = (form: Form) => (language === 'es' && form.name_es) || form.name;
  const columns: Column<Form>[] = [
    {
      id: 'name',
      header: t('list.name'),
      card: 'title',
      sortBy: nameOf,
      cell: (form) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Button variant="link" size="inline" onClick={() => change('form', form.id)}>
            {nameOf(form)}
          </Button>
          {form.archived_at && <Badge>{t('list.archived')}</Badge>}
        </span>
      ),
    },
    {
      id: 'category',
      header: t('builder.category'),
      sortBy: ({ category }) => category,
      cell: ({ category, series_position }) =>
        [t(`category.${category}`), series_position].filter(Boolean).join(' · '),
    },
    {
      id: 'version',
      header: t('list.version'),
      align: 'end',
      cell: ({ form_versions }) => form_versions[0]?.number ?? '–',
    },
    {
      id: 'actions',
      header: t('list.edit'),
      headerHidden: true,
      card: 'actions',
      align: 'end',
      cell: (form) => (
        <div className="flex justify-end gap-2">
          {!form.archived_at && (
            <Button size="small" onClick={() => setAssigning(form.id)}>
              {t('list.assign')}
            </Button>
          )}
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('list.actions', { name: nameOf(form) })}
              >
                <EllipsisVertical aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem onSelect={() => change('form', form.id)}>
                {t('list.edit')}
              </DropdownMenuItem>
              <DropdownMenuItem
                onSelect={() => archive.mutate({ id: form.id, archived: !form.archived_at })}
              >
                {t(form.archived_at ? 'list.restore' : 'list.archive')}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      ),
    },
  ];
  const actions = (
    <>
      <Button onClick={() => setDialog('templates')}>{t('list.template')}</Button>
      <Button variant="primary" onClick={() => change('form', 'new')}>
        {t('list.add')}
      </Button>
    </>
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3" data-print="hide">
        <CheckRow
          label={t('list.showArchived')}
          checked={showsArchived}
          onCheckedChange={setShowsArchived}
        />
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <Card>
        <Loaded query={forms} skeleton={<TableSkeleton />}>
          {(rows) => (
            <DataTable
              label={t('tab.forms')}
              rows={rows.filter(({ archived_at }) => showsArchived || !archived_at)}
              columns={columns}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} />}
            />
          )}
        </Loaded>
      </Card>
      <Suspense>
        {dialog === 'templates' && (
          <TemplatesDialog forms={forms.data ?? []} onClose={() => setDialog(null)} />
        )}
        {assigning && (
          <AssignmentDialog
            companyId={companyId}
            opened={null}
            formId={assigning}
            onClose={() => setAssigning(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

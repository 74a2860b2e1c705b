import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { type Filled, filledQuery, formsQuery } from '@/features/forms/api/queries';
import { CheckRow } from '@/features/forms/components/check-row';
import { useFilledCsv } from '@/features/forms/files/use-filled-csv';
import { useFilledZip } from '@/features/forms/files/use-filled-zip';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const ALL = 'all';

/** What was filled, with filters in the address. */
export default function FilledTab({ companyId }: { companyId: string }) {
  const { t, language } = useTranslation('forms');
  const format = useFormat();
  const manages = useIsPrivileged();
  const [params, change] = useAddressParams();
  const filter = {
    formId: params.get('of'),
    projectId: params.get('project'),
    employeeId: params.get('person'),
    equipmentId: params.get('machine'),
    failedOnly: params.get('failed') === 'yes',
  };
  const isFiltered = Object.values(filter).some(Boolean);
  const forms = useQuery(formsQuery(companyId));
  const filled = useInfiniteQuery(filledQuery(companyId, filter));
  const csv = useFilledCsv(companyId);
  const saveZip = useFilledZip(companyId);
  const nameOf = (form: { name: string; name_es: string }) =>
    (language === 'es' && form.name_es) || form.name;
  // Filters and a file for nothing: somebody who opened it by the menu reads the sentence alone.
  const isBare = !manages && !isFiltered && filled.data?.pages[0]?.length === 0;
  const columns: Column<Filled>[] = [
    {
      id: 'form',
      header: t('filled.form'),
      card: 'title',
      cell: ({ id, forms: form, corrects_id }) => (
        <Button variant="link" size="inline" onClick={() => change('submission', id)}>
          {nameOf(form)}
          {corrects_id && ` · ${t('filled.correction')}`}
        </Button>
      ),
    },
    { id: 'project', header: t('filled.project'), cell: ({ projects }) => projects?.name ?? '–' },
    {
      id: 'person',
      header: t('filled.person'),
      cell: ({ employees: one }) => (one ? `${one.first_name} ${one.last_name}` : '–'),
    },
    { id: 'when', header: t('filled.when'), cell: ({ filled_at }) => format.dateTime(filled_at) },
    {
      id: 'failed',
      header: t('filled.failed'),
      card: 'aside',
      cell: ({ failed }) =>
        failed > 0 ? (
          <Badge tone="danger">{t('filled.failedCount', { count: failed })}</Badge>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <div className="grid gap-4">
      <div
        className={cn('grid gap-3 sm:grid-cols-2', manages ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}
        hidden={isBare}
        data-print="hide"
      >
        <Select
          aria-label={t('filled.form')}
          value={filter.formId ?? ALL}
          onValueChange={(id) => change('of', id === ALL ? null : id)}
          options={[
            { value: ALL, label: t('filled.anyForm') },
            ...(forms.data ?? []).map((form) => ({ value: form.id, label: nameOf(form) })),
          ]}
        />
        <ProjectPicker
          aria-label={t('filled.project')}
          include="all"
          placeholder={t('filled.anyProject')}
          clearLabel={t('filled.anyProject')}
          value={filter.projectId}
          onValueChange={(id) => change('project', id)}
        />
        {manages && (
          <EmployeePicker
            aria-label={t('filled.person')}
            include="all"
            placeholder={t('filled.anyPerson')}
            clearLabel={t('filled.anyPerson')}
            value={filter.employeeId}
            onValueChange={(id) => change('person', id)}
          />
        )}
        <EquipmentPicker
          aria-label={t('one.machine')}
          placeholder={t('filled.anyMachine')}
          clearLabel={t('filled.anyMachine')}
          value={filter.equipmentId}
          onValueChange={(id) => change('machine', id)}
        />
      </div>
      <div
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
        hidden={isBare}
        data-print="hide"
      >
        <CheckRow
          label={t('filled.failedOnly')}
          checked={filter.failedOnly}
          onCheckedChange={(on) => change('failed', on ? 'yes' : null)}
        />
        <div className="flex flex-wrap items-center gap-3 sm:ml-auto">
          {!filter.formId && <p className="text-muted text-sm">{t('filled.csvText')}</p>}
          <Button busy={csv.busy} onClick={() => csv.save(filter)}>
            {t('filled.csv')}
          </Button>
          {manages && (
            <Button disabled={!filled.data?.pages[0]?.length} onClick={() => saveZip(filter)}>
              {t('zip.save')}
            </Button>
          )}
        </div>
      </div>
      <Card>
        <Loaded query={filled} skeleton={<TableSkeleton />}>
          {({ pages }) => (
            <DataTable
              label={t('tab.filled')}
              rows={pages.flat()}
              columns={columns}
              rowKey={({ id }) => id}
              empty={
                isFiltered ? (
                  <EmptyState title={t('filled.noMatch')} />
                ) : (
                  <EmptyState title={t('filled.empty')} text={t('filled.emptyText')} />
                )
              }
            />
          )}
        </Loaded>
      </Card>
      {filled.hasNextPage && (
        <Button busy={filled.isFetchingNextPage} onClick={() => void filled.fetchNextPage()}>
          {t('filled.more')}
        </Button>
      )}
    </div>
  );
}

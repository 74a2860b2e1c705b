import { useQuery } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { type CostCode, costCodesQuery } from '@/features/cost-codes/api/queries';
import { CodeToolbar } from '@/features/cost-codes/components/code-toolbar';
import { useCodeColumns } from '@/features/cost-codes/components/use-code-columns';
import { groupCodes, isFound } from '@/features/cost-codes/cost-code-rows';
import { useDownloadCodes } from '@/features/cost-codes/use-download-codes';
import { formatHoursMinutes } from '@/lib/duration';

const CostCodeDialog = lateDialog(async () => ({
  default: (await import('@/features/cost-codes/components/cost-code-dialog')).CostCodeDialog,
}));
const ImportCodesDialog = lateDialog(async () => ({
  default: (await import('@/features/cost-codes/components/import-codes-dialog')).ImportCodesDialog,
}));
const StarterDialog = lateDialog(async () => ({
  default: (await import('@/features/cost-codes/components/starter-dialog')).StarterDialog,
}));
const MergeDialog = lateDialog(async () => ({
  default: (await import('@/features/cost-codes/components/merge-dialog')).MergeDialog,
}));

type OpenDialog =
  | { kind: 'edit'; costCode: CostCode | null }
  | { kind: 'merge'; costCode: CostCode }
  | { kind: 'import' }
  | { kind: 'starter' };

export function CostCodesScreen() {
  const { t } = useTranslation(['cost-codes', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const mayWrite = useIsPrivileged();
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const archived = params.get('show') === 'archived';
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const codes = useQuery(costCodesQuery(companyId));
  const { data = [] } = codes;
  const download = useDownloadCodes();
  const shown = data.filter((code) => code.active !== archived && isFound(code, search));
  const columns = useCodeColumns(companyId, mayWrite, {
    onEdit: (costCode) => setDialog({ kind: 'edit', costCode }),
    onMerge: (costCode) => setDialog({ kind: 'merge', costCode }),
  });
  const close = () => setDialog(null);
  const groups = [...new Set(data.flatMap(({ code_group }) => code_group ?? []))];

  const empty = search ? (
    <EmptyState icon={Hash} title={t('empty.search')} text={t('empty.searchText')} />
  ) : archived ? (
    <EmptyState icon={Hash} title={t('empty.archived')} />
  ) : (
    <EmptyState
      icon={Hash}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        mayWrite && (
          <>
            <Button variant="primary" onClick={() => setDialog({ kind: 'starter' })}>
              {t('starter.open')}
            </Button>
            <Button onClick={() => setDialog({ kind: 'import' })}>{t('import.open')}</Button>
          </>
        )
      }
    />
  );

  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayWrite && (
            <>
              <Button onClick={() => setDialog({ kind: 'starter' })}>{t('starter.open')}</Button>
              <Button onClick={() => setDialog({ kind: 'import' })}>{t('import.open')}</Button>
              <Button variant="primary" onClick={() => setDialog({ kind: 'edit', costCode: null })}>
                {t('new')}
              </Button>
            </>
          )
        }
      />
      <Card>
        <CodeToolbar onExport={() => download(shown)} exportable={shown.length > 0} />
        <Loaded query={codes} skeleton={<TableSkeleton />}>
          <DataTable
            label={t('title')}
            rows={groupCodes(shown, t('noGroup'))}
            columns={columns}
            rowKey={({ key }) => key}
            section={(row) =>
              row.kind === 'group'
                ? { title: row.title, figure: formatHoursMinutes(row.minutes * 60) }
                : null
            }
            rowTone={(row) => (row.kind === 'code' && !row.code.active ? 'muted' : 'normal')}
            empty={empty}
          />
        </Loaded>
      </Card>
      <Suspense>
        {dialog?.kind === 'edit' && (
          <CostCodeDialog
            companyId={companyId}
            costCode={dialog.costCode}
            groups={groups}
            onClose={close}
          />
        )}
        {dialog?.kind === 'merge' && (
          <MergeDialog costCode={dialog.costCode} others={data} onClose={close} />
        )}
        {dialog?.kind === 'import' && <ImportCodesDialog companyId={companyId} onClose={close} />}
        {dialog?.kind === 'starter' && (
          <StarterDialog
            companyId={companyId}
            existing={data.map(({ code }) => code)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { employeeName } from '@/entities/employee/employees-query';
import { type ManagedBulletin, type Reader, readersQuery } from '@/features/bulletin/api/queries';
import { useRemind } from '@/features/bulletin/api/remind';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Who has read and confirmed it; those who have not come first and are reminded with one tap. */
export default function ReportDialog({
  bulletin,
  onClose,
}: {
  bulletin: ManagedBulletin;
  onClose: () => void;
}) {
  const { t } = useTranslation(['bulletin', 'common']);
  const format = useFormat();
  const readers = useQuery(readersQuery(bulletin.id));
  const remind = useRemind();
  const rows = readers.data ?? [];
  const missing = rows.filter((row) =>
    bulletin.must_acknowledge ? row.acknowledged_at === null : row.read_at === null,
  );
  const time = (instant: string | null) => (instant ? format.dateTime(instant) : '–');
  const columns: Column<Reader>[] = [
    { id: 'name', header: t('common:employee.label'), card: 'title', cell: employeeName },
    { id: 'read', header: t('report.read'), cell: (row) => time(row.read_at) },
    ...(bulletin.must_acknowledge
      ? [
          {
            id: 'confirmed',
            header: t('report.confirmed'),
            card: 'aside' as const,
            cell: (row: Reader) => time(row.acknowledged_at),
          },
        ]
      : []),
    {
      id: 'language',
      header: t('report.language'),
      cell: (row) => (row.language ? t(`reader.side.${row.language}`) : '–'),
    },
    {
      id: 'later',
      header: t('report.later'),
      align: 'end',
      cell: (row) => (row.postponed_count > 0 ? row.postponed_count : '–'),
    },
    { id: 'reminded', header: t('report.reminded'), cell: (row) => time(row.reminded_at) },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('report.title')} description={bulletin.title} width="large">
        <DialogBody className="px-0!">
          <Loaded query={readers} skeleton={<TableSkeleton />}>
            <DataTable
              label={t('report.title')}
              rows={rows}
              columns={columns}
              rowKey={(row) => row.employee_id}
              empty={<EmptyState title={t('report.none')} />}
            />
          </Loaded>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {missing.length > 0 && (
            <Button
              variant="primary"
              busy={remind.isPending}
              onClick={() => remind.mutate(bulletin.id)}
            >
              {t('report.remind', { count: missing.length })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

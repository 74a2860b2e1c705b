import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { employeeName } from '@/entities/employee/employees-query';
import type { Signer } from '@/features/documents/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Everyone the document is for; who has not signed comes first. */
export default function SignersDialog({
  signers,
  onClose,
}: {
  signers: readonly Signer[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['documents', 'common']);
  const format = useFormat();
  const time = (instant: string | null) => (instant ? format.dateTime(instant) : '–');
  const columns: Column<Signer>[] = [
    { id: 'name', header: t('common:employee.label'), card: 'title', cell: employeeName },
    {
      id: 'signed',
      header: t('list.signed'),
      card: 'aside',
      cell: (row) => time(row.signed_at),
    },
    {
      id: 'language',
      header: t('reading.language'),
      cell: (row) =>
        row.signed_language === null
          ? '–'
          : t(row.signed_language === 'es' ? 'language.es' : 'language.en'),
    },
    {
      id: 'before',
      header: t('reading.before'),
      cell: (row) =>
        row.signed_before === null ? '–' : t('version', { version: row.signed_before }),
    },
    { id: 'opened', header: t('reading.openedAt'), cell: (row) => time(row.opened_at) },
    { id: 'reminded', header: t('reading.remindedAt'), cell: (row) => time(row.reminded_at) },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('reading.who')} width="large" onTop>
        <DialogBody className="px-0!">
          <DataTable
            label={t('reading.who')}
            rows={signers}
            columns={columns}
            rowKey={({ employee_id }) => employee_id}
            empty={<EmptyState title={t('reading.nobody')} />}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

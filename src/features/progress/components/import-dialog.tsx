import { useTranslation } from 'react-i18next';
import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import { useImportQuantities } from '@/features/progress/api/import-quantities';
import { AppError, errorWords } from '@/lib/errors';

export interface QuantityImportProps {
  projectId: string;
  onClose: () => void;
}

/** Quantities of a spreadsheet, with a result for each row before anything is saved. */
export function QuantityImport({ projectId, onClose }: QuantityImportProps) {
  const { t } = useTranslation('progress');
  const { check, importAll } = useImportQuantities(projectId, (code) =>
    code === null ? t('import.ready') : errorWords(new AppError(code)),
  );
  const columns: ImportColumn[] = [
    {
      key: 'work_date',
      label: t('date'),
      aliases: ['date', 'day', 'work date', 'fecha'],
      required: true,
      shown: true,
    },
    {
      key: 'cost_code',
      label: t('column.code'),
      aliases: ['code', 'cost code', 'phase', 'código'],
      required: true,
      shown: true,
    },
    {
      key: 'quantity',
      label: t('quantity'),
      aliases: ['qty', 'quantity', 'cantidad'],
      required: true,
      shown: true,
    },
    { key: 'area', label: t('area'), aliases: ['location', 'área'] },
    { key: 'note', label: t('note'), aliases: ['notes', 'comment', 'nota'] },
  ];
  return (
    <ImportDialog
      title={t('import.title')}
      description={t('import.text')}
      columns={columns}
      placeholder={'2026-11-16\t03 30 00\t38\tLevel 2'}
      onClose={onClose}
      check={check}
      importAll={importAll}
    />
  );
}

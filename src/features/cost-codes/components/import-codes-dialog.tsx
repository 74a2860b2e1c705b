import { useTranslation } from 'react-i18next';
import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import { type CostCodeRow, useImportCostCodes } from '@/features/cost-codes/api/import-cost-codes';

const RESULTS = [
  'ok',
  'code_missing',
  'code_too_long',
  'name_missing',
  'name_too_long',
  'group_too_long',
  'unit_too_long',
  'code_repeated',
  'code_taken',
] as const;

function rowOf(cells: Record<string, string>): CostCodeRow {
  const { code = '', name = '', group = '', unit = '' } = cells;
  return { code, name, group, unit };
}

export function ImportCodesDialog({
  companyId,
  onClose,
}: {
  companyId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('cost-codes');
  const { check, importAll } = useImportCostCodes(companyId);
  const columns: ImportColumn[] = [
    {
      key: 'code',
      label: t('column.code'),
      aliases: ['cost code', 'no', 'número'],
      required: true,
    },
    { key: 'name', label: t('column.name'), aliases: ['description', 'título'], required: true },
    { key: 'group', label: t('column.group'), aliases: ['division', 'category'] },
    { key: 'unit', label: t('column.unit'), aliases: ['uom', 'unit of measure'] },
  ];
  return (
    <ImportDialog
      title={t('import.title')}
      description={t('import.text')}
      columns={columns}
      placeholder={'03 30 00\tCast-in-place concrete\tConcrete\tCY'}
      onClose={onClose}
      check={async (rows) => {
        const results = await check(rows.map(rowOf));
        return results.map(({ row_number, verdict }) => {
          const known = RESULTS.find((name) => name === verdict) ?? 'ok';
          return { row: row_number, ok: verdict === 'ok', text: t(`result.${known}`) };
        });
      }}
      importAll={(rows) => importAll(rows.map(rowOf))}
    />
  );
}

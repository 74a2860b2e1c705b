import { useTranslation } from 'react-i18next';
import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { type DraftLine, pastedLines } from '@/features/budgets/budget-draft';

export interface PasteDialogProps {
  onLines: (lines: readonly DraftLine[]) => void;
  onClose: () => void;
}

/** Rows of a spreadsheet become lines of the editor, after a result for each. */
export function PasteDialog({ onLines, onClose }: PasteDialogProps) {
  const { t } = useTranslation('budgets');
  const { data: codes = [] } = useCostCodeOptions();
  const usable = codes.filter(({ active }) => active);
  const columns: ImportColumn[] = [
    {
      key: 'code',
      label: t('column.code'),
      aliases: ['code', 'código', 'phase'],
      required: true,
    },
    { key: 'hours', label: t('field.hours'), aliases: ['budget hours', 'man hours', 'mh'] },
    { key: 'amount', label: t('field.amount'), aliases: ['labor', 'cost', 'labor amount'] },
    { key: 'quantity', label: t('field.quantity'), aliases: ['qty', 'budget quantity'] },
    {
      key: 'equipment',
      label: t('field.equipment'),
      aliases: ['equipment amount', 'equipment cost', 'equipment'],
    },
    { key: 'unit', label: t('field.unit'), aliases: ['uom', 'unit of measure'] },
  ];
  return (
    <ImportDialog
      title={t('paste')}
      description={t('pasteText')}
      columns={columns}
      placeholder={'03 30 00\t540\t22000\t640\tCY'}
      onClose={onClose}
      check={async (rows) =>
        pastedLines(rows, usable).map(({ problem }, index) => ({
          row: index + 1,
          ok: problem === null,
          text: problem ? t(`problem.${problem}`) : t('problem.none'),
        }))
      }
      importAll={async (rows) => onLines(pastedLines(rows, usable).map(({ line }) => line))}
    />
  );
}

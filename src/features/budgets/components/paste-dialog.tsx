import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { type DraftLine, pastedLines } from '@/features/budgets/budget-draft';
import { useTranslation } from '@/lib/use-translation';

export interface PasteDialogProps {
  onLines: (lines: readonly DraftLine[]) => void;
  onClose: () => void;
}

/** Rows of a spreadsheet become lines of the editor, after a result for each. */
export function PasteDialog({ onLines, onClose }: PasteDialogProps) {
  const { t } = useTranslation('budgets');
  const { data: codes = [] } = useCostCodeOptions();
  const usable = codes.filter(({ active }) => active);
  const labels = {
    code: t('column.code'),
    hours: t('field.hours'),
    amount: t('field.amount'),
    quantity: t('field.quantity'),
    equipment: t('field.equipment'),
    other: t('field.other'),
    unit: t('field.unit'),
    milestones: t('field.milestones'),
  };
  const columns: ImportColumn[] = [
    { key: 'code', aliases: ['code', 'código', 'phase'], required: true },
    { key: 'hours', aliases: ['hrs', 'budget hours', 'labor hours', 'man hours', 'mh', 'horas'] },
    { key: 'amount', aliases: ['labor', 'cost', 'labor amount'] },
    { key: 'quantity', aliases: ['qty', 'budget quantity', 'cantidad'] },
    { key: 'equipment', aliases: ['equipment amount', 'equipment cost', 'equipment'] },
    { key: 'other', aliases: ['other amount', 'other cost', 'material', 'other'] },
    { key: 'unit', aliases: ['uom', 'unit of measure', 'unidad'] },
    { key: 'milestones', aliases: ['steps', 'hitos'] },
  ].map((column) => ({ ...column, label: labels[column.key as keyof typeof labels], shown: true }));
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

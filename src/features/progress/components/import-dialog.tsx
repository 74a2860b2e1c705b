import { ListImportDialog } from '@/entities/import/list-import-dialog';
import { useTranslation } from '@/lib/use-translation';

export interface QuantityImportProps {
  projectId: string;
  onClose: () => void;
}

/** Quantities of a spreadsheet for one project. */
export function QuantityImport({ projectId, onClose }: QuantityImportProps) {
  const { t } = useTranslation(['progress', 'imports']);
  return (
    <ListImportDialog
      list="quantities"
      title={t('import.title')}
      description={t('import.text')}
      placeholder={'2026-11-16\t03 30 00\t38\tLevel 2'}
      fixed={{ project_id: projectId }}
      imported={(count) => t('imports:added', { count })}
      onClose={onClose}
    />
  );
}

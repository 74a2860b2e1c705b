import { TableFileField } from '@/components/shared/table-file-field';
import { type FileTable, readFile } from '@/features/imports/read-file';
import { useTranslation } from '@/lib/use-translation';

interface FileFieldProps {
  table: FileTable | null;
  onTable: (table: FileTable) => void;
}

export function FileField({ table, onTable }: FileFieldProps) {
  const { t } = useTranslation('imports');
  return (
    <TableFileField
      label={t('chooseFile')}
      hint={t('fileHint')}
      unreadable={t('unreadable')}
      chosen={table && t('chosen', { name: table.name, count: table.rows.length })}
      onFile={async (file) => {
        const read = await readFile(file);
        if (read) onTable(read);
        return read !== null;
      }}
    />
  );
}

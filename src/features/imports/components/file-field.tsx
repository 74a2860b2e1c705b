import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { type FileTable, readFile } from '@/features/imports/read-file';
import { useTranslation } from '@/lib/use-translation';

interface FileFieldProps {
  table: FileTable | null;
  onTable: (table: FileTable) => void;
}

/** A CSV or Excel file, chosen or dropped. */
export function FileField({ table, onTable }: FileFieldProps) {
  const { t } = useTranslation('imports');
  const [failed, setFailed] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const read = await readFile(file);
    setFailed(read === null);
    if (read) onTable(read);
  };
  return (
    <div className="flex flex-col gap-2">
      <label
        className="flex cursor-pointer flex-col items-center gap-1 rounded-card border border-dashed px-4 py-6 text-center text-sm focus-within:outline-2 focus-within:outline-ring hover:bg-sunken"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
      >
        <FileUp className="size-5 text-muted" aria-hidden="true" />
        <span className="font-[550] wrap-anywhere">
          {table ? t('chosen', { name: table.name, count: table.rows.length }) : t('chooseFile')}
        </span>
        <span className="text-muted">{t('fileHint')}</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          className="sr-only"
          aria-label={t('chooseFile')}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {failed && <Notice tone="danger">{t('unreadable')}</Notice>}
    </div>
  );
}

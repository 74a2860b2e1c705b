import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';

interface TableFileFieldProps {
  label: string;
  hint: string;
  unreadable: string;
  /** What was chosen, in words; null before. */
  chosen: string | null;
  /** False: it could not be read. */
  onFile: (file: File) => Promise<boolean>;
}

/** A CSV or Excel file, chosen or dropped. */
export function TableFileField({ label, hint, unreadable, chosen, onFile }: TableFileFieldProps) {
  const [failed, setFailed] = useState(false);
  const read = async (file: File | undefined) => {
    if (file) setFailed(!(await onFile(file)));
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
        <span className="font-[550] wrap-anywhere">{chosen ?? label}</span>
        <span className="text-muted">{hint}</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          className="sr-only"
          aria-label={label}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {failed && <Notice tone="danger">{unreadable}</Notice>}
    </div>
  );
}

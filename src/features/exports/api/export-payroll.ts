import { useState } from 'react';
import { fetchExport } from '@/features/exports/api/queries';
import { type MadeFile, makeFile } from '@/features/exports/files/make-file';
import type {
  ExportFormat,
  ExportSettings,
  RecordedExport,
} from '@/features/exports/payroll-record';
import { unwrap } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { sha256 } from '@/lib/files/sha256';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface ExportInput {
  range: DateRange;
  format: ExportFormat;
  settings: ExportSettings;
}

async function record({ range, format, settings }: ExportInput): Promise<RecordedExport> {
  return unwrap(
    await supabase().rpc('record_payroll_export', {
      start_date_param: range.start,
      end_date_param: range.end,
      format_param: format,
      settings_param: JSON.parse(JSON.stringify(settings)),
      id_param: uuidv7(),
    }),
  ) as unknown as RecordedExport;
}

async function noteHash(exportId: string, { content }: MadeFile): Promise<void> {
  const hash = await sha256(content);
  if (hash === null) return;
  unwrap(
    await supabase().rpc('note_payroll_file_hash', {
      export_id_param: exportId,
      file_hash_param: hash,
    }),
  );
}

const download = ({ name, type, content }: MadeFile): string => {
  downloadFile(name, type, content);
  return name;
};

/** Share of the way after the database has answered; the rest is making the file. */
const RECORDED = 0.5;

/** Recorded first, then made from the record: what is handed out is what was kept. */
export function useExportPayroll() {
  const { t } = useTranslation('exports');
  const [progress, setProgress] = useState(0);
  const mutation = useWrite({
    send: async (input: ExportInput) => {
      setProgress(0.05);
      const made = await record(input);
      setProgress(RECORDED);
      const file = await makeFile(made, (share) => setProgress(RECORDED + share * (1 - RECORDED)));
      await noteHash(made.id, file);
      return download(file);
    },
    done: (fileName) => ({ title: t('toast.successful'), description: fileName }),
    stale: [[queryKeys.payroll, 'exports']],
    failureTitle: 'exports:failed.title',
    failureText: 'exports:failed.text',
  });
  return { ...mutation, progress };
}

/** The same file once more. */
export function useDownloadAgain(companyId: string) {
  const { t } = useTranslation('exports');
  return useWrite({
    send: async (exportId: string) => {
      const found = await fetchExport(companyId, exportId);
      return download('text' in found ? { ...found, content: found.text } : await makeFile(found));
    },
    done: (fileName) => ({ title: t('toast.successful'), description: fileName }),
    failureTitle: 'exports:failed.title',
    failureText: 'exports:failed.text',
  });
}

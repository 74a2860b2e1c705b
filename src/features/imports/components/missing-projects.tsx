import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { importRows } from '@/entities/import/import-rows';
import { faultsOf } from '@/entities/import/message-text';
import type { FileTable } from '@/features/imports/read-file';
import { type Reading, toRow } from '@/features/imports/to-rows';
import type { RowResult } from '@/features/imports/use-run';
import { errorText } from '@/lib/errors';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

interface MissingProjectsProps {
  table: FileTable;
  reading: Reading;
  results: readonly RowResult[];
  onAdded: () => void;
}

/** Projects of the file that are not in the company, added with one press; an import of its own, so it can be undone. */
export function MissingProjects({ table, reading, results, onAdded }: MissingProjectsProps) {
  const { t } = useTranslation('imports');
  const [busy, setBusy] = useState(false);
  const names = [
    ...new Set(
      results
        .filter(({ message }) => faultsOf(message).includes('import_project_unknown'))
        .map(({ row }) => toRow(table.rows[row - 1]?.cells ?? [], reading)['project'] ?? ''),
    ),
  ].filter(Boolean);
  if (names.length === 0) return null;
  const add = async () => {
    setBusy(true);
    try {
      await importRows({
        list: 'projects',
        rows: names.map((name) => ({ name })),
        importId: uuidv7(),
        file: { name: table.name, mapping: {} },
        from: 0,
        signal: new AbortController().signal,
        onAnswers: () => undefined,
      });
      onAdded();
    } catch (cause) {
      toast.error(errorText(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="attention"
      action={
        <Button busy={busy} onClick={() => void add()}>
          {t('addProjects', { count: names.length })}
        </Button>
      }
    >
      {t('missingProjects', { count: names.length, names: names.slice(0, 5).join(', ') })}
    </Notice>
  );
}

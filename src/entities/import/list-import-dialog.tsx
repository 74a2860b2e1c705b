import { useQueryClient } from '@tanstack/react-query';
import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import type { CustomTable } from '@/entities/custom-field/custom-field';
import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { fieldColumn } from '@/entities/import/field-columns';
import { type ImportRow, importRows, type RowAnswer } from '@/entities/import/import-rows';
import { columnsOf, type ListName } from '@/entities/import/lists';
import { messageText } from '@/entities/import/message-text';
import { onlyNew } from '@/entities/import/repeated-rows';
import { useUndoImport } from '@/entities/import/undo-import';
import { errorText } from '@/lib/errors';
import { toast, UNDO_MILLISECONDS } from '@/lib/toast';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface ListImportDialogProps {
  list: ListName;
  title: string;
  description: string;
  placeholder: string;
  /** Columns of its own; those of the list where it has none. */
  columns?: readonly ImportColumn[];
  /** What every row gets: no columns to choose. */
  fixed?: ImportRow;
  /** Makes the row that is sent of the one that was pasted. */
  prepare?: (row: ImportRow) => ImportRow;
  /** What is wrong with a row before it is sent, as a key of `errors`. */
  problemOf?: (row: ImportRow) => string | null;
  /** What is said afterwards. */
  imported: (count: number) => string;
  onClose: () => void;
  /** Follows in the place of the dialog, where something does. */
  onImported?: () => void;
}

/** Adds pasted rows to a list: a dry run with a result for each, then all of them, with a way back. */
export function ListImportDialog(props: ListImportDialogProps) {
  const { list, fixed = {}, problemOf, imported, onImported, ...dialog } = props;
  const { t } = useTranslation(['imports', 'common']);
  const client = useQueryClient();
  const undo = useUndoImport();
  const fields = useCustomFields(list as CustomTable);
  const columns: readonly ImportColumn[] = [
    ...(props.columns ??
      columnsOf(list)
        .filter(({ key }) => !(`${key}_id` in fixed))
        .map((column) => ({ ...column, label: translate(`imports:column.${column.key}`) }))),
    ...fields.map(fieldColumn),
  ];

  const report = (cause: unknown): never => {
    toast.error(t('common:error.title'), { description: errorText(cause) });
    throw cause;
  };
  const send = async (rows: readonly ImportRow[], importId: string | null) => {
    const answers: RowAnswer[] = [];
    await importRows({
      list,
      rows: rows.map((row) => ({ ...row, ...fixed })),
      importId,
      file: { name: props.title, mapping: {} },
      from: 0,
      signal: new AbortController().signal,
      onAnswers: (part) => answers.push(...part),
    }).catch(report);
    return answers;
  };
  /** The dialog is closed by then: no callbacks of the mutation. */
  const takeBack = async (importId: string) => {
    const undone = await undo.mutateAsync(importId).catch(() => null);
    if (!undone) return;
    const { kept } = undone;
    if (kept.length === 0) toast.success(t('undone'));
    else toast.warning(t('undo.kept', { count: kept.length }));
  };

  return (
    <ImportDialog
      {...dialog}
      {...(onImported && { onImported })}
      columns={columns}
      check={async (rows) => {
        const answers = onlyNew(list, rows, await send(rows, null));
        return answers.map(({ index, result, message }) => {
          const problem = problemOf?.(rows[index] ?? {}) ?? (result === 'error' ? message : null);
          return {
            row: index + 1,
            ok: problem === null,
            text: problem === null ? t('ready') : messageText(problem),
          };
        });
      }}
      importAll={async (rows) => {
        const importId = uuidv7();
        const answers = await send(rows, importId);
        const refused = answers.filter(({ result }) => result === 'error');
        toast.success(imported(answers.length - refused.length), {
          duration: UNDO_MILLISECONDS,
          ...(refused.length > 0 ? { description: messageText(refused[0]?.message ?? null) } : {}),
          action: { label: t('common:action.undo'), onClick: () => void takeBack(importId) },
        });
        await client.invalidateQueries();
      }}
    />
  );
}

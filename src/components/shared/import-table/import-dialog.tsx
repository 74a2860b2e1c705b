import { FileUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { parseDelimited } from '@/lib/delimited-text';
import { decodeText } from '@/lib/files/read-text';
import { useTranslation } from '@/lib/use-translation';
import { guessMapping, type ImportColumn, mapRows, type Picked, withPicks } from './import-columns';
import { MappingFields } from './mapping-fields';
import { ResultTable } from './result-table';

export interface RowResult {
  /** Counted from 1, as in the pasted rows without the heading. */
  row: number;
  ok: boolean;
  /** What is wrong and what to do, in words. */
  text: string;
}

export interface ImportDialogProps {
  title: string;
  description: ReactNode;
  columns: readonly ImportColumn[];
  placeholder: string;
  onClose: () => void;
  /** Follows in the place of the dialog, where something does. */
  onImported?: () => void;
  /** Makes the row that is sent of the one that was pasted. */
  prepare?: (row: Record<string, string>) => Record<string, string>;
  /** Checks every row without changing anything. */
  check: (rows: Record<string, string>[]) => Promise<RowResult[]>;
  /** Adds the rows that are given: all of them, or those in order where some are not. */
  importAll: (rows: Record<string, string>[]) => Promise<unknown>;
}

type Step = { kind: 'rows' } | { kind: 'checked'; results: RowResult[] };

/** Paste or choose a file, see which column is which, a result for every row, then all or the good ones. */
export function ImportDialog(props: ImportDialogProps) {
  const { t } = useTranslation(['imports', 'common']);
  const [text, setText] = useState('');
  const [changes, setChanges] = useState<Record<string, Picked>>({});
  const [isHeading, setIsHeading] = useState<boolean | null>(null);
  const [step, setStep] = useState<Step>({ kind: 'rows' });
  const [busy, setBusy] = useState(false);
  const table = useMemo(() => parseDelimited(text), [text]);
  const firstRow = table[0]?.cells ?? [];
  const guess = useMemo(
    () => guessMapping(props.columns, table[0]?.cells ?? []),
    [props.columns, table],
  );
  const mapping = withPicks(guess.mapping, changes, firstRow);
  const hasHeading = isHeading ?? guess.hasHeading;
  const body = hasHeading ? table.slice(1) : table;
  const rows = mapRows(
    body.map(({ cells }) => cells),
    mapping,
  ).map(props.prepare ?? ((row) => row));
  const inOrder = step.kind === 'checked' ? step.results.filter(({ ok }) => ok) : [];
  const good = rows.filter((_, index) => inOrder.some(({ row }) => row === index + 1));

  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  /** A row that is not in order as text says so, whatever its cells say. */
  const checkText = (result: RowResult): RowResult => {
    const problem = body[result.row - 1]?.problem;
    return problem ? { ...result, ok: false, text: t(`problem.${problem}`) } : result;
  };
  const checkRows = () =>
    during(async () => {
      const results = await props.check(rows);
      setStep({ kind: 'checked', results: results.map(checkText) });
    });
  const commit = () =>
    during(async () => {
      await props.importAll(good);
      (props.onImported ?? props.onClose)();
    });

  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent title={props.title} description={props.description} width="large">
        <DialogBody className="flex flex-col gap-4">
          {step.kind === 'rows' ? (
            <>
              <Field label={t('paste')} hint={t('pasteHint')}>
                <Textarea
                  value={text}
                  rows={8}
                  className="max-h-72 font-mono text-sm"
                  placeholder={props.placeholder}
                  onChange={(event) => setText(event.target.value)}
                />
              </Field>
              <FileButton
                label={t('dialog.chooseFile')}
                failure={t('dialog.notText')}
                onText={setText}
              />
              {table.length > 0 && (
                <>
                  <label
                    htmlFor="has-heading"
                    className="flex w-fit cursor-pointer items-center gap-2.5 text-sm"
                  >
                    <Checkbox
                      id="has-heading"
                      checked={hasHeading}
                      onCheckedChange={(checked) => setIsHeading(checked === true)}
                    />
                    {t('hasHeading')}
                  </label>
                  <MappingFields
                    columns={props.columns}
                    example={firstRow}
                    mapping={mapping}
                    onChange={(key, index) =>
                      setChanges({
                        ...changes,
                        [key]: index === null ? null : { index, heading: firstRow[index] ?? '' },
                      })
                    }
                  />
                </>
              )}
            </>
          ) : (
            <ResultTable rows={rows} columns={props.columns} results={step.results} />
          )}
        </DialogBody>
        <DialogFooter>
          {step.kind === 'rows' ? (
            <>
              <Button onClick={props.onClose}>{t('common:action.cancel')}</Button>
              <Button
                variant="primary"
                busy={busy}
                disabled={rows.length === 0}
                onClick={() => void checkRows()}
              >
                {t('check', { count: rows.length })}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setStep({ kind: 'rows' })}>{t('common:action.back')}</Button>
              <Button
                variant="primary"
                busy={busy}
                disabled={good.length === 0}
                onClick={() => void commit()}
              >
                {t(good.length < rows.length ? 'importGood' : 'import', { count: good.length })}
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface FileButtonProps {
  label: string;
  /** Said when the file is no text. */
  failure: string;
  onText: (text: string) => void;
}

function FileButton({ label, failure, onText }: FileButtonProps) {
  const [failed, setFailed] = useState(false);
  const read = async (file: File) => {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    setFailed(text === null);
    onText(text ?? '');
  };
  return (
    <div className="flex flex-col gap-2">
      <label className="inline-flex w-fit cursor-pointer items-center gap-2 rounded-small text-primary text-sm focus-within:outline-2 focus-within:outline-ring hover:underline">
        <FileUp className="size-4" aria-hidden="true" />
        {label}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void read(file);
          }}
        />
      </label>
      {failed && <Notice tone="danger">{failure}</Notice>}
    </div>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Progress } from '@/components/ui/progress';
import { Select } from '@/components/ui/select';
import { LIST_NAMES, type ListName } from '@/entities/import/lists';
import { DoneStep } from '@/features/imports/components/done-step';
import { FileField } from '@/features/imports/components/file-field';
import { MissingProjects } from '@/features/imports/components/missing-projects';
import { ReadStep } from '@/features/imports/components/read-step';
import { ResultStep } from '@/features/imports/components/result-step';
import type { FileTable } from '@/features/imports/read-file';
import { useReading } from '@/features/imports/use-reading';
import { useRun } from '@/features/imports/use-run';
import { errorText } from '@/lib/errors';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** List and file, how it is read, a result for every row, then the import. */
export function ImportCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['imports', 'common']);
  const [list, setList] = useState<ListName>('time_entries');
  const [table, setTable] = useState<FileTable | null>(null);
  const state = useReading(companyId, list, table);
  const run = useRun(table, state.reading);
  const wrong = run.all.filter(({ result }) => result === 'error').length;
  const startOver = () => {
    setTable(null);
    state.forget();
    run.reset();
  };
  return (
    <Card className="flex flex-col gap-5 p-5">
      {run.phase === 'ready' && (
        <>
          <Field label={t('list')} className="sm:max-w-72">
            <Select
              value={list}
              onValueChange={(value) => {
                setList(value);
                state.forget();
              }}
              options={LIST_NAMES.map((name) => ({ value: name, label: t(`lists.${name}`) }))}
            />
          </Field>
          <FileField
            table={table}
            onTable={(next) => {
              setTable(next);
              state.forget();
            }}
          />
          {table && <ReadStep table={table} state={state} />}
          {run.error !== null && <Notice tone="danger">{errorText(run.error)}</Notice>}
          {table && (
            <div className="flex flex-wrap items-center justify-end gap-3">
              {(state.unclear || state.missing.length > 0) && (
                <p className="text-muted text-sm">
                  {state.unclear
                    ? t('order.needed')
                    : t('columnsNeeded', {
                        columns: state.missing
                          .map((key) => translate(`imports:column.${key}`))
                          .join(', '),
                      })}
                </p>
              )}
              <Button
                variant="primary"
                disabled={state.unclear || state.missing.length > 0}
                onClick={() => void run.check()}
              >
                {t('check', { count: table.rows.length })}
              </Button>
            </div>
          )}
        </>
      )}
      {(run.phase === 'checking' || run.phase === 'importing') && (
        <div className="flex flex-col gap-3" aria-live="polite">
          <p className="font-[550]">
            {t(`phase.${run.phase}`, { count: run.results.length, total: run.sending.length })}
          </p>
          <Progress
            value={(run.results.length / Math.max(1, run.sending.length)) * 100}
            label={t(`progress.${run.phase}`)}
          />
          <Button className="self-start" onClick={run.stop}>
            {t('stop')}
          </Button>
        </div>
      )}
      {run.phase === 'stopped' && (
        <Notice
          tone="danger"
          title={t('stopped', { count: run.results.length, total: run.sending.length })}
          action={
            <Button variant="primary" onClick={() => void run.goOn()}>
              {t('goOn')}
            </Button>
          }
        >
          {errorText(run.error)}
        </Notice>
      )}
      {run.phase === 'checked' && table && (
        <>
          <Notice tone={wrong > 0 ? 'attention' : 'success'}>
            {wrong > 0
              ? t('someWrong', { count: wrong, total: run.all.length })
              : t('allGood', { count: run.good })}
          </Notice>
          {run.questions > 0 && (
            <Notice tone="attention" title={t('nights.title', { count: run.questions })}>
              <SwitchRow
                id="take-nights"
                label={t('nights.take', { count: run.questions })}
                text={t('nights.text')}
                checked={run.takesNights}
                onCheckedChange={run.takeNights}
              />
            </Notice>
          )}
          <MissingProjects
            table={table}
            reading={state.reading}
            results={run.all}
            onAdded={() => void run.check()}
          />
          <ResultStep table={table} results={run.all} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={run.reset}>{t('common:action.back')}</Button>
            <Button variant="primary" disabled={run.good === 0} onClick={() => void run.start()}>
              {t(run.good < run.all.length ? 'importGood' : 'import', { count: run.good })}
            </Button>
          </div>
        </>
      )}
      {run.phase === 'done' && run.importId && table && (
        <>
          <DoneStep companyId={companyId} importId={run.importId} />
          <ResultStep table={table} results={run.results} />
          <div className="flex flex-wrap justify-end gap-2">
            {list === 'employees' && (
              <Button variant="primary" asChild>
                <Link to="/employees?dialog=invite">{t('invite')}</Link>
              </Button>
            )}
            <Button variant={list === 'employees' ? 'outline' : 'primary'} onClick={startOver}>
              {t('another')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

import { DateInput, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { TableFileField } from '@/components/shared/table-file-field';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { ColumnRolesList } from '@/features/public-work/facts/components/column-roles-list';
import { PreviewTable } from '@/features/public-work/facts/components/preview-table';
import { UndoButton } from '@/features/public-work/facts/components/undo-button';
import { type FactImportState, useFactImport } from '@/features/public-work/facts/use-fact-import';
import { errorText } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface ImportCardProps {
  companyId: string;
  weekEnd: IsoDate;
  endsOn: number;
  onClose: () => void;
}

/** A file of a payroll system: recognized, a line for each person, then saved. */
export function ImportCard({ companyId, weekEnd, endsOn, onClose }: ImportCardProps) {
  const { t } = useTranslation(['payroll-facts', 'common']);
  const state = useFactImport({ companyId, weekEnd, endsOn });
  const { table, imported } = state;
  const start = () =>
    state
      .start()
      .catch((cause: unknown) =>
        toast.error(t('common:error.title'), { description: errorText(cause) }),
      );
  return (
    <Card>
      <CardHeader title={t('import.title')} description={t('import.text')} divided />
      <div className="flex flex-col gap-5 p-5">
        {!imported && <PayrollFileField state={state} />}
        {state.file && state.file.cut > 0 && (
          <Notice tone="attention" title={t('cut.title', { count: state.file.cut })}>
            {t('cut.text')}
          </Notice>
        )}
        {table?.hoursOnly && <Notice tone="danger">{t('import.hoursOnly')}</Notice>}
        {table && !table.hoursOnly && !imported && (
          <>
            <Notice>{t(`source.${table.source}`)}</Notice>
            <Dates state={state} />
            {state.undecided.length > 0 && (
              <Notice tone="attention">
                {t('columns.undecided', { count: state.undecided.length })}
              </Notice>
            )}
            <ColumnRolesList state={state} />
            {state.digits > 0 && (
              <SwitchRow
                id="store-digits"
                label={t('cut.store', { count: state.digits })}
                text={t('cut.storeText')}
                checked={state.storesDigits}
                onCheckedChange={state.setStoresDigits}
              />
            )}
            {state.failure && <Notice tone="danger">{errorText(state.failure)}</Notice>}
            <PreviewTable lines={state.preview} onPerson={state.choosePerson} />
          </>
        )}
        {imported && (
          <>
            <Notice tone="success">
              {t('import.done', {
                count: imported.lines.filter(({ result }) => result && result !== 'error').length,
              })}
            </Notice>
            <PreviewTable lines={imported.lines} onPerson={null} />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {imported && <UndoButton importId={imported.importId} onUndone={onClose} />}
          <Button onClick={onClose}>
            {t(imported ? 'common:action.close' : 'common:action.cancel')}
          </Button>
          {table && !table.hoursOnly && !imported && (
            <Button
              variant="primary"
              busy={state.busy || state.checking}
              disabled={state.good === 0 || state.undecided.length > 0}
              onClick={() => void start()}
            >
              {t('import.start', { count: state.good })}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function PayrollFileField({ state }: { state: FactImportState }) {
  const { t } = useTranslation('payroll-facts');
  return (
    <TableFileField
      label={t('file.choose')}
      hint={t('file.hint')}
      unreadable={t('file.unreadable')}
      chosen={state.file?.name ?? null}
      onFile={state.open}
    />
  );
}

/** What the file does not say: the week, and the day the checks were paid. */
function Dates({ state }: { state: FactImportState }) {
  const { t } = useTranslation('payroll-facts');
  const { dates, setDates, hasDates, hasPayDay } = state;
  if (hasDates && hasPayDay) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {!hasDates && (
        <Field label={t('week.ending')} hint={t('week.notInFile')}>
          <DateInput
            value={dates.weekEnd}
            onValueChange={(date) => {
              if (isDate(date)) setDates({ ...dates, weekEnd: date });
            }}
          />
        </Field>
      )}
      {!hasPayDay && (
        <Field label={t('column.paid_on')} optional>
          <DateInput
            value={dates.paidOn}
            onValueChange={(date) => setDates({ ...dates, paidOn: isDate(date) ? date : null })}
          />
        </Field>
      )}
    </div>
  );
}

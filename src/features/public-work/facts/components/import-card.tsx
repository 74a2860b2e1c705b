import { DateInput, isDate } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { TableFileField } from '@/components/shared/table-file-field';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { FactSpan } from '@/features/public-work/facts/api/queries';
import { ColumnRolesList } from '@/features/public-work/facts/components/column-roles-list';
import { PreviewTable } from '@/features/public-work/facts/components/preview-table';
import { UndoButton } from '@/features/public-work/facts/components/undo-button';
import { type FactImportState, useFactImport } from '@/features/public-work/facts/use-fact-import';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface ImportCardProps {
  companyId: string;
  span: FactSpan;
  endsOn: number;
  onClose: () => void;
}

const DAYS_TO_PAY = Array.from({ length: 21 }, (_, days) => days);

/** A file of a payroll system: recognized, a line for each person, then saved. */
export function ImportCard({ companyId, span, endsOn, onClose }: ImportCardProps) {
  const { t } = useTranslation(['payroll-facts', 'common']);
  const state = useFactImport({ companyId, span, endsOn });
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
            {state.suggested > 0 && (
              <Notice tone="attention" title={t('preview.suggested', { count: state.suggested })}>
                <p>{t('preview.suggestedText')}</p>
                <Button className="mt-2" size="small" onClick={state.confirmSuggested}>
                  {t('preview.confirmAll', { count: state.suggested })}
                </Button>
              </Notice>
            )}
            {state.different > 0 && <DecideAll state={state} />}
            <PreviewTable
              lines={state.preview}
              onPerson={state.choosePerson}
              onDecide={state.decide}
            />
          </>
        )}
        {imported && (
          <>
            <Notice tone="success">
              {t('import.done', {
                count: imported.lines.filter(
                  ({ result, decision }) =>
                    result === 'new' || result === 'more' || decision === 'take',
                ).length,
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
              disabled={!state.canImport || state.undecided.length > 0}
              onClick={() => void start()}
            >
              {state.good === 0 && state.canImport
                ? t('import.decisions')
                : t('import.start', { count: state.good })}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** One decision for all that differ; each line can still be decided by itself. */
function DecideAll({ state }: { state: FactImportState }) {
  const { t } = useTranslation('payroll-facts');
  const lines = state.preview.filter(({ result }) => result === 'different');
  return (
    <Notice tone="attention" title={t('difference.some', { count: state.different })}>
      <p>{t('difference.someText')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {(['keep', 'take'] as const).map((decision) => (
          <Button key={decision} size="small" onClick={() => state.decide(lines, decision)}>
            {t(`difference.${decision}All`)}
          </Button>
        ))}
      </div>
    </Notice>
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
  const format = useFormat();
  const { dates, setDates, hasDates, hasPayDay, weekBy } = state;
  if (hasDates && hasPayDay) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {!hasDates && hasPayDay && dates.periodStart === null && (
        <Field label={t('week.by')} hint={t('week.notInFile')}>
          <Select
            value={weekBy}
            onValueChange={state.setWeekBy}
            options={(['one', 'pay_day'] as const).map((value) => ({
              value,
              label: t(`week.by_${value}`),
            }))}
          />
        </Field>
      )}
      {!hasDates && weekBy === 'pay_day' && (
        <Field label={t('week.paidAfter')} hint={t('week.paidAfterHint')}>
          <Select
            value={String(state.paidAfter)}
            onValueChange={(days) => state.setPaidAfter(Number(days))}
            options={DAYS_TO_PAY.map((days) => ({
              value: String(days),
              label: t('week.days', { count: days }),
            }))}
          />
        </Field>
      )}
      {!hasDates && dates.periodStart !== null && (
        <p className="text-sm">
          {t('week.ofPeriod', { range: format.dateRange(dates.periodStart, dates.weekEnd) })}
        </p>
      )}
      {!hasDates && dates.periodStart === null && weekBy === 'one' && (
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

import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { exportsQuery } from '@/features/exports/api/queries';
import { LeftOut } from '@/features/exports/components/left-out';
import { MissingIds } from '@/features/exports/components/missing-ids';
import { ReconciliationTable } from '@/features/exports/components/reconciliation-table';
import { useSettingName } from '@/features/exports/components/use-setting-name';
import { type FileData, nameOf } from '@/features/exports/formats/file-data';
import type { FormatId } from '@/features/exports/formats/format-ids';
import { machineFormat } from '@/features/exports/formats/formats';
import { type FileOutcome, payLeftOut, reconcile } from '@/features/exports/formats/machine-format';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface ExportNoticesProps {
  companyId: string;
  range: DateRange;
  locked: boolean;
  id: FormatId;
  data: FileData;
  outcome: FileOutcome;
}

/** What stops the file, and what to know before it is sent. */
export function ExportNotices({ companyId, range, locked, id, data, outcome }: ExportNoticesProps) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const settingName = useSettingName();
  const { data: made = [] } = useQuery(exportsQuery(companyId));
  const machine = machineFormat(id);
  const earlier = made.find(
    (one) => one.format === id && one.start_date === range.start && one.end_date === range.end,
  );
  const leftOut = machine ? payLeftOut(machine, data) : [];
  return (
    <>
      {machine && !locked && <Notice tone="attention">{t('system.notLocked')}</Notice>}
      {earlier && (
        <Notice tone="attention">
          {t('system.again', { when: format.dateTime(earlier.created_at) })}
        </Notice>
      )}
      {outcome.kind === 'missing-settings' && (
        <Notice>
          {t('system.missingSettings', {
            items: format.list(outcome.names.map(settingName)),
          })}
        </Notice>
      )}
      {outcome.kind === 'missing-columns' && (
        <Notice tone="danger">
          {t('system.missingColumns', {
            items: format.list(outcome.fields.map((field) => t(`system.needed.${field}`))),
          })}
        </Notice>
      )}
      {outcome.kind === 'bad-columns' && (
        <Notice tone="danger">
          {t('system.badColumns', {
            items: format.list(
              outcome.faults.map(
                ({ column }) => outcome.columns[column]?.header || String(column + 1),
              ),
            ),
          })}
        </Notice>
      )}
      {outcome.kind === 'bad-fields' && (
        <Notice tone="danger">
          {t('system.badField', { items: format.list(outcome.fields) })}
        </Notice>
      )}
      {outcome.kind === 'lacking' && (
        <Notice tone="danger">
          {t('system.lacking', { items: format.list([...outcome.items]) })}
        </Notice>
      )}
      {outcome.kind === 'missing-ids' && (
        <MissingIds
          key={outcome.key}
          companyId={companyId}
          idKey={outcome.key}
          people={outcome.people}
        />
      )}
      {outcome.kind === 'mixed-rates' && (
        <Notice tone="danger">
          {t('system.mixedRates', {
            names: format.list(outcome.people.map(nameOf)),
            fix: t(`system.fix.${outcome.fix}`),
          })}
        </Notice>
      )}
      {leftOut.length > 0 && <LeftOut items={leftOut} />}
      {machine && outcome.kind === 'file' && (
        <ReconciliationTable figures={reconcile(machine, data)} />
      )}
    </>
  );
}

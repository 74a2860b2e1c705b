import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { exportsQuery } from '@/features/exports/api/queries';
import { MissingIds } from '@/features/exports/components/missing-ids';
import { type FileData, payBesideHours } from '@/features/exports/formats/file-data';
import type { FormatId } from '@/features/exports/formats/format-ids';
import { machineFormat } from '@/features/exports/formats/formats';
import type { FileOutcome } from '@/features/exports/formats/machine-format';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

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
  const { data: made = [] } = useQuery(exportsQuery(companyId));
  const machine = machineFormat(id);
  const earlier = made.find(
    (one) => one.format === id && one.start_date === range.start && one.end_date === range.end,
  );
  const beside = machine ? payBesideHours(data) : [];
  const besideWords = beside.map(({ employeeId, payCode, totalCents }) => {
    const person = data.people.find((candidate) => candidate.id === employeeId);
    const amount = totalCents === null ? '–' : format.moneyFromCents(totalCents);
    return `${person?.firstName ?? ''} ${person?.lastName ?? ''}: ${payCode} ${amount}`.trim();
  });
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
            items: format.list(outcome.names.map((name) => t(`system.setting.${name}`))),
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
      {besideWords.length > 0 && (
        <Notice tone="attention">{t('system.leftOut', { items: format.list(besideWords) })}</Notice>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { exportsQuery } from '@/features/payroll/api/exports';
import type { PayPeriod } from '@/features/payroll/api/queries';
import { MissingIds } from '@/features/payroll/components/missing-ids';
import { type FileData, payBesideHours } from '@/features/payroll/formats/file-data';
import { type FormatId, machineFormat } from '@/features/payroll/formats/formats';
import type { FileOutcome } from '@/features/payroll/formats/machine-format';
import { useFormat } from '@/lib/format-context';

export interface ExportNoticesProps {
  companyId: string;
  period: PayPeriod;
  id: FormatId;
  data: FileData;
  outcome: FileOutcome;
}

/** What stops the file, and what to know before it is sent. */
export function ExportNotices({ companyId, period, id, data, outcome }: ExportNoticesProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: made = [] } = useQuery(exportsQuery(companyId));
  const machine = machineFormat(id);
  const earlier = made.find(
    (one) => one.format === id && one.start_date === period.start && one.end_date === period.end,
  );
  const beside = machine ? payBesideHours(data) : [];
  const besideWords = beside.map(({ employeeId, payCode, totalCents }) => {
    const person = data.people.find((candidate) => candidate.id === employeeId);
    const amount = totalCents === null ? '–' : format.moneyFromCents(totalCents);
    return `${person?.firstName ?? ''} ${person?.lastName ?? ''}: ${payCode} ${amount}`.trim();
  });
  return (
    <>
      {machine && !period.locked && <Notice tone="attention">{t('export.notLocked')}</Notice>}
      {earlier && (
        <Notice tone="attention">
          {t('export.again', { when: format.dateTime(earlier.created_at) })}
        </Notice>
      )}
      {outcome.kind === 'nothing' && <Notice>{t('export.nothing')}</Notice>}
      {outcome.kind === 'missing-settings' && (
        <Notice>
          {t('export.missingSettings', {
            items: format.list(outcome.names.map((name) => t(`export.setting.${name}`))),
          })}
        </Notice>
      )}
      {outcome.kind === 'bad-fields' && (
        <Notice tone="danger">
          {t('export.badField', { items: format.list(outcome.fields) })}
        </Notice>
      )}
      {outcome.kind === 'lacking' && (
        <Notice tone="danger">
          {t('export.lacking', { items: format.list([...outcome.items]) })}
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
        <Notice tone="attention">{t('export.leftOut', { items: format.list(besideWords) })}</Notice>
      )}
    </>
  );
}

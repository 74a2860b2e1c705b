import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { isReimbursement } from '@/entities/pay-type/is-reimbursement';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { usePayCodeName } from '@/features/payroll/components/use-pay-code-name';
import { isWorked, sheetSummary, totalsOf } from '@/features/payroll/explain';
import { formatHoursMinutes } from '@/lib/duration';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const WORKED = { REG: 'regular', OT: 'overtime', DT: 'double' } as const;

/** A person's own period on paper: a line for each day, project, code and kind of pay. */
export function useTimesheetSheet(range: DateRange, lines: readonly ExplainedLine[]) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  const person = useViewerName();
  const projects = new Map(useProjectOptions().data?.map(({ id, name }) => [id, name]));
  const codes = new Map(
    useCostCodeOptions().data?.map(({ id, code, name }) => [id, `${code} ${name}`]),
  );
  const payName = usePayCodeName();
  const hours = (minutes: number) => (minutes === 0 ? '' : formatHoursMinutes(minutes * 60));
  const money = (cents: number | null) => (cents === null ? '–' : format.number(cents / 100, 2));
  return (): PaperSheet => {
    const { minutes, cents } = totalsOf(lines);
    const showsPay = lines.some(({ total_cents }) => total_cents !== null);
    const pay = showsPay ? [true] : [];
    const { repaidCents } = sheetSummary(lines);
    const repaid = showsPay && repaidCents ? [repaidCents] : [];
    return {
      heading: person,
      title: `${t('sheet.paperTitle')} · ${format.dateRange(range.start, range.end)}`,
      notes: [company, format.dateTime(serverNow())],
      columns: [
        { header: t('sheet.day'), weight: 1.4 },
        { header: t('sheet.where'), weight: 3.4 },
        { header: t('sheet.kind'), weight: 1.6 },
        { header: t('sheet.hours'), weight: 1, align: 'right' },
        ...pay.map(() => ({ header: t('column.rate'), weight: 1, align: 'right' as const })),
        ...pay.map(() => ({ header: t('column.earnings'), weight: 1.2, align: 'right' as const })),
        ...repaid.map(() => ({ header: t('column.repaid'), weight: 1.2, align: 'right' as const })),
      ],
      rows: lines.map((line) => {
        const { pay_code: code } = line;
        return [
          format.weekdayDate(line.work_date),
          [projects.get(line.project_id ?? ''), codes.get(line.cost_code_id ?? '')]
            .filter(Boolean)
            .join(' · '),
          isWorked(code) ? t(`column.${WORKED[code]}`) : payName(code),
          hours(line.minutes),
          ...pay.map(() =>
            isWorked(code) && line.hourly_rate !== null ? format.number(line.hourly_rate, 2) : '',
          ),
          ...pay.map(() => (isReimbursement(code) ? '' : money(line.total_cents))),
          ...repaid.map(() => (isReimbursement(code) ? money(line.total_cents) : '')),
        ];
      }),
      totals: [
        t('total'),
        t('sheet.total.hours'),
        '',
        formatHoursMinutes(minutes * 60),
        ...pay.map(() => ''),
        ...pay.map(() => money(cents)),
        ...repaid.map((cents) => money(cents)),
      ],
      signatures: [t('sheet.signature'), t('sheet.approvedBy'), t('sheet.date')],
      footer: `Chalkline · ${company}`,
    };
  };
}

import { Card, CardHeader } from '@/components/ui/card';
import { largest } from '@/features/activity-reports/pivot';
import type { Report } from '@/features/activity-reports/use-report';
import { useTranslation } from '@/lib/use-translation';

const BARS = 8;

/** The largest of the first grouping; the table below has the same figures. */
export function ReportChart({ report }: { report: Report }) {
  const { t } = useTranslation('activity-reports');
  const { table, definition, named, written } = report;
  const bars = largest(table.rows, BARS);
  const most = Math.max(...bars.map(({ total }) => total));
  if (bars.length < 2 || most <= 0) return null;
  return (
    <Card className="mt-4" aria-hidden="true">
      <CardHeader
        title={t('chartTitle', {
          measure: t(`measure.${definition.measure}`),
          row: report.rowName(definition.by),
        })}
      />
      <ul className="flex flex-col gap-2.5 px-5 pb-5 text-sm">
        {bars.map(({ label, total }) => (
          <li
            key={String(label)}
            className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_auto] items-center gap-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto]"
          >
            <span className="break-words">{named(label, definition.by)}</span>
            <span
              className="h-4 min-w-0.5 rounded-small bg-primary"
              style={{ width: `${(100 * Math.max(total, 0)) / most}%` }}
            />
            <span className="tabular text-right font-[620]">{written(total)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Card, CardHeader } from '@/components/ui/card';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { CheckItem } from '@/features/public-work/report/components/check-item';
import { useTranslation } from '@/lib/use-translation';

/** What was found about the week itself; what is about a worker stands beside the row. */
export function WeekChecks({ report }: { report: CertifiedPayroll }) {
  const { t } = useTranslation('certified-payroll');
  const own = report.checks.filter(
    ({ employee_id }) =>
      employee_id === null || !report.rows.some((row) => row.employee_id === employee_id),
  );
  if (own.length === 0) return null;
  return (
    <Card>
      <CardHeader divided title={t('check.week')} />
      <ul className="grid gap-2 px-5 py-3 text-sm">
        {own.map((check) => {
          const Icon = check.severity === 'error' ? CircleAlert : TriangleAlert;
          return (
            <li key={`${check.code} ${check.message}`} className="flex items-start gap-2.5">
              <Icon
                className={`mt-0.5 size-4 shrink-0 ${check.severity === 'error' ? 'text-danger' : 'text-attention-strong'}`}
                aria-hidden="true"
              />
              <span>
                <CheckItem check={check} header={report.header} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

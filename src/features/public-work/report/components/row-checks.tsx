import { Check } from 'lucide-react';
import type { CertifiedPayrollHeader } from '@/entities/certified-payroll/certified-payroll';
import { CheckItem } from '@/features/public-work/report/components/check-item';
import type { ReportedWorker } from '@/features/public-work/report/workers';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface RowChecksProps {
  worker: ReportedWorker;
  header: CertifiedPayrollHeader;
}

/** What was found about a worker, each with the way to fix it; and what was earned elsewhere. */
export function RowChecks({ worker, header }: RowChecksProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  return (
    <div className="grid gap-1">
      {worker.checks.length === 0 ? (
        <p className="flex items-center gap-1.5 text-success-strong">
          <Check className="size-3.5" aria-hidden="true" />
          {t('check.none')}
        </p>
      ) : (
        <ul className="grid gap-1">
          {worker.checks.map((check) => (
            <li key={`${check.code} ${check.message}`}>
              <CheckItem check={check} header={header} />
            </li>
          ))}
        </ul>
      )}
      {worker.otherWorkCents !== null && worker.otherWorkCents > 0 && (
        <p className="text-muted">
          {t('form.otherWork', { amount: format.moneyFromCents(worker.otherWorkCents) })}
        </p>
      )}
    </div>
  );
}

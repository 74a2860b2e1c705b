import { CardLink } from '@/components/shared/card-link';
import { EmptyState } from '@/components/shared/empty-state';
import type {
  CertifiedPayroll,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import { centsOf } from '@/features/public-work/report/cents';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface CreditListProps {
  report: CertifiedPayroll;
  row: CertifiedPayrollRow;
}

/** Column 6B: the plans of the worker, and what each credits for an hour. */
export function CreditList({ report, row }: CreditListProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const plans = report.plans.flatMap((plan) =>
    plan.workers.filter(({ entry }) => entry === row.entry).map((worker) => ({ ...worker, plan })),
  );
  const money = (amount: string) => format.moneyFromCents(centsOf(amount));
  return (
    <>
      {plans.length === 0 ? (
        <EmptyState title={t('cell.noPlans')} text={t('cell.noPlansText')} />
      ) : (
        <ul className="divide-y rounded-card border">
          {plans.map(({ plan, hourly_credit, credit }) => (
            <li key={`${plan.plan_id} ${hourly_credit}`} className="px-4 py-3 text-sm">
              <p className="flex flex-wrap justify-between gap-x-3">
                <span className="font-[550]">{plan.name}</span>
                <span className="tabular">{money(credit)}</span>
              </p>
              <p className="text-muted">
                {t('cell.credit', { rate: money(hourly_credit) })}
                {plan.plan_number && ` · ${plan.plan_number}`}
                {` · ${t(plan.funded ? 'cell.funded' : 'cell.unfunded')}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap justify-between gap-3 text-sm">
        <span>{t('cell.creditText', { amount: money(row.fringe_credit) })}</span>
        <CardLink to="/public-work?tab=fringe">{t('fix.plans')}</CardLink>
      </p>
    </>
  );
}

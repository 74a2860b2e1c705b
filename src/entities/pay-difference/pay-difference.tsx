import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import type { PayDifferenceLine } from '@/entities/pay-difference/pay-difference-queries';
import { useProjectOptions } from '@/entities/project/projects-query';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const KINDS = ['REG', 'OT', 'DT', 'PTO', 'SICK', 'HOLIDAY', 'MEAL_PREM', 'REST_PREM'] as const;
const isKind = (code: string | null): code is (typeof KINDS)[number] =>
  KINDS.some((kind) => kind === code);

export interface PayDifferenceProps {
  lines: readonly PayDifferenceLine[];
  /** Before each line, where it is about several people. */
  nameOf?: (employeeId: string) => string;
}

/** Day, project, code, hours and amount of what a decision about closed weeks changes, and the sum. */
export function PayDifference({ lines, nameOf }: PayDifferenceProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const projects = useProjectOptions().data ?? [];
  const codes = useCostCodeOptions().data ?? [];
  const kindOf = (code: string | null) => t(`payDifference.kind.${isKind(code) ? code : 'other'}`);
  const amountOf = (cents: number | null) =>
    cents === null ? t('payDifference.noRate') : format.moneyFromCents(cents);
  const posted = lines.filter(({ posted = true }) => posted);
  const open = lines.filter(({ posted = true }) => !posted);
  const sum = (of: readonly PayDifferenceLine[]) =>
    of.reduce((total, { amount_cents }) => total + (amount_cents ?? 0), 0);
  return (
    <div className="tabular text-sm">
      <ul className="max-h-48 divide-y overflow-y-auto">
        {posted.map((line) => (
          <li
            key={[
              line.employee_id,
              line.work_date,
              line.project_id,
              line.cost_code_id,
              line.pay_code,
            ].join('|')}
            className="flex items-baseline justify-between gap-3 py-1"
          >
            <span className="min-w-0">
              {[
                nameOf && line.employee_id && nameOf(line.employee_id),
                format.weekdayDate(line.work_date),
                projects.find(({ id }) => id === line.project_id)?.name,
                codes.find(({ id }) => id === line.cost_code_id)?.code,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="shrink-0 whitespace-nowrap">
              {line.minutes !== 0 && `${formatDuration(line.minutes * 60)} `}
              {kindOf(line.pay_code)} · {amountOf(line.amount_cents)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex justify-between gap-3 font-[620]">
        <span>{t('payDifference.total')}</span>
        <span>{format.moneyFromCents(sum(posted))}</span>
      </p>
      {open.length > 0 && (
        <p className="text-muted">
          {t('payDifference.open', { amount: format.moneyFromCents(sum(open)) })}
        </p>
      )}
    </div>
  );
}

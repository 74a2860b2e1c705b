import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import {
  type HourValue,
  hourValuesQuery,
  RATE_REASONS,
} from '@/entities/hour-value/hour-values-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface HourValuesProps {
  employeeId: string;
  range: DateRange;
}

/** What an hour of public work is worth and why, for the person and the office alike. */
export function HourValues({ employeeId, range }: HourValuesProps) {
  const { t } = useTranslation('hour-value');
  const values = useQuery(hourValuesQuery(employeeId, range));
  return (
    <section aria-labelledby="hour-values">
      <h3 id="hour-values" className="border-b pb-1.5 font-[620] text-sm">
        {t('title')}
      </h3>
      <Loaded query={values} skeleton={<ListSkeleton rows={3} />}>
        {(list) => (
          <ul className="divide-y">
            {list.map((value) => (
              <li
                key={[
                  value.classification_id,
                  value.first_date,
                  value.hourly_rate,
                  value.cash,
                  value.level,
                ].join()}
                className="py-3"
              >
                <OneValue value={value} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function OneValue({ value }: { value: HourValue }) {
  const { t, language } = useTranslation('hour-value');
  const format = useFormat();
  const project = useProjectOptions().data?.find(({ id }) => id === value.project_id)?.name;
  const name = language === 'es' ? value.classification_name_es : value.classification_name;
  const missing = value.paid_total === null ? 0 : value.required_total - value.paid_total;
  const why = useReason(value);
  return (
    <>
      <p className="font-[620] text-sm">{[name, project].filter(Boolean).join(' · ')}</p>
      <p className="mb-2 text-muted text-xs">
        {[
          value.first_date === value.last_date
            ? format.dayMonth(value.first_date)
            : format.dateRange(value.first_date, value.last_date),
          formatDuration(value.minutes * 60),
        ].join(' · ')}
      </p>
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Sum
          title={t('required')}
          total={format.money(value.required_total)}
          parts={[
            [t('base'), format.money(value.required_base)],
            [t('fringe'), format.money(value.required_fringe)],
          ]}
        />
        <Sum
          title={t('paid')}
          total={value.paid_total === null ? '–' : format.money(value.paid_total)}
          parts={[
            [t('rate'), value.hourly_rate === null ? '–' : format.money(value.hourly_rate)],
            ...value.plans.map(
              (plan) => [t('plan', { name: plan.name }), format.money(plan.credit)] as const,
            ),
            ...(value.cash > 0 ? ([[t('cash'), format.money(value.cash)]] as const) : []),
          ]}
        />
      </div>
      <p className="mt-2 text-sm">{why}</p>
      {value.overtime_rate !== null && (
        <p className="text-muted text-sm">
          {t('overtime', { rate: format.money(value.overtime_rate) })}
        </p>
      )}
      {missing > 0.00005 && (
        <Notice tone="attention" className="mt-2">
          {t('missing', { amount: format.money(missing) })}
        </Notice>
      )}
    </>
  );
}

function Sum({
  title,
  total,
  parts,
}: {
  title: ReactNode;
  total: string;
  parts: readonly (readonly [string, string])[];
}) {
  return (
    <dl className="tabular grid grid-cols-[1fr_auto] content-start gap-y-0.5 text-sm [&_dd]:pl-4">
      {parts.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right text-muted">{amount}</dd>
        </div>
      ))}
      <dt className="border-t pt-0.5 font-[620]">{title}</dt>
      <dd className="border-t pt-0.5 text-right font-[620]">{total}</dd>
    </dl>
  );
}

/** The reason in words; of an apprentice with the step. */
function useReason(value: HourValue): string {
  const { t } = useTranslation('hour-value');
  const format = useFormat();
  const reason = RATE_REASONS.find((known) => known === value.rate_reason) ?? 'own';
  return t(`reason.${reason}`, {
    own: value.own_rate === null ? '–' : format.money(value.own_rate),
    level: value.level ?? '',
    percent: format.number(value.percent ?? 100),
  });
}

import { useQuery } from '@tanstack/react-query';
import { CardLink } from '@/components/shared/card-link';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { moneyQuery, type ProjectMoney } from '@/features/tickets/office/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const AMOUNTS = [
  'committed_amount',
  'submitted_amount',
  'billed_amount',
  'expense_amount',
  'open_expense_amount',
  'other_budget_amount',
] as const;
const COUNTS = ['unsigned', 'unpriced', 'unbilled'] as const;

const DAY_MS = 86_400_000;

const daysBetween = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Dollars add up in cents: sums of dollars would not stay whole. */
const total = (rows: readonly ProjectMoney[], name: (typeof AMOUNTS)[number]): number =>
  rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0);

/** Extra work that is committed, and expenses: of one project, or of all of them. */
export function MoneyCard({ projectId = null }: { projectId?: string | null }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { today } = useCalendar();
  const query = useQuery(moneyQuery(companyId, projectId));
  const to = (stage: string) =>
    `/tickets/office?${new URLSearchParams({ stage, ...(projectId && { project: projectId }) })}`;
  return (
    <Card>
      <CardHeader
        title={t('summary.title')}
        action={<CardLink to={to('open')}>{t('summary.open')}</CardLink>}
      />
      <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
        {(rows) => {
          const oldest = rows
            .map(({ oldest_on }) => oldest_on)
            .filter((day) => day !== null)
            .sort()[0];
          const waiting = COUNTS.map(
            (name) => [name, rows.reduce((sum, row) => sum + row[name], 0)] as const,
          ).filter(([, count]) => count > 0);
          return (
            <div className="px-5 pb-4">
              <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
                {AMOUNTS.map((name) => [name, total(rows, name)] as const)
                  .filter(([name, cents]) => cents > 0 || name === 'committed_amount')
                  .map(([name, cents]) => (
                    <div key={name} className="contents">
                      <dt className="text-muted">{t(`summary.${name}`)}</dt>
                      <dd className="text-right font-[550]">{format.moneyFromCents(cents)}</dd>
                    </div>
                  ))}
              </dl>
              {waiting.length > 0 && (
                <p className="mt-3 text-muted text-sm">
                  {[
                    ...waiting.map(([name, count]) => t(`summary.${name}`, { count })),
                    ...(oldest ? [t('summary.oldest', { count: daysBetween(oldest, today) })] : []),
                  ].join(' · ')}
                </p>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

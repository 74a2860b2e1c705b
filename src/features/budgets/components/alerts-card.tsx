import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { StatusDot } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { type BudgetAlert, budgetAlertsQuery } from '@/entities/budget-alert/alerts-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useSeeAlerts } from '@/features/budgets/api/see-alerts';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 5;

/** What is new about the budgets, until somebody marks it as seen. */
export function AlertsCard() {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const mayWrite = useIsPrivileged();
  const { data: alerts = [] } = useQuery(budgetAlertsQuery(companyId));
  const see = useSeeAlerts(companyId);
  if (alerts.length === 0) return null;
  const words = (alert: BudgetAlert) =>
    t(`alert.${alert.kind}`, {
      used: format.number(alert.percent_used),
      complete: format.number(alert.percent_complete ?? 0),
      date: format.dayMonth(format.dateOfInstant(alert.created_at)),
      code: alert.code ? `${alert.code.code} ${alert.code.name}` : t('alert.whole'),
    });
  return (
    <Card className="mt-4">
      <CardHeader
        title={t('alert.title')}
        description={t('alert.text')}
        divided
        action={
          mayWrite && (
            <Button
              size="small"
              busy={see.isPending}
              onClick={() => see.mutate(alerts.map(({ id }) => id))}
            >
              {t('alert.seenAll')}
            </Button>
          )
        }
      />
      <ul className="divide-y">
        {alerts.slice(0, SHOWN).map((alert) => (
          <li key={alert.id} className="flex items-center gap-3 px-5 py-2.5 text-sm">
            <StatusDot tone={alert.percent_used >= 100 ? 'danger' : 'attention'} />
            <span className="min-w-0 flex-1">
              <Link
                className="font-[620] hover:underline"
                to={`/budgets?project=${alert.project_id}`}
              >
                {alert.project?.name ?? '–'}
              </Link>{' '}
              <span>{words(alert)}</span>
            </span>
            {mayWrite && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('alert.seenOf', { text: words(alert) })}
                onClick={() => see.mutate([alert.id])}
              >
                <Check aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {alerts.length > SHOWN && (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          {t('alert.more', { count: alerts.length - SHOWN })}
        </p>
      )}
    </Card>
  );
}

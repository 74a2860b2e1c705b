import { useQuery } from '@tanstack/react-query';
import { CardLink } from '@/components/shared/card-link';
import { StatusDot, type StatusTone } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { budgetAlertsQuery } from '@/entities/budget-alert/alerts-query';
import { employeeName } from '@/entities/employee/employees-query';
import { useOpenTimeOffCount } from '@/entities/time-off/open-requests-query';
import { isOff, moduleOf } from '@/entities/viewer/modules';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Needs, offSiteQuery } from '@/features/dashboard/api/queries';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

interface Item {
  key: string;
  tone: StatusTone;
  text: string;
  action: string;
  to: string;
}

const MAX_ALERTS = 3;

/** The first alerts about budgets, each with its project's budget. */
function useBudgetItems(): Item[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { data = [] } = useQuery(budgetAlertsQuery(companyId));
  return data.slice(0, MAX_ALERTS).map((alert) => ({
    key: alert.id,
    tone: alert.percent_used >= 100 ? 'danger' : 'attention',
    text: t(`needs.budget.${alert.kind}`, {
      project: alert.project?.name ?? '–',
      code: alert.code?.name ?? t('needs.budget.whole'),
      used: format.number(alert.percent_used),
      complete: format.number(alert.percent_complete ?? 0),
      date: format.dayMonth(format.dateOfInstant(alert.created_at)),
    }),
    action: t('needs.look'),
    to: `/budgets?project=${alert.project_id}`,
  }));
}

function useItems(needs: Needs): Item[] {
  const { t } = useTranslation('dashboard');
  const now = useNowSeconds();
  const format = useFormat();
  const openTimeOff = useOpenTimeOffCount();
  const { data: offSite = 0 } = useQuery(offSiteQuery(useViewer().company?.id ?? ''));
  // Each thing once: punches off site have a line of their own.
  const others = Math.max(0, needs.verifications - offSite);
  const items: Item[] = needs.long_running.map((entry) => ({
    key: entry.entry_id,
    tone: 'attention',
    text: t('needs.longRunning', {
      name: employeeName(entry),
      hours: formatDuration(now - Date.parse(entry.clock_in) / 1000),
    }),
    action: t('needs.fix'),
    to: `/time-tracker?period=week&entry=${entry.entry_id}`,
  }));
  for (const person of needs.missing_rates) {
    items.push({
      key: person.employee_id,
      tone: 'attention',
      text: t('needs.noRate', { name: employeeName(person) }),
      action: t('needs.setRate'),
      to: `/employees?employee=${person.employee_id}`,
    });
  }
  for (const dispute of needs.disputes) {
    items.push({
      key: `dispute ${dispute.employee_id} ${dispute.start_date}`,
      tone: 'danger',
      text: t('needs.dispute', {
        name: employeeName(dispute),
        range: format.dateRange(dispute.start_date, dispute.end_date),
        note: dispute.note,
      }),
      action: t('needs.look'),
      to: `/payroll?from=${dispute.start_date}&employee=${dispute.employee_id}`,
    });
  }
  if (openTimeOff > 0) {
    items.push({
      key: 'time-off',
      tone: 'attention',
      text: t('needs.timeOff', { count: openTimeOff }),
      action: t('needs.look'),
      to: '/scheduling/time-off',
    });
  }
  if (offSite > 0) {
    items.push({
      key: 'off-site',
      tone: 'attention',
      text: t('needs.offSite', { count: offSite }),
      action: t('needs.look'),
      to: '/verification?kind=off_site_punch',
    });
  }
  if (others > 0) {
    items.push({
      key: 'verifications',
      tone: 'attention',
      text: t('needs.verifications', { count: others }),
      action: t('needs.look'),
      to: '/verification',
    });
  }
  if (needs.unapproved_seconds >= 60) {
    items.push({
      key: 'unapproved',
      tone: 'idle',
      text: t('needs.unapproved', { hours: formatDuration(needs.unapproved_seconds) }),
      action: t('needs.approve'),
      to: `/payroll?from=${needs.period_start}`,
    });
  }
  return items;
}

/** For managers: one list of what waits for them, each item a link to where it is fixed. */
export function NeedsCard({ needs }: { needs: Needs }) {
  const { t } = useTranslation('dashboard');
  const viewer = useViewer();
  const items = [...useItems(needs), ...useBudgetItems()].filter(({ to }) => {
    const name = moduleOf(to);
    return name === undefined || !isOff(viewer, name);
  });
  return (
    <Card>
      <CardHeader
        title={t('needs.title')}
        action={items.length > 0 && <Badge tone="attention">{items.length}</Badge>}
      />
      {items.length === 0 ? (
        <p className="px-5 pt-1 pb-5 text-muted text-sm">{t('needs.none')}</p>
      ) : (
        <ul className="divide-y border-t">
          {items.map(({ key, tone, text, action, to }) => (
            <li key={key} className="flex items-center gap-3 px-5 py-3 text-sm">
              <StatusDot tone={tone} />
              <span className="min-w-0 flex-1">{text}</span>
              <CardLink to={to} aria-label={`${action}: ${text}`}>
                {action}
              </CardLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

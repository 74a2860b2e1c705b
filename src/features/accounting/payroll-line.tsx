import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Connection, connectionsQuery } from '@/features/accounting/api/connections';
import { overviewQuery } from '@/features/accounting/api/overview';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** In the payroll run of a company with connected systems: how much of the period is there. */
export function PayrollLines({ range }: { range: DateRange }) {
  const { data = [] } = useQuery(connectionsQuery(useViewer().company?.id ?? ''));
  return data
    .filter(({ state, send_from: from }) => state !== 'set_up' && from <= range.end)
    .map((connection) => <PayrollLine key={connection.id} connection={connection} range={range} />);
}

function PayrollLine({ connection, range }: { connection: Connection; range: DateRange }) {
  const { t } = useTranslation('accounting');
  const overview = useQuery(overviewQuery(connection.id, range));
  if (!overview.data) return null;
  const { days } = overview.data;
  const sent = days.filter(({ state }) => state === 'sent').length;
  const toSolve = days.filter(({ state }) => state === 'problem' || state === 'conflict').length;
  const isDone = sent === days.length && days.length > 0;
  return (
    <Notice
      tone={toSolve > 0 ? 'attention' : isDone ? 'success' : 'info'}
      title={t('run.sent', {
        system: SYSTEM_NAMES[connection.system],
        sent,
        count: days.length,
      })}
      action={
        <Button size="small" asChild>
          <Link to={`/settings?tab=connections&connection=${connection.id}`}>{t('open')}</Link>
        </Button>
      }
    >
      {toSolve > 0 && t('run.toSolve', { count: toSolve })}
      {connection.state === 'sign_in_needed' && ` ${t('state.sign_in_needed')}`}
      {connection.state === 'paused' && ` ${t('state.paused')}`}
    </Notice>
  );
}

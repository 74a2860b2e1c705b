import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { reportAddress } from '@/features/public-work/report/addresses';
import type { Obstacle } from '@/features/public-work/report/obstacles';
import { rowId } from '@/features/public-work/report/row-id';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ObstacleNoticeProps {
  obstacle: Obstacle;
  projectId: string;
  weekEnd: IsoDate;
}

function goToRow(row: number | null): void {
  const line = row === null ? null : document.getElementById(rowId(row));
  (line ?? document.querySelector('main'))?.scrollIntoView({ block: 'center' });
  line?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
}

/** Signing is closed: why, and the way to open it. */
export function ObstacleNotice({ obstacle, projectId, weekEnd }: ObstacleNoticeProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const link = (to: string, text: string) => (
    <Button asChild variant="primary" size="small">
      <Link to={to}>{text}</Link>
    </Button>
  );
  const parts = (): { text: string; action?: ReactNode } => {
    switch (obstacle.kind) {
      case 'not_over':
        return { text: t('closed.notOver', { date: format.longDate(weekEnd) }) };
      case 'earlier_week':
        return {
          text: t('closed.earlier', { date: format.date(obstacle.weekEnd) }),
          action: link(reportAddress(projectId, obstacle.weekEnd), t('closed.openEarlier')),
        };
      case 'not_approved':
        return {
          text: t('closed.notApproved'),
          action: link(
            `/payroll?from=${weekEnd}${obstacle.employeeId ? `&employee=${obstacle.employeeId}` : ''}`,
            t('fix.approve'),
          ),
        };
      case 'errors':
        return {
          text: [
            t('closed.errors', { count: obstacle.count }),
            obstacle.entries.length > 0 &&
              t('closed.rows', { rows: format.list(obstacle.entries.map(String)) }),
          ]
            .filter(Boolean)
            .join(' '),
          action: (
            <Button variant="primary" size="small" onClick={() => goToRow(obstacle.firstRow)}>
              {t('closed.goToError')}
            </Button>
          ),
        };
    }
  };
  const { text, action } = parts();
  return (
    <Notice tone="danger" title={t('closed.title')} action={action}>
      {text}
    </Notice>
  );
}

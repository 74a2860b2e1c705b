import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import type { OpenPortal, PortalReport } from '@/features/portal/api/portal';
import { reportQuery } from '@/features/portal/api/portal-report';
import { ReportBody } from '@/features/portal/components/report-body';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

interface ReportListProps {
  token: string;
  portal: OpenPortal;
  reports: readonly PortalReport[];
}

/** Submitted field reports, the newest first; each opens in its place. */
export function ReportList({ token, portal, reports }: ReportListProps) {
  const { t } = useTranslation('portal');
  return (
    <Card>
      <CardHeader divided title={t('fieldReports.title')} />
      {reports.length === 0 ? (
        <EmptyState title={t('fieldReports.empty')} />
      ) : (
        <ul className="divide-y">
          {reports.map((report) => (
            <ReportRow key={report.id} token={token} portal={portal} report={report} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ReportRowProps {
  token: string;
  portal: OpenPortal;
  report: PortalReport;
}

function ReportRow({ token, portal, report }: ReportRowProps) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  const [isOpen, setIsOpen] = useState(false);
  const opened = useQuery({ ...reportQuery(token, report.id), enabled: isOpen });
  const { report_date: date, people, seconds, signed_name: name, phase } = report;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-center gap-3 px-5 py-3 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-[550]">
            {t('fieldReports.of', { weekday: day.weekday(date), date: day.date(date) })}
          </span>
          {phase && <span className="block">{phase}</span>}
          <span className="block text-muted text-sm">
            {t('fieldReports.people', { count: people })}, {formatDuration(seconds)} ·{' '}
            {t('fieldReports.signed', { name })}
          </span>
        </span>
        <ChevronDown
          className={cn('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <div className="px-5 pb-4">
          <Loaded query={opened} skeleton={<ListSkeleton rows={3} />}>
            {(shown) => <ReportBody report={shown} />}
          </Loaded>
        </div>
      )}
    </li>
  );
}

import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { AllSentLine } from '@/entities/offline/all-sent-line';
import { RecoveryNotice } from '@/entities/session/recovery-notice';
import { useSession } from '@/entities/session/use-session';
import { useMyShifts } from '@/entities/shift/my-shifts-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { BulletinsCard } from '@/features/my-status/components/bulletins-card';
import { DocumentsCard } from '@/features/my-status/components/documents-card';
import { LocationCard } from '@/features/my-status/components/location-card';
import { LocationViewsCard } from '@/features/my-status/components/location-views-card';
import { MyTimeCard } from '@/features/my-status/components/my-time-card';
import { ReportsCard } from '@/features/my-status/components/reports-card';
import { ShiftsCard } from '@/features/my-status/components/shifts-card';
import { StatusClock } from '@/features/my-status/components/status-clock';
import { TeamCard } from '@/features/my-status/components/team-card';
import { TimeOffCard } from '@/features/my-status/components/time-off-card';
import { TimerControls } from '@/features/my-status/components/timer-controls';
import { TimesheetCard } from '@/features/my-status/components/timesheet-card';
import { HoursReport } from '@/features/my-status/report/hours-report';
import { loadNamespaces } from '@/lib/i18n';
import { useBriefWait } from '@/lib/use-brief-wait';
import { useDrawnOnce } from '@/lib/use-drawn-once';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

// Of companies with public work alone, and below everything a worker opens this for.
const IdentityViewsCard = late(async () => {
  const [card] = await Promise.all([
    import('@/features/my-status/components/identity-views-card'),
    loadNamespaces(['payroll-facts']),
  ]);
  return { default: card.IdentityViewsCard };
});

const CertifiedPayrollsCard = late(async () => {
  const [card] = await Promise.all([
    import('@/features/my-status/components/certified-payrolls-card'),
    loadNamespaces(['my-certified-payroll']),
  ]);
  return { default: card.CertifiedPayrollsCard };
});

const CertificateCards = late(() =>
  withTexts(
    import('@/features/my-status/components/certificate-cards').then(
      (file) => file.CertificateCards,
    ),
    'required-certificates',
  ),
);

interface Props {
  /** What nobody may miss. */
  above?: ReactNode;
  /** What comes next after the clock. */
  below?: ReactNode;
  /** At the very end. */
  last?: ReactNode;
}

/** For the worker in gloves: the clock first, everything else below it. */
export function MyStatusScreen({ above, below, last }: Props) {
  const { t } = useTranslation('my-status');
  const employee = useEmployee();
  const { user } = useSession();
  const [search] = useSearchParams();
  const report = search.get('report');
  const drawn = useDrawnOnce();
  // On a phone the rest stands below them, and would be pushed down by them.
  const shiftsUnknown = useBriefWait(useMyShifts().isLoading);
  if (report === 'this' || report === 'last') return <HoursReport which={report} />;
  return (
    <>
      <PageHeader title={t('title')} />
      {!user?.email && <RecoveryNotice employeeId={employee?.id ?? ''} />}
      {!employee && (
        <Notice tone="danger" className="mb-4">
          {t('noEmployee.text')}
        </Notice>
      )}
      {above}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(340px,440px)_1fr] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-4">
          <StatusClock />
          <TimerControls />
          <AllSentLine />
          {below}
          {drawn && <Ahead />}
        </div>
        {drawn && !shiftsUnknown && <TimeAndPlaces last={last} />}
      </div>
    </>
  );
}

/** What waits for the person, and what comes next. */
function Ahead() {
  const { certificates: hasCertificates } = useViewer();
  return (
    <>
      <TimesheetCard />
      <ShiftsCard />
      {hasCertificates && (
        <Suspense>
          <CertificateCards />
        </Suspense>
      )}
      <TimeOffCard />
      <DocumentsCard />
      <BulletinsCard />
    </>
  );
}

function TimeAndPlaces({ last }: Pick<Props, 'last'>) {
  const { public_work: hasPublicWork } = useViewer();
  return (
    <>
      <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <MyTimeCard />
        <TeamCard />
      </div>
      <div className="grid gap-4">
        <LocationCard />
        <LocationViewsCard />
        {hasPublicWork && (
          <Suspense>
            <CertifiedPayrollsCard />
            <IdentityViewsCard />
          </Suspense>
        )}
        <ReportsCard />
        {last}
      </div>
    </>
  );
}

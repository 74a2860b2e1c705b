import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { PayrollWeek } from '@/features/public-work/report/api/queries';
import { useSignReport } from '@/features/public-work/report/api/writes';
import { ObstacleNotice } from '@/features/public-work/report/components/obstacle-notice';
import { SignCard } from '@/features/public-work/report/components/sign-card';
import { obstacleOf } from '@/features/public-work/report/obstacles';
import type { ReportedWorker } from '@/features/public-work/report/workers';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

interface FirstSignatureCardProps {
  projectId: string;
  weekEnd: IsoDate;
  report: CertifiedPayroll;
  workers: readonly ReportedWorker[];
  weeks: readonly PayrollWeek[];
}

/** Signing a week for the first time; closed while something stands in its way, which it names. */
export function FirstSignatureCard({
  projectId,
  weekEnd,
  report,
  workers,
  weeks,
}: FirstSignatureCardProps) {
  const { t } = useTranslation('certified-payroll');
  const today = useToday(useFormat().preferences.timeZone);
  const sign = useSignReport(projectId, weekEnd);
  const obstacle = obstacleOf({ report, workers, weeks, today });
  const { number, no_work: noWork } = report.header;
  return (
    <SignCard
      report={report}
      title={t('sign.heading')}
      text={t(noWork ? 'sign.noWorkText' : 'sign.text')}
      button={t(noWork ? 'sign.noWorkButton' : 'sign.button', { number })}
      closed={
        obstacle && <ObstacleNotice obstacle={obstacle} projectId={projectId} weekEnd={weekEnd} />
      }
      isFinal={false}
      onSign={(signature) => sign.mutateAsync(signature)}
    />
  );
}

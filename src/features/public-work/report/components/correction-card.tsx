import { Button } from '@/components/ui/button';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { SignedReport } from '@/features/public-work/report/api/queries';
import { useCorrectReport } from '@/features/public-work/report/api/writes';
import type { ReportChange } from '@/features/public-work/report/compare-reports';
import { ChangeList } from '@/features/public-work/report/components/change-list';
import { ObstacleNotice } from '@/features/public-work/report/components/obstacle-notice';
import { SignCard } from '@/features/public-work/report/components/sign-card';
import { obstacleOf } from '@/features/public-work/report/obstacles';
import type { ReportedWorker } from '@/features/public-work/report/workers';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

interface CorrectionCardProps {
  before: SignedReport;
  live: CertifiedPayroll;
  changes: readonly ReportChange[];
  workers: readonly ReportedWorker[];
  onDone: () => void;
}

/** A further revision of the same number: what changes, why, and the signature under it. */
export function CorrectionCard({ before, live, changes, workers, onDone }: CorrectionCardProps) {
  const { t } = useTranslation('certified-payroll');
  const today = useToday(useFormat().preferences.timeZone);
  const correct = useCorrectReport();
  // The weeks before it were signed before it was.
  const obstacle = obstacleOf({ report: live, workers, weeks: [], today });
  const revision = before.revision + 1;
  return (
    <SignCard
      report={live}
      title={t('correct.heading', { number: before.number, revision })}
      text={t('correct.text')}
      button={t('correct.button', { number: before.number, revision })}
      closed={
        obstacle && (
          <ObstacleNotice
            obstacle={obstacle}
            projectId={before.project_id}
            weekEnd={before.week_end}
          />
        )
      }
      isFinal={before.final}
      reason={{ label: t('correct.reason'), hint: t('correct.reasonHint') }}
      onSign={(signature, reason) => correct.mutateAsync({ id: before.id, reason, signature })}
      onDone={onDone}
    >
      <ChangeList changes={changes} />
      <div>
        <Button onClick={onDone}>{t('correct.cancel')}</Button>
      </div>
    </SignCard>
  );
}

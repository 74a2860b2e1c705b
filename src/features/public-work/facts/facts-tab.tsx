import { useViewer } from '@/entities/viewer/use-viewer';
import { IdentitiesCard } from '@/features/public-work/facts/components/identities-card';
import { WeekBar } from '@/features/public-work/facts/components/week-bar';
import { FactsView } from '@/features/public-work/facts/facts-view';
import { useWeek } from '@/features/public-work/facts/use-week';

/** What certified payrolls need from the payroll system: by week, with the last four digits of people. */
export function FactsTab() {
  const companyId = useViewer().company?.id ?? '';
  const week = useWeek();
  return (
    <FactsView
      span={{ weekEnd: week.weekEnd, periodStart: null }}
      bar={<WeekBar week={week} />}
      below={<IdentitiesCard companyId={companyId} />}
    />
  );
}

import { Link } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import type { Project } from '@/features/projects/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The phases of a project in the order of the tree, each with hours and progress of what is below it. */
export function PhaseList({ phases, top }: { phases: readonly Project[]; top: string }) {
  const { t } = useTranslation('phases');
  const format = useFormat();
  return (
    <ul className="divide-y">
      {phases.map((phase) => (
        <li
          key={phase.id}
          className={`flex min-h-11 items-center gap-2 py-2 text-sm ${phase.parent_id === top ? '' : 'pl-6'}`}
        >
          <ColorSwatch color={phase.color} />
          <Link
            to={`/projects?project=${phase.id}`}
            className="-my-2 min-w-0 flex-1 wrap-break-word py-3 font-[550] hover:underline"
          >
            {phase.name}
          </Link>
          {phase.archived_at ? (
            <span className="text-muted">{t('archived')}</span>
          ) : (
            <span className="tabular text-muted">
              {format.percent((phase.branchPercent ?? phase.percent_complete) / 100)}
            </span>
          )}
          <span className="tabular w-16 text-right">{formatHoursMinutes(phase.branchSeconds)}</span>
        </li>
      ))}
    </ul>
  );
}

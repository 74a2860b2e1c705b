import { useProject } from '@/entities/project/projects-query';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface FinishDateProps {
  projectId: string;
  finish: string | null;
  deadline: string | null;
}

/** The day, and how far from the deadline it is. */
export function FinishDate({ projectId, finish, deadline }: FinishDateProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  // What is done is not late any more.
  if (useProject(projectId)?.status === 'completed')
    return <span className="text-muted">{t('forecast.completed')}</span>;
  if (finish === null) return <span className="text-muted">{t('forecast.noPace')}</span>;
  const days =
    deadline === null ? null : Math.round((Date.parse(finish) - Date.parse(deadline)) / 86_400_000);
  const count = Math.abs(days ?? 0);
  const words =
    days === null
      ? t('forecast.noDeadline')
      : days === 0
        ? t('forecast.onTime')
        : t(days > 0 ? 'forecast.late' : 'forecast.early', { count });
  return (
    <>
      <span className="font-[620]">{format.date(finish)}</span>{' '}
      <span className={cn('block text-xs', (days ?? 0) > 0 ? 'text-danger' : 'text-muted')}>
        {words}
      </span>
    </>
  );
}

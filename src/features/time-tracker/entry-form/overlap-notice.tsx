import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useProject } from '@/entities/project/projects-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { OtherEntry } from '@/features/time-tracker/entry-form/refusals';
import { useTranslation } from '@/lib/use-translation';

export interface OverlapNoticeProps {
  other: OtherEntry;
  running: boolean;
  onOpen: (entryId: string) => void;
}

/** Names the entry that is in the way and leads to it. */
export function OverlapNotice({ other, running, onOpen }: OverlapNoticeProps) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const clock = useSiteClock(other.project_id);
  const project = useProject(other.project_id);
  return (
    <Notice
      tone="danger"
      title={running ? t('form.overlap.running') : t('form.overlap.title')}
      action={
        <Button size="small" onClick={() => onOpen(other.id)}>
          {t('form.overlap.open')}
        </Button>
      }
    >
      {t('form.overlap.entry', {
        from: clock.dateTime(other.clock_in),
        to: other.clock_out ? clock.dateTime(other.clock_out) : t('form.overlap.now'),
        project: project?.name ?? t('common:project.unknown'),
      })}
    </Notice>
  );
}

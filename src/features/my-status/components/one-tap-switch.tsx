import { ArrowRightLeft } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { useRecentWork } from '@/entities/recent-work/recent-work-query';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useSwitchProject } from '@/entities/running-entry/use-switch-project';
import { useTranslation } from '@/lib/use-translation';

const MAX_SHOWN = 2;

/** The last other work, by project, cost code and class: one tap switches to it. */
export function OneTapSwitch({ running }: { running: RunningEntry }) {
  const { t } = useTranslation('my-status');
  const { change, isPending } = useSwitchProject();
  const others = useRecentWork()
    .filter(
      ({ projectId, costCodeId, classificationId }) =>
        projectId !== running.project_id ||
        costCodeId !== running.cost_code_id ||
        // A clock the server has not heard of yet may have no class: that is no other work.
        (classificationId && running.classification_id
          ? classificationId !== running.classification_id
          : false),
    )
    .slice(0, MAX_SHOWN);
  if (others.length === 0) return null;
  return (
    <Card>
      <ul aria-label={t('oneTap.switch')} className="divide-y">
        {others.map(
          ({ projectId, projectName, costCodeId, costCode, classificationId, classOfWork }) => (
            <li key={`${projectId}/${costCodeId}/${classificationId}`}>
              <button
                type="button"
                disabled={isPending}
                className="touch-target flex w-full items-center gap-3.5 px-4 py-3 text-left hover:bg-sunken disabled:opacity-55"
                onClick={() =>
                  change(
                    {
                      projectId,
                      costCodeId,
                      classificationId: classificationId ?? null,
                      notes: '',
                    },
                    () => undefined,
                  )
                }
              >
                <ArrowRightLeft aria-hidden="true" className="size-4 shrink-0 text-primary" />
                <span className="min-w-0">
                  <span className="block break-words font-[620]">
                    {t('oneTap.switchTo', { work: projectName })}
                  </span>
                  {(costCode || classOfWork) && (
                    <span className="block break-words text-muted text-sm">
                      {[costCode, classOfWork].filter(Boolean).join(' · ')}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

import { Button } from '@/components/ui/button';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { planOf } from '@/entities/crew/crew-plan';
import { ProjectName } from '@/entities/project/project-name';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { WorkGroup } from '@/features/crew-clock/crew-plan';
import { useTranslation } from '@/lib/use-translation';

interface PlanLineProps {
  groups: readonly WorkGroup[];
  /** Whether somebody chose other work than the plan. */
  isChanged: boolean;
  onChange: () => void;
  onReset: () => void;
}

function useGroupDetail(): (group: WorkGroup) => string {
  const clockOf = useSiteClocks();
  const codes = useCostCodeOptions().data;
  const classOf = useClassificationNames();
  return ({ work, members }) => {
    const code = codes?.find(({ id }) => id === work?.costCodeId);
    const planned = members.find(
      (member) => member.plan_starts_at && planOf(member)?.projectId === work?.projectId,
    );
    const hours =
      planned?.plan_starts_at &&
      planned.plan_ends_at &&
      clockOf(work?.projectId).range(planned.plan_starts_at, planned.plan_ends_at);
    return [code && `${code.code} ${code.name}`, classOf(work?.classificationId), hours]
      .filter(Boolean)
      .join(' · ');
  };
}

/** On what those who are ticked start, and how to choose something else. */
export function PlanLine({ groups, isChanged, onChange, onReset }: PlanLineProps) {
  const { t } = useTranslation('crew');
  const detailOf = useGroupDetail();
  const isPlanned = groups.some(({ members }) => members.some((member) => planOf(member)));
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h2 className="text-muted text-sm">
          {t(isChanged ? 'work.changed' : isPlanned ? 'work.plan' : 'work.title')}
        </h2>
        {groups.map((group) => (
          <div key={group.work ? `${group.work.projectId} ${group.work.costCodeId}` : ''}>
            {group.work ? (
              <p className="font-[620]">
                <ProjectName projectId={group.work.projectId} />
                {groups.length > 1 && (
                  <span className="tabular ml-2 font-normal text-muted text-sm">
                    {t('people', { count: group.members.length })}
                  </span>
                )}
              </p>
            ) : (
              <p className="font-[620]">{t('work.none')}</p>
            )}
            <p className="tabular text-muted text-sm">{detailOf(group)}</p>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-1">
        {isChanged && (
          <Button variant="ghost" onClick={onReset}>
            {t('work.back')}
          </Button>
        )}
        <Button variant="link" onClick={onChange}>
          {t('work.change')}
        </Button>
      </div>
    </div>
  );
}

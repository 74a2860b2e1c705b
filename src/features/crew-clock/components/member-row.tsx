import { Avatar } from '@/components/shared/avatar';
import { StatusDot } from '@/components/shared/status-dot';
import { Checkbox } from '@/components/ui/checkbox';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import type { CrewMember } from '@/entities/crew/crew-member';
import type { Work } from '@/entities/crew/crew-plan';
import { employeeName } from '@/entities/employee/employees-query';
import { useProjectNames } from '@/entities/project/projects-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import { TONES } from '@/features/crew-clock/components/crew-counts';
import { stateOf } from '@/features/crew-clock/crew-plan';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface MemberRowProps {
  member: CrewMember;
  /** What most of the crew is planned for: only what differs is said. */
  common: Work | null;
  /** They could not start on the work that is chosen or planned. */
  closed: boolean;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** Why somebody is not in, or on what they work. */
function useDetail(member: CrewMember, common: Work | null): string {
  const { t } = useTranslation('crew');
  const state = stateOf(member);
  const code = useCostCode(member.cost_code_id);
  const classOfWork = useClassificationNames()(member.classification_id);
  const clock = useSiteClock(member.plan_project_id ?? member.project_id);
  const nameOf = useProjectNames();
  const elsewhere = (id: string | null, name: string | null) =>
    id !== null && id !== common?.projectId ? nameOf(id, name) : null;
  const join = (parts: readonly (string | null | undefined | false)[]) =>
    parts.filter(Boolean).join(' · ');
  switch (state) {
    case 'in':
      return (
        join([
          elsewhere(member.project_id, member.project_name),
          code && `${code.code} ${code.name}`,
          classOfWork,
        ]) ||
        nameOf(member.project_id, member.project_name) ||
        t('noProject')
      );
    case 'break':
      return member.since ? t('breakSince', { time: clock.time(member.since) }) : t('count.break');
    case 'left':
      return member.last_out ? t('leftAt', { time: clock.time(member.last_out) }) : t('count.left');
    case 'off':
      return t('timeOff');
    case 'out':
      return (
        join([
          member.plan_starts_at && t('due', { time: clock.time(member.plan_starts_at) }),
          elsewhere(member.plan_project_id, member.plan_project_name),
        ]) || (common ? t('noShift') : (member.job_title ?? t('count.out')))
      );
  }
}

/** One press anywhere in the row ticks the person. */
export function MemberRow({ member, common, closed, checked, disabled, onChange }: MemberRowProps) {
  const { t } = useTranslation('crew');
  const id = `crew-${member.employee_id}`;
  const state = stateOf(member);
  const detail = useDetail(member, common);
  const { minutes, since } = member;
  const hasMinutes = state === 'in' || state === 'break' || state === 'left';
  return (
    <li>
      <label
        htmlFor={id}
        className={cn(
          'flex min-h-14 items-center gap-3 border-t px-4 py-2 transition-colors',
          checked ? 'bg-primary-soft' : 'hover:bg-sunken',
        )}
      >
        <Checkbox
          id={id}
          checked={checked}
          disabled={disabled}
          onCheckedChange={(next) => onChange(next === true)}
        />
        <Avatar name={employeeName(member)} />
        <span className="min-w-0 flex-1">
          <span className="block break-words font-[620]">{employeeName(member)}</span>
          {closed ? (
            <span className="block break-words text-danger text-sm">{t('closed')}</span>
          ) : (
            <span className="block break-words text-muted text-sm">{detail}</span>
          )}
        </span>
        <span className="tabular flex shrink-0 items-center gap-2 text-sm">
          {hasMinutes ? (
            <LiveMinutes
              ended={minutes}
              running={
                state === 'in' && minutes === 0 && since ? [{ clock_in: since, breaks: [] }] : []
              }
            />
          ) : (
            t(`count.${state}`)
          )}
          <StatusDot tone={TONES[state]} {...(hasMinutes ? { label: t(`count.${state}`) } : {})} />
        </span>
      </label>
    </li>
  );
}

import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { CrewMember } from '@/entities/crew/crew-member';
import type { Work } from '@/entities/crew/crew-plan';
import { MemberRow } from '@/features/crew-clock/components/member-row';
import { useTranslation } from '@/lib/use-translation';

interface MemberSectionProps {
  /** On the box that ticks all of them. */
  title: string;
  members: readonly CrewMember[];
  common: Work | null;
  chosen: ReadonlySet<string>;
  /** Whether the work is closed to somebody. */
  isClosed: (member: CrewMember) => boolean;
  disabled: boolean;
  onChoose: (ids: readonly string[], wanted: boolean) => void;
}

/** People in the same state, with one box for all of them. */
export function MemberSection({
  title,
  members,
  common,
  chosen,
  isClosed,
  disabled,
  onChoose,
}: MemberSectionProps) {
  const { t } = useTranslation('crew');
  const id = useId();
  if (members.length === 0) return null;
  const ids = members.map(({ employee_id }) => employee_id);
  const count = ids.filter((one) => chosen.has(one)).length;
  const isAll = count === ids.length;
  return (
    <>
      <label
        htmlFor={id}
        className="flex min-h-12 items-center gap-3 border-t bg-sunken px-4 py-2 text-sm"
      >
        <Checkbox
          id={id}
          checked={isAll ? true : count > 0 ? 'indeterminate' : false}
          disabled={disabled}
          onCheckedChange={() => onChoose(ids, !isAll)}
        />
        <span className="flex-1 font-[620]">{title}</span>
        <span className="tabular text-muted">{t('chosenOf', { count, all: ids.length })}</span>
      </label>
      <ul>
        {members.map((member) => (
          <MemberRow
            key={member.employee_id}
            member={member}
            common={common}
            closed={isClosed(member)}
            checked={chosen.has(member.employee_id)}
            disabled={disabled}
            onChange={(wanted) => onChoose([member.employee_id], wanted)}
          />
        ))}
      </ul>
    </>
  );
}

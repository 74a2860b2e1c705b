import type { TimeInputValue } from '@/components/shared/time-input';
import type { ClockInRule, ClockInRuleKind } from '@/entities/clock-rule/clock-in-rules-query';
import type { Member, RuleDraft } from '@/features/clock-rules/api/clock-rules';
import { minutesOfHours, numberIn } from '@/lib/read-number';

export type Choice = 'inherit' | 'off' | 'on';
export type Subject = Omit<Member, 'rule_id'>;

/** The rules of one group as its form has them. */
export interface RuleValues {
  name: string;
  members: readonly Subject[];
  early: 'inherit' | ClockInRuleKind;
  grace: string;
  onSite: 'inherit' | 'off' | 'flag' | 'refuse';
  after: Choice;
  hours: string;
  edge: Choice;
  day: Choice;
  dayEnds: TimeInputValue;
}

const DEFAULT_DAY_END = 18 * 60;

/** `17:30:00` as minutes of the day. */
export function minuteOf(time: string | null): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const choiceOf = (value: boolean | null, none: Choice): Choice =>
  value === null ? none : value ? 'on' : 'off';

/** Who stands at the end has nobody to take a rule from: what is not set is off. */
export function valuesOf(
  rule: ClockInRule | null,
  members: readonly Subject[],
  isEveryone: boolean,
): RuleValues {
  const none = isEveryone ? 'off' : 'inherit';
  const minutes = rule?.stop_after_minutes ?? null;
  return {
    name: rule?.name ?? '',
    members,
    early: rule?.rule ?? (isEveryone ? 'allowed' : 'inherit'),
    grace: String(rule?.grace_minutes ?? 5),
    onSite: rule?.on_site ?? none,
    after: minutes === null ? none : minutes === 0 ? 'off' : 'on',
    hours: String(minutes ? minutes / 60 : 12),
    edge: choiceOf(rule?.stop_at_edge ?? null, none),
    day: choiceOf(rule?.ends_day ?? null, none),
    dayEnds: minuteOf(rule?.day_ends_at ?? null) ?? DEFAULT_DAY_END,
  };
}

const booleanOf = (choice: Choice): boolean | null =>
  choice === 'inherit' ? null : choice === 'on';

/** Minutes. */
export const GRACE = { digits: 0, min: 0, max: 120 };
export const STOP_HOURS = { min: 1, max: 24 };

/** What is sent; the values are valid. */
export function draftOf(values: RuleValues, rule: ClockInRule | null, isNamed: boolean): RuleDraft {
  const { early, grace, onSite, after, hours, edge, day, dayEnds } = values;
  return {
    ...(rule ? { id: rule.id } : {}),
    name: isNamed ? values.name.trim() : null,
    rule: early === 'inherit' ? null : early,
    grace_minutes: numberIn(grace, GRACE) ?? 0,
    on_site: onSite === 'inherit' ? null : onSite,
    stop_after_minutes:
      after === 'inherit' ? null : after === 'off' ? 0 : minutesOfHours(hours, 1440),
    stop_at_edge: booleanOf(edge),
    ends_day: booleanOf(day),
    day_ends_at: day === 'on' && typeof dayEnds === 'number' ? timeOf(dayEnds) : null,
    ...(isNamed ? { members: values.members } : {}),
  };
}

import type { ClockInRule } from '@/entities/clock-rule/clock-in-rules-query';
import { minuteOf } from '@/features/clock-rules/rule-values';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What a group's rules say, in plain sentences; of what they say nothing about, nothing. */
export function useRuleSentences(): (rule: ClockInRule, isEveryone: boolean) => string[] {
  const { t } = useTranslation('clock-rules');
  const format = useFormat();
  return (found, isEveryone) => {
    const { rule, grace_minutes, on_site, stop_after_minutes, stop_at_edge, ends_day } = found;
    // For everyone, off is how it is without any rule: not worth a sentence.
    const off = (sentence: string) => (isEveryone ? null : sentence);
    const minute = minuteOf(found.day_ends_at);
    const sentences = [
      rule === 'refuse'
        ? grace_minutes === 0
          ? t('sentence.early.atStart')
          : t('sentence.early.refuse', { count: grace_minutes })
        : rule === 'allowed'
          ? off(t('sentence.early.allowed'))
          : rule && t(`sentence.early.${rule}`),
      on_site === 'off'
        ? off(t('sentence.onSite.off'))
        : on_site && t(`sentence.onSite.${on_site}`),
      stop_after_minutes === 0
        ? off(t('sentence.after.off'))
        : stop_after_minutes && t('sentence.after.on', { count: stop_after_minutes / 60 }),
      stop_at_edge === false ? off(t('sentence.edge.off')) : stop_at_edge && t('sentence.edge.on'),
      ends_day === false
        ? off(t('sentence.day.off'))
        : ends_day &&
          t('sentence.day.on', { time: minute === null ? '' : format.timeOfDay(minute) }),
    ];
    return sentences.filter((sentence) => typeof sentence === 'string');
  };
}

import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { Item } from '@/features/verification/api/queries';
import { changeTo, punchedAt } from '@/features/verification/punch-effects';
import { formatDuration } from '@/lib/duration';
import { instantAt, minuteOfDay } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface CorrectFormProps {
  item: Item;
  onCorrect: (at: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Another time for a punch: the moment the person was on site, where it is known. */
export function CorrectForm({ item, onCorrect, onCancel }: CorrectFormProps) {
  const { t } = useTranslation(['verification', 'common']);
  const clock = useSiteClock(item.project_id);
  const punched = punchedAt(item);
  const { on_site_at } = item.detail;
  const suggested = on_site_at ?? punched;
  const form = useForm({
    initial: { at: minuteOfDay(suggested, clock.timeZone) as TimeInputValue },
    read: ({ at }, wrong) => {
      if (typeof at !== 'number') return wrong('at', t('correct.required'));
      // The punch itself has seconds; what nobody changed keeps them.
      if (at === minuteOfDay(suggested, clock.timeZone)) return suggested;
      return instantAt(clock.date(punched), at, clock.timeZone);
    },
    submit: onCorrect,
  });
  const at = form.valid ? form.reading : null;
  const change = at ? changeTo(item, at) : 0;
  return (
    <Form form={form} className="flex flex-wrap items-end gap-2.5">
      <Field
        label={t(item.detail.moment === 'out' ? 'correct.out' : 'correct.in')}
        hint={on_site_at ? t('correct.onSite', { time: clock.time(on_site_at) }) : undefined}
        className="min-w-40 flex-1"
      >
        <TimeInput {...form.value('at')} autoFocus />
      </Field>
      <p className="tabular min-h-9 py-2 text-sm">{at && change !== 0 && formatDuration(change)}</p>
      <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
      <Button type="submit" variant="primary" busy={form.busy} disabled={at === punched}>
        {t('correct.save')}
      </Button>
    </Form>
  );
}

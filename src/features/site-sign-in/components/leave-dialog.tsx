import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { SiteVisit } from '@/entities/site-visit/site-visit';
import { useSignOutVisitor } from '@/features/site-sign-in/api/writes';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { addDays, instantAt, minuteOfDay } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** When somebody left who did not sign out. A time before they came is of the next day. */
export function LeaveDialog({ visit, onClose }: { visit: SiteVisit; onClose: () => void }) {
  const { t } = useTranslation('site-sign-in');
  const format = useFormat();
  const clock = useSiteClock(visit.project_id);
  const signOut = useSignOutVisitor();
  const came = minuteOfDay(visit.signed_in_at, clock.timeZone);
  const form = useForm({
    initial: { time: null as TimeInputValue, note: '' },
    read: ({ time, note }, wrong) => {
      if (typeof time !== 'number') return wrong('time', t('leave.timeWrong'));
      const day = time < came ? addDays(visit.work_date, 1) : visit.work_date;
      const at = instantAt(day, time, clock.timeZone);
      // The minute they came in counts from its second.
      const left = Math.max(Date.parse(at), Date.parse(visit.signed_in_at));
      if (left > serverNow()) return wrong('time', t('leave.timeWrong'));
      return { id: visit.id, at: new Date(left).toISOString(), note };
    },
    submit: (leaving) => signOut.mutateAsync(leaving),
    refusals: { site_visit_time: ['time', t('leave.timeWrong')] },
    done: onClose,
  });
  const { time } = form.values;
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('leave.title', { name: visit.name })}
      description={t('leave.text', {
        day: format.date(visit.work_date),
        time: clock.time(visit.signed_in_at),
      })}
      save={t('leave.save')}
      onClose={onClose}
    >
      <Field
        label={t('leave.time')}
        hint={typeof time === 'number' && time < came ? t('leave.nextDay') : undefined}
      >
        <TimeInput {...form.value('time')} notBefore={came} autoFocus />
      </Field>
      <Field label={t('leave.note')} optional>
        <Input {...form.text('note')} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

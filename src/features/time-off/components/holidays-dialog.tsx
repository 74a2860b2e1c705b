import { useQuery } from '@tanstack/react-query';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { holidaysQuery } from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useAddHoliday, usePostHolidayPay, useRemoveHoliday } from '@/features/time-off/api/writes';
import { formatDuration } from '@/lib/duration';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { hoursIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

/** The company's holidays: overtime rules, holiday pay and time off read them. Owners change them. */
export function HolidaysDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useTranslation(['time-off', 'common']);
  const format = useFormat();
  const isOwner = useViewer().employee?.role === 'owner';
  const manages = useIsPrivileged();
  const holidays = useQuery(holidaysQuery(companyId));
  const remove = useRemoveHoliday(companyId);
  const post = usePostHolidayPay();
  const failure = remove.error ?? post.error;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('holidays.title')} description={t('holidays.text')} width="large">
        <DialogBody className="grid content-start gap-4 pb-5">
          {failure && <Notice tone="danger">{errorText(failure)}</Notice>}
          <Loaded query={holidays} skeleton={<ListSkeleton />}>
            {holidays.data?.length === 0 && <p className="text-muted">{t('holidays.none')}</p>}
            <ul className="divide-y rounded-card border empty:hidden">
              {(holidays.data ?? []).map((holiday) => (
                <li
                  key={holiday.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2"
                >
                  <span className="tabular w-36 text-muted">
                    {format.weekdayDate(holiday.date)}
                  </span>
                  <span className="mr-auto font-[550]">
                    {holiday.name || t('holidays.one')}{' '}
                    <span className="text-faint">{holiday.date.slice(0, 4)}</span>
                  </span>
                  <span className="tabular text-muted text-sm">
                    {holiday.paid_hours > 0
                      ? t('holidays.paid', {
                          hours: formatDuration(hoursToSeconds(holiday.paid_hours)),
                        })
                      : t('holidays.unpaid')}
                  </span>
                  {manages && holiday.paid_hours > 0 && (
                    <Button
                      size="small"
                      aria-label={t('holidays.postLabel', { name: holiday.name })}
                      busy={post.isPending && post.variables === holiday.id}
                      onClick={() => post.mutate(holiday.id)}
                    >
                      {t('holidays.post')}
                    </Button>
                  )}
                  {isOwner && (
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={t('holidays.removeLabel', { name: holiday.name })}
                      busy={remove.isPending && remove.variables === holiday.id}
                      onClick={() => remove.mutate(holiday.id)}
                    >
                      {t('common:action.delete')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Loaded>
          {isOwner && <HolidayForm companyId={companyId} />}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

const DAY = { max: 24 };

function HolidayForm({ companyId }: { companyId: string }) {
  const { t } = useTranslation('time-off');
  const add = useAddHoliday(companyId);
  const form = useForm({
    initial: { date: null as DateInputValue, name: '', paid: '8' },
    read: ({ date, name, paid }, wrong) => ({
      date: isDate(date) ? date : wrong('date', t('request.dateMissing')),
      name: name.trim(),
      paid_hours: hoursIn(paid || '0', DAY) ?? wrong('paid', t('request.hoursWrong')),
    }),
    submit: (holiday) => add.mutateAsync(holiday),
    done: () => form.reset({ date: null, name: '' }),
  });
  return (
    <Form
      form={form}
      aria-label={t('holidays.add')}
      className="grid items-end gap-3 border-t pt-4 sm:grid-cols-[10rem_1fr_7rem_auto]"
    >
      <Field label={t('holidays.date')}>
        <DateInput {...form.value('date')} />
      </Field>
      <Field label={t('holidays.name')}>
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('holidays.paidHours')}>
        <NumberInput {...form.text('paid')} limits={DAY} />
      </Field>
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('holidays.add')}
      </Button>
    </Form>
  );
}

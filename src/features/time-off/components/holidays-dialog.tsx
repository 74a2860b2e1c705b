import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { holidaysQuery } from '@/entities/time-off/time-off-queries';
import { hoursToSeconds, parseHours } from '@/entities/time-off/working-days';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useAddHoliday, usePostHolidayPay, useRemoveHoliday } from '@/features/time-off/api/writes';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';

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
          {failure && <Notice tone="danger">{errorWords(failure)}</Notice>}
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
                          hours: formatHoursMinutes(hoursToSeconds(holiday.paid_hours)),
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

function HolidayForm({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['time-off', 'common']);
  const [date, setDate] = useState<DateInputValue>(null);
  const [name, setName] = useState('');
  const [paid, setPaid] = useState('8');
  const [tried, setTried] = useState(false);
  const add = useAddHoliday(companyId);
  const hours = parseHours(paid || '0');
  const submit = (): void => {
    setTried(true);
    if (date === null || date === 'invalid' || hours === null || hours < 0 || hours > 24) return;
    add.mutate(
      { date, name: name.trim(), paid_hours: hours },
      {
        onSuccess: () => {
          setDate(null);
          setName('');
          setTried(false);
        },
      },
    );
  };
  return (
    <form
      noValidate
      aria-label={t('holidays.add')}
      className="grid items-end gap-3 border-t pt-4 sm:grid-cols-[10rem_1fr_7rem_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {add.error && (
        <Notice tone="danger" className="sm:col-span-4">
          {errorWords(add.error)}
        </Notice>
      )}
      <Field
        label={t('holidays.date')}
        error={
          tried && (date === null || date === 'invalid') ? t('request.dateMissing') : undefined
        }
      >
        <DateInput value={date} onValueChange={setDate} />
      </Field>
      <Field label={t('holidays.name')}>
        <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label={t('holidays.paidHours')}
        error={hours === null || hours < 0 || hours > 24 ? t('request.hoursWrong') : undefined}
      >
        <Input inputMode="decimal" value={paid} onChange={(event) => setPaid(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" busy={add.isPending}>
        {t('holidays.add')}
      </Button>
    </form>
  );
}

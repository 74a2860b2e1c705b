import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useEmployee } from '@/entities/viewer/use-viewer';
import {
  calendarFeedQuery,
  useCreateCalendarAddress,
  useRevokeCalendarAddress,
} from '@/features/settings/api/calendar';
import { copyText } from '@/lib/copy-text';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** One's own shifts and time off in the calendar of one's phone. */
export function CalendarCard() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const employeeId = useEmployee()?.id ?? '';
  const { data: madeAt = null } = useQuery({
    ...calendarFeedQuery(employeeId),
    enabled: employeeId !== '',
  });
  const create = useCreateCalendarAddress();
  const revoke = useRevokeCalendarAddress();
  const address = create.data;
  const failed = create.error ?? revoke.error;
  return (
    <SettingsCard title={t('calendar.title')} text={t('calendar.text')}>
      <div className="grid gap-4">
        {failed && <Notice tone="danger">{errorText(failed)}</Notice>}
        {address && madeAt ? (
          <div className="flex items-end gap-2">
            <Field label={t('calendar.address')} hint={t('calendar.once')} className="flex-1">
              <Input readOnly value={address} onFocus={(event) => event.target.select()} />
            </Field>
            <Button className="mb-6" onClick={() => void copyText(address, t('calendar.copied'))}>
              <Copy aria-hidden="true" />
              {t('calendar.copy')}
            </Button>
          </div>
        ) : (
          <p className="text-sm">
            {madeAt ? t('calendar.since', { date: format.dateTime(madeAt) }) : t('calendar.none')}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            {t(madeAt ? 'calendar.renew' : 'calendar.create')}
          </Button>
          {madeAt && (
            <Button
              variant="danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate(undefined, { onSuccess: () => create.reset() })}
            >
              {t('calendar.revoke')}
            </Button>
          )}
        </div>
      </div>
    </SettingsCard>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type QuietHours,
  quietHoursQuery,
  useSaveQuietHours,
} from '@/features/notifications/api/quiet-hours';
import { WeekdayButtons } from '@/features/notifications/settings/weekday-buttons';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const [EVENING, MORNING] = [20 * 60, 6 * 60];
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** `07:30:00` of the database is minute 450. */
function minuteOf(time: string | null, otherwise: number): TimeInputValue {
  if (time === null) return otherwise;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const clockTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** When what can wait waits. */
export function QuietCard({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('notifications');
  const query = useQuery(quietHoursQuery(employeeId));
  return (
    <SettingsCard title={t('quiet.title')} text={t('quiet.text')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} />} errorTitle={t('quiet.loadFailed')}>
        {(hours) => <QuietForm employeeId={employeeId} hours={hours} />}
      </Loaded>
    </SettingsCard>
  );
}

function QuietForm({ employeeId, hours }: { employeeId: string; hours: QuietHours | null }) {
  const { t } = useTranslation(['notifications', 'common']);
  const { timeZone } = useFormat().preferences;
  const companyId = useViewer().company?.id ?? '';
  const save = useSaveQuietHours({ companyId, employeeId });
  const form = useForm({
    initial: {
      quiet: hours !== null && hours.starts_at !== null,
      from: minuteOf(hours?.starts_at ?? null, EVENING),
      to: minuteOf(hours?.ends_at ?? null, MORNING),
      days: (hours?.weekdays ?? EVERY_DAY).join(),
      digest: hours !== null && hours.digest_at !== null,
      digestAt: minuteOf(hours?.digest_at ?? null, MORNING),
    },
    read: ({ quiet, from, to, days, digest, digestAt }, wrong) => {
      const time = (name: 'from' | 'to' | 'digestAt', value: TimeInputValue) =>
        typeof value === 'number' ? clockTime(value) : wrong(name, t('quiet.timeRequired'));
      if (quiet && from === to) wrong('to', t('quiet.sameTime'));
      if (quiet && days === '') wrong('days', t('quiet.dayRequired'));
      return {
        starts_at: quiet ? time('from', from) : null,
        ends_at: quiet ? time('to', to) : null,
        weekdays: quiet ? days.split(',').map(Number) : EVERY_DAY,
        digest_at: digest ? time('digestAt', digestAt) : null,
      };
    },
    submit: (fields) => save.mutateAsync(fields),
    done: () => form.reset(),
  });
  const { quiet, digest } = form.values;
  return (
    <Form form={form} className="-mt-3 grid">
      <div className="divide-y">
        <div>
          <SwitchRow
            id="quiet-hours"
            label={t('quiet.on')}
            text={t('quiet.onText')}
            {...form.checked('quiet')}
          />
          {quiet && (
            <div className="grid max-w-md grid-cols-2 gap-4 pb-4">
              <Field label={t('quiet.from')}>
                <TimeInput {...form.value('from')} />
              </Field>
              <Field label={t('quiet.to')}>
                <TimeInput {...form.value('to')} />
              </Field>
              <Field
                label={t('quiet.days')}
                hint={t('quiet.zone', { zone: timeZone.replaceAll('_', ' ') })}
                className="col-span-full"
              >
                <WeekdayButtons {...form.value('days')} />
              </Field>
            </div>
          )}
        </div>
        <div>
          <SwitchRow
            id="daily-digest"
            label={t('quiet.digest')}
            text={t('quiet.digestText')}
            {...form.checked('digest')}
          />
          {digest && (
            <div className="grid max-w-md grid-cols-2 gap-4 pb-4">
              <Field label={t('quiet.digestAt')}>
                <TimeInput {...form.value('digestAt')} />
              </Field>
            </div>
          )}
        </div>
      </div>
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        busy={form.busy}
        disabled={!form.dirty}
      >
        {t('common:action.save')}
      </Button>
    </Form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import {
  keepsBalance,
  type TimeOffType,
  timeOffBalancesQuery,
} from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useGiveHours } from '@/features/time-off/api/writes';
import { formatDuration } from '@/lib/duration';
import { hoursIn } from '@/lib/read-number';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** Less than zero is taken back. */
const GIVEN = { min: -9_999, max: 9_999 };

/** What one person has of each kind today, and hours given or taken back by hand. */
export function PersonBalances({
  companyId,
  types,
}: {
  companyId: string;
  types: readonly TimeOffType[];
}) {
  const { t } = useTranslation(['time-off', 'common']);
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [personId, setPersonId] = useState<string | null>(null);
  const give = useGiveHours(companyId);
  const balances = useQuery({
    ...timeOffBalancesQuery(personId ?? '', today),
    enabled: personId !== null,
  });
  const kinds = types.filter((type) => type.active && keepsBalance(type));
  const shown = kinds.filter(({ id }) => balances.data?.some(({ type_id }) => type_id === id));
  const form = useForm({
    initial: { typeId: '', hours: '', note: '' },
    read: ({ typeId, hours, note }, wrong) => ({
      employeeId: personId ?? '',
      typeId: kinds.find(({ id }) => id === typeId)?.id ?? kinds[0]?.id ?? '',
      date: today,
      hours: hoursIn(hours, GIVEN) || wrong('hours', t('request.hoursWrong')),
      note: note.trim(),
    }),
    submit: (given) => give.mutateAsync(given),
    done: () => form.reset({ hours: '' }),
  });
  const { hours } = form.values;
  return (
    <section className="grid gap-3 border-t pt-4">
      <h3 className="font-[620]">{t('balances.title')}</h3>
      <Field label={t('common:employee.label')}>
        <EmployeePicker value={personId} onValueChange={setPersonId} />
      </Field>
      {personId && kinds.length > 0 && (
        <Loaded query={balances} skeleton={<ListSkeleton />}>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {shown.map((type) => (
              <div key={type.id}>
                <dt className="text-muted text-sm">{type.name}</dt>
                <dd className="tabular font-[620]">
                  {formatDuration(
                    hoursToSeconds(
                      balances.data?.find(({ type_id }) => type_id === type.id)?.hours ?? 0,
                    ),
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <Form form={form} className="grid items-end gap-3 sm:grid-cols-[1fr_7rem_1fr_auto]">
            <Field label={t('request.kind')}>
              <Select
                {...form.value('typeId')}
                value={form.reading.typeId}
                options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Field
              label={t('balances.hours')}
              error={
                hours !== '' && hoursIn(hours, GIVEN) === null ? t('request.hoursWrong') : undefined
              }
            >
              <NumberInput {...form.text('hours')} limits={GIVEN} />
            </Field>
            <Field label={t('balances.note')} optional>
              <Input {...form.text('note')} maxLength={500} />
            </Field>
            <Button type="submit" busy={form.busy} disabled={!form.valid}>
              {t('balances.give')}
            </Button>
          </Form>
        </Loaded>
      )}
    </section>
  );
}

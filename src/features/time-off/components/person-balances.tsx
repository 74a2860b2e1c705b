import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
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
import { hoursToSeconds, parseHours } from '@/entities/time-off/working-days';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useGiveHours } from '@/features/time-off/api/writes';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { useToday } from '@/lib/use-today';

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
  const [typeId, setTypeId] = useState<string | undefined>();
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const give = useGiveHours(companyId);
  const balances = useQuery({
    ...timeOffBalancesQuery(personId ?? '', today),
    enabled: personId !== null,
  });
  const kinds = types.filter((type) => type.active && keepsBalance(type));
  const kind = kinds.find(({ id }) => id === typeId) ?? kinds[0];
  const hours = parseHours(typed);
  const submit = (): void => {
    if (!personId || !kind || hours === null || hours === 0) return;
    give.mutate(
      { employeeId: personId, typeId: kind.id, date: today, hours, note: note.trim() },
      { onSuccess: () => setTyped('') },
    );
  };
  return (
    <section className="grid gap-3 border-t pt-4">
      <h3 className="font-[620]">{t('balances.title')}</h3>
      <Field label={t('common:employee.label')}>
        <EmployeePicker value={personId} onValueChange={setPersonId} />
      </Field>
      {personId && kinds.length > 0 && (
        <Loaded query={balances} skeleton={<ListSkeleton />}>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {kinds.map((type) => (
              <div key={type.id}>
                <dt className="text-muted text-sm">{type.name}</dt>
                <dd className="tabular font-[620]">
                  {formatHoursMinutes(
                    hoursToSeconds(
                      balances.data?.find(({ type_id }) => type_id === type.id)?.hours ?? 0,
                    ),
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <form
            noValidate
            className="grid items-end gap-3 sm:grid-cols-[1fr_7rem_1fr_auto]"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            {give.error && (
              <Notice tone="danger" className="sm:col-span-4">
                {errorWords(give.error)}
              </Notice>
            )}
            <Field label={t('request.kind')}>
              <Select
                value={kind?.id}
                onValueChange={setTypeId}
                options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Field
              label={t('balances.hours')}
              error={typed !== '' && hours === null ? t('request.hoursWrong') : undefined}
            >
              <Input value={typed} onChange={(event) => setTyped(event.target.value)} />
            </Field>
            <Field label={t('balances.note')} optional={t('common:optional')}>
              <Input
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            <Button type="submit" busy={give.isPending} disabled={!hours}>
              {t('balances.give')}
            </Button>
          </form>
        </Loaded>
      )}
    </section>
  );
}

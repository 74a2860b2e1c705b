import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Textarea } from '@/components/ui/textarea';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { BalanceAfter } from '@/entities/time-off/balance-after';
import {
  holidaysQuery,
  timeOffBalancesQuery,
  timeOffTypesQuery,
} from '@/entities/time-off/time-off-queries';
import { TypeChoice } from '@/entities/time-off/type-choice';
import { useRequestTimeOff } from '@/entities/time-off/use-time-off-writes';
import {
  FULL_DAY_HOURS,
  hoursToSeconds,
  parseHours,
  workingDays,
} from '@/entities/time-off/working-days';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { useToday } from '@/lib/use-today';

const LENGTHS = ['full', 'half', 'hours'] as const;
type Length = (typeof LENGTHS)[number];

/** The balance answers before one asks. Managers may ask for someone else. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['time-off', 'common']);
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const manages = useIsPrivileged();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [personId, setPersonId] = useState<string | null>(employee?.id ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [start, setStart] = useState<DateInputValue>(null);
  const [end, setEnd] = useState<DateInputValue>(null);
  const [length, setLength] = useState<Length>('full');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const send = useRequestTimeOff();
  const types = useQuery(timeOffTypesQuery(companyId));
  const holidays = useQuery(holidaysQuery(companyId));
  const active = (types.data ?? []).filter((type) => type.active);
  const type = active.find(({ id }) => id === chosen) ?? active[0];
  const first = start === 'invalid' ? null : start;
  const last = end === 'invalid' ? null : (end ?? first);
  const inOrder = first !== null && last !== null && first <= last;
  const off = new Set((holidays.data ?? []).map(({ date }) => date));
  const days = inOrder ? workingDays(first, last, off) : [];
  const perDay = length === 'half' ? FULL_DAY_HOURS / 2 : FULL_DAY_HOURS;
  const hours = length === 'hours' ? parseHours(typed) : days.length * perDay;
  const balances = useQuery({
    ...timeOffBalancesQuery(personId ?? '', last ?? today),
    enabled: personId !== null,
  });
  const ready = type !== undefined && inOrder && hours !== null && hours > 0 && personId !== null;
  const submit = (): void => {
    setTried(true);
    if (!ready) return;
    send.mutate(
      {
        typeId: type.id,
        start: first,
        end: last,
        hours,
        note,
        ...(personId === employee?.id ? {} : { employeeId: personId }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('request.title')}>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <DialogBody className="grid content-start gap-4">
            {send.error && <Notice tone="danger">{errorWords(send.error)}</Notice>}
            {manages && (
              <Field
                label={t('common:employee.label')}
                error={tried && !personId ? t('request.whoMissing') : undefined}
              >
                <EmployeePicker value={personId} onValueChange={setPersonId} />
              </Field>
            )}
            {types.data && active.length === 0 ? (
              <Notice tone="attention">{t('request.noTypes')}</Notice>
            ) : (
              <TypeChoice
                types={active}
                balances={balances.data ?? []}
                value={type?.id ?? ''}
                onChange={setChosen}
              />
            )}
            <div className="grid grid-cols-2 gap-3">
              <Field
                label={t('request.first')}
                error={tried && !first ? t('request.dateMissing') : undefined}
              >
                <DateInput value={start} onValueChange={setStart} />
              </Field>
              <Field
                label={t('request.last')}
                error={
                  end === 'invalid' || (first && last && first > last)
                    ? t('request.lastWrong')
                    : undefined
                }
              >
                <DateInput value={end ?? start} onValueChange={setEnd} min={first ?? undefined} />
              </Field>
            </div>
            <RadioGroup
              aria-label={t('request.length')}
              value={length}
              onValueChange={(next) => setLength(next as Length)}
              className="grid-cols-3"
            >
              {LENGTHS.map((value) => (
                <RadioItem key={value} value={value} label={t(`request.lengths.${value}`)} />
              ))}
            </RadioGroup>
            {length === 'hours' && (
              <Field
                label={t('request.hours')}
                hint={t('request.hoursHint')}
                error={tried && hours === null ? t('request.hoursWrong') : undefined}
              >
                <Input
                  inputMode="decimal"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </Field>
            )}
            {type && inOrder && hours !== null && (
              <BalanceAfter
                type={type}
                days={days}
                start={first}
                end={last}
                hours={hours}
                balance={balances.data?.find(({ type_id }) => type_id === type.id)?.hours}
                holidays={holidays.data ?? []}
                personId={personId ?? ''}
              />
            )}
            <Field label={t('request.note')} optional={t('common:optional')}>
              <Textarea
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={send.isPending}>
              {ready
                ? t('request.send', { hours: formatHoursMinutes(hoursToSeconds(hours)) })
                : t('request.title')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

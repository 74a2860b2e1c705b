import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Textarea } from '@/components/ui/textarea';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { BalanceAfter } from '@/entities/time-off/balance-after';
import { TypeChoice } from '@/entities/time-off/type-choice';
import {
  LENGTHS,
  type Length,
  type RequestDraft,
  useRequestDraft,
} from '@/entities/time-off/use-request-draft';
import { useRequestTimeOff } from '@/entities/time-off/use-time-off-writes';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';

/** The balance answers before one asks. Managers may ask for someone else. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['time-off', 'common']);
  const me = useEmployee();
  const manages = useIsPrivileged();
  const draft = useRequestDraft();
  const { personId, type, types, range, hours, note, change } = draft;
  const [tried, setTried] = useState(false);
  const send = useRequestTimeOff();
  const request =
    type && range && hours !== null && hours > 0 && personId !== null
      ? { typeId: type.id, start: range.first, end: range.last, hours, note, personId }
      : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!request) return;
    const { personId: who, ...asked } = request;
    const employeeId = who === me?.id ? {} : { employeeId: who };
    send.mutate({ ...asked, ...employeeId }, { onSuccess: onClose });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('request.title')}>
        <form noValidate className="contents" onSubmit={submit}>
          <DialogBody className="grid content-start gap-4">
            {send.error && <Notice tone="danger">{errorWords(send.error)}</Notice>}
            {manages && (
              <Field
                label={t('common:employee.label')}
                error={tried && !personId ? t('request.whoMissing') : undefined}
              >
                <EmployeePicker
                  value={personId}
                  onValueChange={(next) => change({ personId: next })}
                />
              </Field>
            )}
            {types.isLoaded && types.active.length === 0 ? (
              <Notice tone="attention">{t('request.noTypes')}</Notice>
            ) : (
              <TypeChoice
                types={types.active}
                balances={draft.balances}
                value={type?.id ?? ''}
                onChange={(typeId) => change({ typeId })}
              />
            )}
            <Dates draft={draft} tried={tried} />
            <HowLong draft={draft} tried={tried} />
            {type && range && hours !== null && (
              <BalanceAfter
                type={type}
                days={draft.days}
                start={range.first}
                end={range.last}
                hours={hours}
                balance={draft.balances.find(({ type_id }) => type_id === type.id)?.hours}
                holidays={draft.holidays}
                personId={personId ?? ''}
              />
            )}
            <Field label={t('request.note')} optional={t('common:optional')}>
              <Textarea
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => change({ note: event.target.value })}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={send.isPending}>
              {request
                ? t('request.send', { hours: formatHoursMinutes(hoursToSeconds(request.hours)) })
                : t('request.title')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface PartProps {
  draft: RequestDraft;
  /** After the first try to send, what is missing is said. */
  tried: boolean;
}

function Dates({ draft: { start, end, first, isEndWrong, change }, tried }: PartProps) {
  const { t } = useTranslation('time-off');
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label={t('request.first')}
        error={tried && !first ? t('request.dateMissing') : undefined}
      >
        <DateInput value={start} onValueChange={(next) => change({ start: next })} />
      </Field>
      <Field label={t('request.last')} error={isEndWrong ? t('request.lastWrong') : undefined}>
        <DateInput
          value={end ?? start}
          onValueChange={(next) => change({ end: next })}
          min={first ?? undefined}
        />
      </Field>
    </div>
  );
}

function HowLong({ draft: { length, typedHours, hours, change }, tried }: PartProps) {
  const { t } = useTranslation('time-off');
  return (
    <>
      <RadioGroup
        aria-label={t('request.length')}
        value={length}
        onValueChange={(next) => change({ length: next as Length })}
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
            value={typedHours}
            onChange={(event) => change({ typedHours: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

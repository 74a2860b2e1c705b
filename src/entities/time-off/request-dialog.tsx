import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { DateInput } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Textarea } from '@/components/ui/textarea';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { BalanceAfter } from '@/entities/time-off/balance-after';
import { TypeChoice } from '@/entities/time-off/type-choice';
import {
  ASKED_HOURS,
  LENGTHS,
  type Length,
  type RequestForm,
  useRequestForm,
} from '@/entities/time-off/use-request-form';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The balance answers before one asks. Managers may ask for someone else. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['time-off', 'common']);
  const manages = useIsPrivileged();
  const draft = useRequestForm(onClose);
  const { form, type, types, range, hours, request } = draft;
  return (
    <FormDialog
      form={form}
      title={t('request.title')}
      columns={1}
      save={
        request
          ? t('request.send', { hours: formatDuration(hoursToSeconds(request.hours)) })
          : t('request.title')
      }
      onClose={onClose}
    >
      {manages && (
        <Field label={t('common:employee.label')}>
          <EmployeePicker {...form.value('personId')} />
        </Field>
      )}
      {types.isLoaded && types.active.length === 0 ? (
        <Notice tone="attention">{t('request.noTypes')}</Notice>
      ) : (
        <TypeChoice
          types={types.active}
          balances={draft.balances}
          value={type?.id ?? ''}
          onChange={(typeId) => form.set({ typeId })}
        />
      )}
      <NextDays {...draft} />
      <Dates {...draft} />
      <HowLong {...draft} />
      {type && range && hours !== null && (
        <BalanceAfter
          type={type}
          days={draft.days}
          start={range.first}
          end={range.last}
          hours={hours}
          balance={draft.balances.find(({ type_id }) => type_id === type.id)?.hours}
          holidays={draft.holidays}
          personId={form.values.personId ?? ''}
        />
      )}
      <Field label={t('request.note')} optional>
        <Textarea {...form.text('note')} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

/** One day off is one press: the working days that come next. */
function NextDays({ form, nextDays }: RequestForm) {
  const { t } = useTranslation('time-off');
  const format = useFormat();
  const { start, end } = form.values;
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{t('request.nextDays')}</legend>
      {nextDays.map((day) => {
        const isChosen = start === day && (end === null || end === day);
        return (
          <Button
            key={day}
            variant={isChosen ? 'primary' : 'outline'}
            aria-pressed={isChosen}
            onClick={() => form.set({ start: day, end: null })}
          >
            {format.weekdayDate(day)}
          </Button>
        );
      })}
    </fieldset>
  );
}

function Dates({ form, first, isEndWrong }: RequestForm) {
  const { t } = useTranslation('time-off');
  const { start, end } = form.values;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('request.first')}>
        <DateInput {...form.value('start')} />
      </Field>
      <Field label={t('request.last')} error={isEndWrong ? t('request.lastWrong') : undefined}>
        <DateInput {...form.value('end')} value={end ?? start} min={first ?? undefined} />
      </Field>
    </div>
  );
}

function HowLong({ form }: RequestForm) {
  const { t } = useTranslation('time-off');
  const { length } = form.values;
  return (
    <>
      <RadioGroup
        aria-label={t('request.length')}
        value={length}
        onValueChange={(next) => form.set({ length: next as Length })}
        className="sm:grid-cols-3"
      >
        {LENGTHS.map((value) => (
          <RadioItem key={value} value={value} label={t(`request.lengths.${value}`)} />
        ))}
      </RadioGroup>
      {length === 'hours' && (
        <Field label={t('request.hours')} hint={t('request.hoursHint')}>
          <NumberInput {...form.text('typedHours')} limits={ASKED_HOURS} />
        </Field>
      )}
    </>
  );
}

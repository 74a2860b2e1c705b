import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';

export interface PublishValue {
  /** Null: at once. */
  date: DateInputValue;
  time: TimeInputValue;
  /** The last day it is shown; null: no end. */
  until: DateInputValue;
}

export interface PublishFieldsProps {
  value: PublishValue;
  onValueChange: (value: PublishValue) => void;
  error?: string | undefined;
}

/** When it comes out and when it goes; both may stay empty. */
export function PublishFields({ value, onValueChange, error }: PublishFieldsProps) {
  const { t } = useTranslation(['bulletin', 'common']);
  return (
    <>
      <div className="grid grid-cols-[1fr_7rem] gap-2">
        <Field label={t('field.publishDate')} hint={t('field.publishHint')} error={error}>
          <DateInput
            value={value.date}
            onValueChange={(date) => onValueChange({ ...value, date })}
          />
        </Field>
        <Field label={t('field.publishTime')}>
          <TimeInput
            value={value.time}
            onValueChange={(time) => onValueChange({ ...value, time })}
          />
        </Field>
      </div>
      <Field label={t('field.until')} optional={t('common:optional')}>
        <DateInput
          value={value.until}
          onValueChange={(until) => onValueChange({ ...value, until })}
        />
      </Field>
    </>
  );
}

import { CalendarDays } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Calendar } from '@/components/shared/calendar';
import { Input } from '@/components/ui/input';
import { Popover, PopoverAnchor, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { cn } from '@/lib/class-names';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { parseLooseDate } from '@/lib/loose-date';
import { serverNow } from '@/lib/server-clock';
import { dateOf, type WeekDay } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** `null` is empty, `'invalid'` is something typed that is no date. */
export type DateInputValue = IsoDate | null | 'invalid';

/** Something was typed or picked, and it is a date. */
export const isDate = (value: DateInputValue): value is IsoDate =>
  value !== null && value !== 'invalid';

export interface DateInputProps {
  value: DateInputValue;
  onValueChange: (value: DateInputValue) => void;
  min?: IsoDate | undefined;
  max?: IsoDate | undefined;
  weekStart?: WeekDay;
  id?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

/** A date in the user's format that can be typed or picked. */
export function DateInput({
  value,
  onValueChange,
  min,
  max,
  weekStart = 0,
  disabled = false,
  className,
  ...props
}: DateInputProps) {
  const generated = useId();
  const id = props.id ?? generated;
  const { t } = useTranslation('common');
  const format = useFormat();
  const { dateFormat, timeZone } = format.preferences;
  const today = dateOf(serverNow(), timeZone);
  const date = value === 'invalid' ? null : value;
  const shown = date ? format.date(date) : '';
  const [text, setText] = useState(shown);
  const [typing, setTyping] = useState(false);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!typing && value !== 'invalid') setText(shown);
  }, [shown, typing, value]);

  const type = (typed: string): void => {
    setTyping(true);
    setText(typed);
    const read = parseLooseDate(typed, dateFormat, today);
    onValueChange(typed.trim() === '' ? null : (read ?? 'invalid'));
  };

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverAnchor>
        <div className={cn('relative', className)}>
          <Input
            {...props}
            id={id}
            value={text}
            disabled={disabled}
            placeholder={dateFormat}
            autoComplete="off"
            className="tabular pr-11"
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyping(false)}
          />
          <PopoverTrigger
            disabled={disabled}
            aria-label={t('calendar.open')}
            aria-describedby={`${id}-label`}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-small text-muted hover:text-foreground focus-visible:-outline-offset-3"
          >
            <CalendarDays className="size-4" aria-hidden="true" />
          </PopoverTrigger>
          {props['aria-label'] && (
            <span id={`${id}-label`} hidden>
              {props['aria-label']}
            </span>
          )}
        </div>
      </PopoverAnchor>
      <PopoverContent align="end" aria-label={t('calendar.open')}>
        <Calendar
          value={date}
          today={today}
          weekStart={weekStart}
          min={min}
          max={max}
          onSelect={(picked) => {
            setTyping(false);
            onValueChange(picked);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

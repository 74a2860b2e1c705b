import { type ComponentProps, useEffect, useState } from 'react';
import { Input } from '@/components/ui/input';
import { useFormat } from '@/lib/format-context';
import { type MinuteOfDay, parseLooseTime } from '@/lib/loose-time';

/** `null` is empty, `'invalid'` is something typed that is no time. */
export type TimeInputValue = MinuteOfDay | null | 'invalid';

export interface TimeInputProps
  extends Omit<ComponentProps<'input'>, 'value' | 'type' | 'onChange'> {
  value: TimeInputValue;
  onValueChange: (value: TimeInputValue) => void;
  /** The start this is the end of: `3:30` after 7:00 then means the afternoon. */
  notBefore?: MinuteOfDay | undefined;
}

/** Takes times typed loosely (`7`, `7a`, `715`, `19:15`) and shows them back in the user's format. */
export function TimeInput({ value, onValueChange, notBefore, onBlur, ...props }: TimeInputProps) {
  const format = useFormat();
  const shown = (minute: TimeInputValue): string =>
    typeof minute === 'number' ? format.timeOfDay(minute) : '';
  const [text, setText] = useState(() => shown(value));
  const [typing, setTyping] = useState(false);
  const outside = shown(value);

  useEffect(() => {
    if (!typing && value !== 'invalid') setText(outside);
  }, [outside, typing, value]);

  const read = (typed: string): TimeInputValue =>
    typed.trim() === '' ? null : (parseLooseTime(typed, notBefore) ?? 'invalid');

  return (
    <Input
      inputMode="text"
      autoComplete="off"
      {...props}
      value={text}
      onChange={(event) => {
        setTyping(true);
        setText(event.target.value);
        onValueChange(read(event.target.value));
      }}
      onBlur={(event) => {
        setTyping(false);
        const minute = read(text);
        if (typeof minute === 'number') setText(shown(minute));
        onBlur?.(event);
      }}
    />
  );
}

import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/class-names';

const TONES: Readonly<Record<string, string>> = {
  pass: 'peer-checked:border-success peer-checked:bg-success-soft',
  yes: 'peer-checked:border-primary peer-checked:bg-primary-soft',
  fail: 'peer-checked:border-danger peer-checked:bg-danger-soft',
};

export interface TapChoicesProps {
  /** Answers that can be pressed, in order. */
  options: readonly { id: string; label: ReactNode }[];
  value: readonly string[];
  onValueChange: (ids: string[]) => void;
  several?: boolean;
  /** Which of them fail, to be seen at once. */
  failing: readonly string[];
  labelledBy: string;
}

/** One tap answers; pressing the same answer again takes it back. */
export function TapChoices(props: TapChoicesProps) {
  const { options, value, onValueChange, several = false, failing, labelledBy } = props;
  const name = useId();
  const press = (id: string): void => {
    const isOn = value.includes(id);
    if (several) onValueChange(isOn ? value.filter((other) => other !== id) : [...value, id]);
    else onValueChange(isOn ? [] : [id]);
  };
  return (
    <fieldset
      aria-labelledby={labelledBy}
      className={cn('grid gap-2', options.length <= 3 && 'auto-cols-fr grid-flow-col')}
    >
      {options.map(({ id, label }) => (
        <label key={id} className="cursor-pointer">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            className="peer sr-only"
            checked={value.includes(id)}
            onChange={() => press(id)}
            onClick={() => !several && value.includes(id) && press(id)}
          />
          <span
            className={cn(
              'grid min-h-12 place-items-center rounded-small border px-3 py-2 text-center font-[550] transition-colors hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-primary',
              TONES[failing.includes(id) ? 'fail' : id === 'pass' ? 'pass' : 'yes'],
            )}
          >
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

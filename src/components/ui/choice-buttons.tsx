import { cn } from '@/lib/class-names';

export interface ChoiceButtonsProps {
  /** The question they answer. */
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string | null;
  onValueChange: (value: string) => void;
  error?: string | undefined;
}

/** More than this is a list to search. */
export const MAX_CHOICE_BUTTONS = 6;

/** A few answers, each a button big enough for a glove. */
export function ChoiceButtons({ label, choices, value, onValueChange, error }: ChoiceButtonsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-[620] text-md">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={value === choice.value}
            onClick={() => onValueChange(choice.value)}
            className={cn(
              'min-h-13 break-words rounded-small border px-2 py-1.5 font-[620] text-md transition-colors',
              value === choice.value
                ? 'border-primary bg-primary-soft text-primary'
                : 'bg-surface hover:bg-sunken',
            )}
          >
            {choice.label}
          </button>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

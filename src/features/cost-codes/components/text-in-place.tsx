import { useRef, useState } from 'react';
import { Input } from '@/components/ui/input';

export interface TextInPlaceProps {
  value: string;
  /** Says what is edited, such as "Name of 03 30 00". */
  label: string;
  maxLength: number;
  /** May be left without words. */
  optional?: boolean;
  onSave: (text: string) => void;
}

/** Words in a list that become a field when pressed: Enter or leaving saves, Escape does not. */
export function TextInPlace({ value, label, maxLength, optional, onSave }: TextInPlaceProps) {
  const [editing, setEditing] = useState(false);
  const cancelled = useRef(false);
  if (!editing) {
    return (
      <button
        type="button"
        aria-label={`${label}: ${value || '–'}`}
        className="touch-target pointer-coarse:-my-2.5 rounded-small in-[dd]:text-right text-left decoration-dotted underline-offset-4 hover:underline"
        onClick={() => {
          cancelled.current = false;
          setEditing(true);
        }}
      >
        {value || '–'}
      </button>
    );
  }
  const end = (typed: string) => {
    setEditing(false);
    const text = typed.trim();
    if (!cancelled.current && text !== value && (optional || text !== '')) onSave(text);
  };
  return (
    <Input
      autoFocus
      className="-my-1.5 h-8!"
      aria-label={label}
      defaultValue={value}
      maxLength={maxLength}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancelled.current = true;
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}

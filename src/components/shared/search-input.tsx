import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Input } from '@/components/ui/input';

export interface SearchInputProps {
  /** Spoken and shown while empty. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}

/**
 * The search of a list's toolbar. It keeps what is typed itself: a value that comes back later, by way
 * of the address, must not take letters away from someone who types fast.
 */
export function SearchInput({ label, value, onValueChange }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  return (
    <div className="relative min-w-48 flex-1 max-sm:basis-full sm:max-w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        type="search"
        className="h-9! pl-9 pointer-coarse:h-11!"
        aria-label={label}
        placeholder={label}
        ref={input}
        defaultValue={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </div>
  );
}

import { Search } from 'lucide-react';
import { Input } from '@/components/ui/input';

export interface SearchInputProps {
  /** Spoken and shown while empty. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}

/** The search of a list's toolbar. */
export function SearchInput({ label, value, onValueChange }: SearchInputProps) {
  return (
    <div className="relative min-w-48 flex-1 sm:max-w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        type="search"
        className="pl-9"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </div>
  );
}

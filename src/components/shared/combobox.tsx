import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EarlySearch, NOTHING_TYPED, typeEarly } from '@/components/shared/early-search';
import { late } from '@/components/shared/late';
import type { ComboboxOption } from '@/components/shared/option-list';
import { fieldClasses } from '@/components/ui/input';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { cn } from '@/lib/class-names';

// The searchable list weighs more than all fields of a form; it comes with the first touch.
const OptionList = late(async () => ({
  default: (await import('@/components/shared/option-list')).OptionList,
}));

export interface ComboboxProps {
  value: string | null;
  onValueChange: (value: string | null) => void;
  options: readonly ComboboxOption[];
  placeholder: string;
  searchPlaceholder?: string;
  emptyText?: string;
  /** Offers a first line that chooses nothing, such as "All projects". */
  clearLabel?: string;
  disabled?: boolean;
  loading?: boolean;
  size?: 'normal' | 'compact' | 'huge';
  id?: string;
  name?: string;
  className?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

const sizes = {
  compact: 'h-9 px-3 text-sm! font-[550] pointer-coarse:h-11',
  normal: 'h-10 w-full px-3 pointer-coarse:h-11',
  huge: 'h-[52px] w-full px-3.5 text-md',
};

/** A list one searches in: projects, cost codes, people. */
export function Combobox({
  value,
  onValueChange,
  options,
  placeholder,
  searchPlaceholder,
  emptyText,
  clearLabel,
  disabled = false,
  loading = false,
  size = 'normal',
  id,
  className,
  ...aria
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const changeOpen = (next: boolean): void => {
    setTyped(NOTHING_TYPED);
    setOpen(next);
  };
  const chosen = options.find((option) => option.value === value);
  const choose = (next: string | null): void => {
    onValueChange(next);
    changeOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={changeOpen}>
      <PopoverTrigger
        id={id}
        role="combobox"
        aria-expanded={open}
        disabled={disabled}
        onPointerEnter={OptionList.prefetch}
        onFocus={OptionList.prefetch}
        onKeyDown={(event) => open && typeEarly(event, typed, setTyped)}
        data-slot="combobox"
        className={cn(
          fieldClasses,
          'inline-flex items-center justify-between gap-2 text-left',
          sizes[size],
          className,
        )}
        {...aria}
      >
        <span
          className={cn(
            'flex min-w-0 items-center gap-2 truncate',
            !chosen && !clearLabel && 'text-faint',
          )}
        >
          {chosen ? (chosen.label ?? chosen.text) : (clearLabel ?? placeholder)}
        </span>
        <ChevronDown className="size-4 shrink-0 text-faint" aria-hidden="true" />
      </PopoverTrigger>
      <PopoverContent className="w-[max(var(--radix-popover-trigger-width),260px)] p-0">
        <Suspense
          fallback={<EarlySearch typed={typed} onType={setTyped} placeholder={searchPlaceholder} />}
        >
          <OptionList
            typed={typed}
            value={value}
            onChoose={choose}
            options={options}
            label={placeholder}
            searchPlaceholder={searchPlaceholder}
            emptyText={emptyText}
            clearLabel={clearLabel}
            loading={loading}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

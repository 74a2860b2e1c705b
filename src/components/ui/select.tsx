import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { selectClasses } from '@/components/ui/select-classes';
import { createTypeAhead } from '@/components/ui/type-ahead';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  /** `compact` for filters in a toolbar. */
  size?: 'normal' | 'compact';
  className?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

const loadList = () => import('@/components/ui/select-list');
const SelectList = lazy(async () => ({ default: (await loadList()).SelectList })) as <
  Value extends string,
>(
  props: SelectProps<Value>,
) => ReactNode;

/** A short, fixed list. For lists one searches in (projects, people) use `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [wanted, setWanted] = useState(false);
  const closed = <ClosedSelect {...props} onOpen={() => setWanted(true)} isOpening={wanted} />;
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <SelectList {...props} />
    </Suspense>
  );
}

interface ClosedSelectProps<Value extends string> extends SelectProps<Value> {
  onOpen: () => void;
  isOpening: boolean;
}

const OPENING_KEYS = ['ArrowUp', 'ArrowDown'];

/** What most lists are all the time; the list itself is fetched when someone reaches for it. */
function ClosedSelect<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  disabled = false,
  size = 'normal',
  className,
  onOpen,
  isOpening,
  ...props
}: ClosedSelectProps<Value>) {
  const typeAhead = useRef(createTypeAhead());
  const chosen = options.find((option) => option.value === value);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (OPENING_KEYS.includes(event.key)) {
      event.preventDefault();
      onOpen();
    } else if (event.key.length === 1 && event.key !== ' ') {
      const able = options.filter((option) => !option.disabled);
      const words = able.map(({ label }) => String(label));
      const found = typeAhead.current(event.key, words, chosen ? able.indexOf(chosen) : -1);
      const next = found === null ? undefined : able[found];
      if (next) onValueChange(next.value);
    }
  };
  return (
    <button
      type="button"
      role="combobox"
      aria-autocomplete="none"
      aria-expanded={isOpening}
      aria-haspopup="listbox"
      disabled={disabled}
      data-slot="select"
      data-placeholder={chosen ? undefined : ''}
      className={selectClasses(size, className)}
      onPointerEnter={() => void loadList()}
      onFocus={() => void loadList()}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      {...props}
    >
      <span className="pointer-events-none">{chosen ? chosen.label : placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-faint" aria-hidden="true" />
    </button>
  );
}

import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { selectClasses } from '@/components/ui/select-classes';
import { createTypeAhead } from '@/components/ui/type-ahead';
import { errorText } from '@/lib/errors';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

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
  name?: string;
  disabled?: boolean;
  /** `compact` for filters in a toolbar. */
  size?: 'normal' | 'compact';
  className?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

type List = <Value extends string>(props: SelectProps<Value>) => ReactNode;

let SelectList: List | undefined;

async function loadList(): Promise<void> {
  SelectList ??= (await loadCode(() => import('@/components/ui/select-list'))).SelectList;
}

/** Ahead of the press, which says so if it fails. */
const reachFor = (): void => void loadList().catch(() => undefined);

/** A short, fixed list. For lists one searches in (projects, people) use `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [isOpening, setOpening] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const { t } = useTranslation('common');
  const changeOpening = (next: boolean): void => {
    setOpening(next);
    if (!next) return;
    // Not by `lazy`: its fallback is another button, and the focus would be gone with the first.
    void loadList().then(
      () => setLoaded(true),
      (cause: unknown) => {
        setOpening(false);
        toast.error(t('error.title'), { description: errorText(cause) });
      },
    );
  };
  if (isOpening && isLoaded && SelectList) return <SelectList {...props} />;
  return <ClosedSelect {...props} isOpening={isOpening} onOpeningChange={changeOpening} />;
}

interface ClosedSelectProps<Value extends string> extends SelectProps<Value> {
  /** Its list is on its way. */
  isOpening: boolean;
  onOpeningChange: (isOpening: boolean) => void;
}

const OPENING_KEYS = ['ArrowUp', 'ArrowDown'];

/** Where an arrow key leads in a list that is not there yet; it stops at the ends. */
const neighbor = (key: string, current: number, count: number): number =>
  key === 'ArrowDown' ? Math.min(current + 1, count - 1) : Math.max(current - 1, 0);

/**
 * What most lists are all the time; the list itself is fetched when someone reaches for it. Keys pressed
 * meanwhile do what they would do in the list: arrows choose, Enter and Tab leave it closed.
 */
export function ClosedSelect<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  disabled = false,
  size = 'normal',
  className,
  isOpening,
  onOpeningChange,
  ...props
}: ClosedSelectProps<Value>) {
  const typeAhead = useRef(createTypeAhead());
  const chosen = options.find((option) => option.value === value);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const able = options.filter((option) => !option.disabled);
    const current = chosen ? able.indexOf(chosen) : -1;
    let found: number | null = null;
    if (OPENING_KEYS.includes(event.key)) {
      event.preventDefault();
      if (isOpening) found = neighbor(event.key, current, able.length);
      else onOpeningChange(true);
    } else if (event.key === 'Tab') {
      onOpeningChange(false);
    } else if (event.key.length === 1 && event.key !== ' ') {
      const words = able.map(({ label }) => String(label));
      found = typeAhead.current(event.key, words, current);
    }
    const next = found === null ? undefined : able[found];
    if (next && next !== chosen) onValueChange(next.value);
  };
  const onClick = (event: MouseEvent): void => {
    const byKey = event.detail === 0;
    onOpeningChange(!(isOpening && byKey));
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
      onPointerEnter={reachFor}
      onFocus={reachFor}
      onClick={onClick}
      onKeyDown={onKeyDown}
      {...props}
    >
      <span className="pointer-events-none">{chosen ? chosen.label : placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-faint" aria-hidden="true" />
    </button>
  );
}

import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { useTranslation } from '@/lib/use-translation';

/** What was typed before the list was there to take it. */
export interface Typed {
  text: string;
  /** Enter was pressed: the first match is meant. */
  entered: boolean;
}

export const NOTHING_TYPED: Typed = { text: '', entered: false };

/** Keys that reach the button because what it opens is still on its way. */
export function typeEarly(
  event: KeyboardEvent,
  typed: Typed,
  onType: (typed: Typed) => void,
): void {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (key.length > 1 && key !== 'Enter' && key !== 'Backspace') return;
  // Else Enter and the space bar press the button again, which closes.
  event.preventDefault();
  if (key === 'Enter') onType({ ...typed, entered: true });
  else if (key === 'Backspace') onType({ text: typed.text.slice(0, -1), entered: false });
  else onType({ text: (typed.text + key).trimStart(), entered: false });
}

export interface EarlySearchProps {
  typed: Typed;
  onType: (typed: Typed) => void;
  placeholder?: string | undefined;
}

/** Stands in for an OptionList whose code is on its way, so that no letter is lost. */
export function EarlySearch({ typed, onType, placeholder }: EarlySearchProps) {
  const { t } = useTranslation('common');
  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-3.5">
        <Search className="size-4 shrink-0 text-faint" aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the popover was opened to search in it.
          autoFocus
          aria-busy="true"
          className="h-11 w-full bg-transparent text-base outline-none pointer-coarse:text-md"
          placeholder={placeholder ?? t('combobox.search')}
          value={typed.text}
          onChange={(event) => onType({ text: event.target.value, entered: false })}
          onKeyDown={(event) => event.key === 'Enter' && onType({ ...typed, entered: true })}
        />
      </div>
      <Skeleton className="m-3 h-28" />
    </>
  );
}

import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/skeleton';

/** What was typed before the list was there to take it. */
export interface Typed {
  text: string;
  /** Enter was pressed: the first match is meant. */
  entered: boolean;
}

export const NOTHING_TYPED: Typed = { text: '', entered: false };

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

import { Search } from 'lucide-react';
import { Kbd } from '@/components/ui/kbd';
import { useTranslation } from '@/lib/use-translation';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The top bar's Search: looks like a box, opens the palette. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts="Control+K /"
      className="touch-target flex h-9 items-center gap-2.5 rounded-small border-border text-faint text-sm hover:text-foreground max-md:justify-center max-[359px]:hidden md:w-80 md:min-w-11 md:shrink-[100] md:overflow-hidden md:border md:bg-surface md:px-3 md:hover:border-border-strong"
    >
      <Search className="size-4 shrink-0 max-md:size-5 max-md:text-foreground" aria-hidden="true" />
      <span className="max-md:sr-only">{t('search')}</span>
      <span className="ml-auto max-lg:hidden pointer-coarse:hidden">
        <Kbd>{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
      </span>
    </button>
  );
}

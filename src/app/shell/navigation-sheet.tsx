import { Search } from 'lucide-react';
import { type RefObject, type TouchEvent, useRef } from 'react';
import { CurrentProject } from '@/app/shell/current-project';
import { NavigationList } from '@/app/shell/navigation-list';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { Sheet, SheetContent } from '@/components/ui/sheet';
import { useTranslation } from '@/lib/use-translation';

const SWIPE_PIXELS = 50;

interface NavigationSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: RefObject<HTMLElement | null>;
  /** Without what is at the bottom of the screen already. */
  rest: boolean;
  onOpenSearch: () => void;
}

/** Closed by choosing, Esc, a tap outside or a swipe left. */
export default function NavigationSheet({
  open,
  onOpenChange,
  opener,
  rest,
  onOpenSearch,
}: NavigationSheetProps) {
  const { t } = useTranslation('shell');
  const startX = useRef(0);
  const onTouchStart = (event: TouchEvent): void => {
    startX.current = event.touches[0]?.clientX ?? 0;
  };
  const onTouchEnd = (event: TouchEvent): void => {
    const endX = event.changedTouches[0]?.clientX ?? startX.current;
    if (startX.current - endX > SWIPE_PIXELS) onOpenChange(false);
  };
  const returnFocus = (event: Event): void => {
    event.preventDefault();
    opener.current?.focus();
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        label={t('nav.label')}
        onCloseAutoFocus={returnFocus}
        onTouchStart={onTouchStart}
        onTouchEnd={onTouchEnd}
      >
        <div className="flex h-(--top-bar-height) shrink-0 items-center justify-between px-5.5">
          <Wordmark />
          {/* The narrowest top bar has no place for it. */}
          <Button
            variant="ghost"
            size="icon"
            className="-mr-2 min-[360px]:hidden"
            aria-label={t('search')}
            onClick={() => {
              onOpenChange(false);
              onOpenSearch();
            }}
          >
            <Search aria-hidden="true" className="size-5!" />
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
          <NavigationList rest={rest} onChoose={() => onOpenChange(false)} />
        </div>
        <div className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <CurrentProject />
        </div>
      </SheetContent>
    </Sheet>
  );
}

import { Menu } from 'lucide-react';
import { type TouchEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentProject } from '@/app/shell/current-project';
import { NavigationList } from '@/app/shell/navigation-list';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { Sheet, SheetContent, SheetTrigger } from '@/components/ui/sheet';

const SWIPE_PIXELS = 50;

/** Slide-in navigation under 768 px: closed by choosing, Esc, a tap outside or a swipe left. */
export function MobileNavigation() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const startX = useRef(0);
  const onTouchStart = (event: TouchEvent): void => {
    startX.current = event.touches[0]?.clientX ?? 0;
  };
  const onTouchEnd = (event: TouchEvent): void => {
    const endX = event.changedTouches[0]?.clientX ?? startX.current;
    if (startX.current - endX > SWIPE_PIXELS) setOpen(false);
  };
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t('nav.open')} className="-ml-1 md:hidden">
          <Menu aria-hidden="true" className="size-5!" />
        </Button>
      </SheetTrigger>
      <SheetContent label={t('nav.label')} onTouchStart={onTouchStart} onTouchEnd={onTouchEnd}>
        <div className="flex h-(--top-bar-height) shrink-0 items-center px-5.5">
          <Wordmark />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
          <NavigationList onChoose={() => setOpen(false)} />
        </div>
        <div className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <CurrentProject />
        </div>
      </SheetContent>
    </Sheet>
  );
}

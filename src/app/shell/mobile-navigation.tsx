import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

const NavigationSheet = lateDialog(() => import('@/app/shell/navigation-sheet'));

interface MobileNavigationProps {
  onOpenSearch: () => void;
  /** What opens it; the top bar's button otherwise. */
  tab?: { className: string; content: ReactNode };
}

/** Slide-in navigation under 768 px. The sheet is fetched when someone reaches for the button. */
export function MobileNavigation({ onOpenSearch, tab }: MobileNavigationProps) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const opener = {
    ref: button,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open,
    onPointerEnter: NavigationSheet.prefetch,
    onFocus: NavigationSheet.prefetch,
    onClick: () => {
      setWanted(true);
      setOpen(true);
    },
  };
  return (
    <>
      {tab ? (
        <button type="button" className={tab.className} {...opener}>
          {tab.content}
        </button>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('nav.open')}
          className="-ml-1 md:hidden"
          {...opener}
        >
          <Menu aria-hidden="true" className="size-5!" />
        </Button>
      )}
      {wanted && (
        <Suspense>
          <NavigationSheet
            open={open}
            onOpenChange={setOpen}
            opener={button}
            rest={tab !== undefined}
            onOpenSearch={onOpenSearch}
          />
        </Suspense>
      )}
    </>
  );
}

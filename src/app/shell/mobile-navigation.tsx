import { Menu } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';

const NavigationSheet = lateDialog(() => import('@/app/shell/navigation-sheet'));

/** Slide-in navigation under 768 px. The sheet is fetched when someone reaches for the button. */
export function MobileNavigation({ onOpenSearch }: { onOpenSearch: () => void }) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={t('nav.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-ml-1 md:hidden"
        onPointerEnter={NavigationSheet.prefetch}
        onFocus={NavigationSheet.prefetch}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Menu aria-hidden="true" className="size-5!" />
      </Button>
      {wanted && (
        <Suspense>
          <NavigationSheet
            open={open}
            onOpenChange={setOpen}
            opener={button}
            onOpenSearch={onOpenSearch}
          />
        </Suspense>
      )}
    </>
  );
}

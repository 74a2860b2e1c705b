import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { showToastsWith } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  // Dialogs stand at the end of the body, and say in an attribute when they close.
  observer.observe(document.body, { childList: true });
  observer.observe(document.documentElement, { subtree: true, attributeFilter: ['data-state'] });
  return () => observer.disconnect();
}

/** One that is closing counts no more: what it says by a toast belongs to the page. */
const isDialogOpen = (): boolean =>
  document.querySelector('[data-modal][data-state="open"]') !== null;

/** The one toast: three visible, four seconds, announced politely. */
export function Toaster() {
  // The buttons of a dialog are at its lower end, on phones at that of the screen: never over them.
  const overDialog = useSyncExternalStore(watchDialogs, isDialogOpen);
  // What Sonner is sent before it is drawn would be lost.
  useEffect(() => showToastsWith(toast), []);
  const { t } = useTranslation('common');
  return (
    <Sonner
      className="pointer-events-auto font-sans!"
      position={overDialog ? 'top-left' : 'bottom-right'}
      mobileOffset={{ bottom: 'calc(16px + var(--bottom-bar-height, 0px))' }}
      visibleToasts={3}
      duration={4000}
      closeButton={false}
      containerAriaLabel={t('toast.region')}
      icons={{
        success: <CircleCheck className="size-5 text-success-strong" aria-hidden="true" />,
        error: <CircleAlert className="size-5 text-danger" aria-hidden="true" />,
        info: <Info className="size-5 text-primary" aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border bg-surface p-3.5 font-sans text-foreground text-sm shadow-overlay sm:w-[356px]',
          error: 'border-danger/50!',
          content: 'min-w-0 flex-1',
          title: 'font-[620]',
          description: 'mt-0.5 text-muted',
          icon: 'mt-px',
          actionButton:
            'touch-target shrink-0 rounded-small border border-border-strong px-2.5 py-1 font-[550] text-sm hover:bg-sunken',
        },
      }}
    />
  );
}

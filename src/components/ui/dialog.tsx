import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { InDialog } from '@/components/ui/in-dialog';
import { useBackCloses } from '@/components/ui/use-back-closes';
import { useDiscardQuestion } from '@/components/ui/use-discard-question';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

export const overlayClasses =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

export interface DialogContentProps
  extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  width?: 'small' | 'medium' | 'large' | undefined;
  /** Above open popovers and dialogs, which stay as they are underneath. */
  onTop?: boolean | undefined;
}

const FIELDS_AND_BUTTONS =
  ':is(input, textarea, button, a[href]):not(:disabled, [data-dialog-close], [tabindex="-1"])';

/** The first thing one came for, not the way out; phones are spared the keyboard. */
function focusContent(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const first = content.querySelector<HTMLElement>(FIELDS_AND_BUTTONS);
  const byFinger = window.matchMedia('(pointer: coarse)').matches;
  event.preventDefault();
  (byFinger || !first ? content : first).focus();
}

/**
 * Remembers what had the focus before anything in the dialog took it. Radix looks only after fields
 * with `autoFocus` have it, and would give the focus back to them.
 */
function RememberOpener({ opener }: { opener: RefObject<Element | null> }) {
  useState(() => {
    opener.current = document.activeElement;
  });
  return null;
}

/** Presses the close button, which tells whoever opened the dialog. */
export function BackCloses({ question }: { question?: ReturnType<typeof useDiscardQuestion> }) {
  const own = useRef<HTMLButtonElement>(null);
  const button = question?.close ?? own;
  const reset = question?.reset;
  useEffect(() => reset?.(), [reset]);
  useBackCloses(() => (question ? question.goBack() : button.current?.click()));
  return <Primitive.Close ref={button} hidden tabIndex={-1} data-dialog-close />;
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' };

/** Centred on desktop, a sheet from the bottom edge on phones; scrolls inside itself. */
export function DialogContent({
  title,
  description,
  width = 'medium',
  onTop = false,
  className,
  children,
  ...props
}: DialogContentProps) {
  const { t } = useTranslation('common');
  const opener = useRef<Element>(null);
  const discard = useDiscardQuestion();
  const returnFocus = (event: Event): void => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={cn(overlayClasses, onTop && 'z-60!')} />
      <Primitive.Content
        data-modal
        data-on-top={onTop || undefined}
        onOpenAutoFocus={focusContent}
        onCloseAutoFocus={returnFocus}
        className={cn(
          onTop ? 'z-70' : 'z-50',
          // Headings of a table stay at the top of the dialog, not below the screen's bar.
          '[--top-bar-height:0px] fixed inset-x-0 bottom-0 flex max-h-[92dvh] w-full flex-col rounded-t-large border bg-surface shadow-overlay outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[86dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-large',
          widths[width],
          className,
        )}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...discard.guard}
        {...props}
      >
        <RememberOpener opener={opener} />
        <BackCloses question={discard} />
        <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
          <div>
            <Primitive.Title className="font-[640] text-lg tracking-[-0.01em]">
              {title}
            </Primitive.Title>
            {description && (
              <Primitive.Description className="mt-0.5 text-muted text-sm">
                {description}
              </Primitive.Description>
            )}
          </div>
          <Primitive.Close
            data-dialog-close
            className="touch-target -mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-small text-muted hover:bg-border/60 hover:text-foreground"
            aria-label={t('action.close')}
          >
            <X className="size-4.5" aria-hidden="true" />
          </Primitive.Close>
        </header>
        <InDialog value={true}>{children}</InDialog>
        {discard.question}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('min-h-0 flex-1 overflow-y-auto px-5 py-2', className)} {...props} />;
}

/** Buttons: the way out first, the deed last; side by side on phones too. */
export function DialogFooter({ className, ...props }: ComponentProps<'footer'>) {
  return (
    <footer
      className={cn(
        'flex justify-end gap-2 px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:flex-wrap max-sm:[&>*]:min-w-fit! max-sm:[&>*]:flex-1',
        className,
      )}
      {...props}
    />
  );
}

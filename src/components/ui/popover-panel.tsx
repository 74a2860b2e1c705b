import { Popover as Primitive } from 'radix-ui';
import { type ComponentProps, type RefObject, useMemo, useRef } from 'react';
import { InDialog } from '@/components/ui/in-dialog';
import { cn } from '@/lib/class-names';

type Content = ComponentProps<typeof Primitive.Content>;

export interface PopoverPanelProps extends Content {
  place: {
    id: string;
    setOpen: (open: boolean) => void;
    trigger: RefObject<HTMLButtonElement | null>;
    anchor: RefObject<HTMLElement | null>;
  };
}

/** What an open popover shows; `popover.tsx` has the rest. */
export function PopoverPanel({
  place: { id, setOpen, trigger, anchor },
  className,
  align = 'start',
  sideOffset = 6,
  onCloseAutoFocus,
  children,
  ...props
}: PopoverPanelProps) {
  const leftByPointing = useRef(false);
  // Asked when the panel is placed: neither is known while all is drawn for the first time.
  const beside = useMemo(
    () => ({
      get current() {
        return (anchor.current ?? trigger.current) as HTMLElement;
      },
    }),
    [anchor, trigger],
  );
  return (
    <Primitive.Root open onOpenChange={setOpen}>
      <Primitive.Anchor virtualRef={beside} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          align={align}
          sideOffset={sideOffset}
          collisionPadding={8}
          onInteractOutside={(event) => {
            const target = event.target as Element | null;
            // The trigger closes by itself; what was typed in here must survive a dialog that comes
            // on top of everything.
            if (trigger.current?.contains(target) || target?.closest('[data-on-top]')) {
              event.preventDefault();
            } else {
              leftByPointing.current = true;
            }
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            if (event.defaultPrevented) return;
            event.preventDefault();
            if (!leftByPointing.current) trigger.current?.focus();
          }}
          className={cn(
            'z-50 max-w-[calc(100vw-16px)] rounded-card border bg-surface shadow-overlay outline-none data-[state=open]:animate-pop-in',
            className,
          )}
          {...props}
        >
          <InDialog value={true}>{children}</InDialog>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

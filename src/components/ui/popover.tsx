import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverAnchor = Primitive.Anchor;

export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        onInteractOutside={(event) => {
          // What was typed in here must survive a dialog that comes on top of everything.
          const target = event.target as Element | null;
          if (target?.closest('[data-on-top]')) event.preventDefault();
        }}
        className={cn(
          'z-50 max-w-[calc(100vw-16px)] rounded-card border bg-surface shadow-overlay outline-none data-[state=open]:animate-pop-in',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}

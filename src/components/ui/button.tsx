import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/class-names';

const buttonVariants = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap border font-[550] transition-colors touch-target disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-primary bg-primary text-primary-foreground enabled:hover:border-primary-hover enabled:hover:bg-primary-hover',
        outline: 'border-border-strong bg-surface text-foreground hover:bg-sunken',
        ghost: 'border-transparent bg-transparent text-foreground hover:bg-border/60',
        danger:
          'border-danger bg-danger text-danger-foreground enabled:hover:border-danger-hover enabled:hover:bg-danger-hover',
        /** Stops the running clock; the only orange button. */
        running: 'border-running-strong bg-running-strong text-background enabled:hover:opacity-90',
        link: 'border-transparent bg-transparent text-primary underline-offset-4 hover:underline',
      },
      size: {
        small: 'h-8 rounded-small px-2.5 text-sm',
        medium: 'h-9 rounded-small px-3.5 text-sm',
        large: 'h-11 rounded-small px-5 text-base',
        huge: 'h-[58px] rounded-large px-6 text-lg',
        /** Icon above the word; several side by side, for gloves. */
        tile: 'h-[92px] min-w-0 flex-col rounded-large px-2 text-lg [&_svg]:size-5!',
        icon: 'size-9 rounded-small p-0',
        /** As tall as a finger without moving its line. */
        inline:
          'relative h-auto rounded-small border-0 p-0 text-sm [text-align:inherit] max-md:whitespace-normal after:absolute after:inset-x-0 after:top-1/2 after:h-11 after:-translate-y-1/2 pointer-coarse:min-h-0 pointer-fine:after:hidden',
        pill: 'h-8 rounded-full px-3.5 text-sm',
      },
      block: { true: 'w-full' },
    },
    defaultVariants: { variant: 'outline', size: 'medium' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Renders the one child (a link, usually) with the button's looks. */
  asChild?: boolean;
  /**
   * Shows a spinner and refuses presses; the words beside it are the caller's. Keeps the focus, which a
   * disabled button would lose to the top of the page.
   */
  busy?: boolean;
}

export function Button({
  className,
  variant,
  size,
  block,
  asChild = false,
  busy = false,
  disabled,
  children,
  type = 'button',
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size, block }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      data-slot="button"
      type={type}
      className={classes}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Of a submit button this is how Enter arrives too.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

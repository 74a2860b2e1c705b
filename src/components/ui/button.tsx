import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/class-names';

const buttonVariants = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap border font-[550] transition-colors touch-target disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
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
        icon: 'size-9 rounded-small p-0',
        inline: 'h-auto rounded-small border-0 p-0 text-sm pointer-coarse:min-h-0',
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
  /** Shows a spinner and refuses presses; the words beside it are the caller's. */
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
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size, block }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      data-slot="button"
      type={type}
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...props}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

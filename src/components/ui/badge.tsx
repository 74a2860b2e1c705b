import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

const badgeVariants = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-0.5 font-[550] text-xs',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-muted ring-1 ring-border ring-inset',
        primary: 'bg-primary-soft text-primary',
        running: 'bg-running-soft text-running-strong',
        attention: 'bg-attention-soft text-attention-strong',
        success: 'bg-success-soft text-success-strong',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>['tone']>;

export function Badge({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span data-slot="badge" className={cn(badgeVariants({ tone }), className)} {...props} />;
}

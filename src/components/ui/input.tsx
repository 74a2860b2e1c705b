import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

export const fieldClasses =
  'min-w-0 rounded-small border border-field-border bg-surface text-base text-foreground transition-colors hover:border-muted focus-visible:border-primary focus-visible:outline-3 focus-visible:outline-offset-0 focus-visible:outline-ring disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger pointer-coarse:text-md';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(fieldClasses, 'h-10 w-full px-3 pointer-coarse:h-11', className)}
      {...props}
    />
  );
}

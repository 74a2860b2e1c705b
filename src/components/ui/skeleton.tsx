import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

/** A grey shape where content will be. Give it the size of what it stands for. */
export function Skeleton({
  className,
  circle = false,
  ...props
}: ComponentProps<'div'> & { circle?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'max-w-full animate-pulse bg-border/80',
        circle ? 'rounded-full' : 'rounded-small',
        className,
      )}
      {...props}
    />
  );
}

import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

/** A grey shape where content will be. Give it the size of what it stands for. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-pulse rounded-small bg-border/80', className)}
      {...props}
    />
  );
}

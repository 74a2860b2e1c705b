import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

/** Always with `htmlFor`; `Field` ties it for you. */
export function Label({ className, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  // biome-ignore lint/a11y/noLabelWithoutControl: `htmlFor` is required by the type above.
  return <label className={cn('font-[550] text-muted text-sm', className)} {...props} />;
}

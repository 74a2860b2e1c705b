import { LoaderCircle } from 'lucide-react';
import { cn } from '@/lib/class-names';

/** Decoration only: whoever shows it says in words what is happening. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn('animate-spin', className ?? 'size-6')} />;
}

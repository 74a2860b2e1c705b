import { cn } from '@/lib/class-names';

export function Separator({ className }: { className?: string }) {
  return <hr className={cn('border-0 border-t', className)} />;
}

import { fieldClasses } from '@/components/ui/input';
import { cn } from '@/lib/class-names';

const sizes = {
  normal: 'h-10 w-full px-3 pointer-coarse:h-11',
  compact: 'h-9 px-3 font-[550] text-sm! pointer-coarse:h-11',
};

export const selectClasses = (size: keyof typeof sizes, className?: string): string =>
  cn(
    fieldClasses,
    'inline-flex items-center justify-between gap-2 text-left data-placeholder:text-faint [&>span:first-child]:truncate',
    sizes[size],
    className,
  );

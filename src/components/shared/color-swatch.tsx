import { cn } from '@/lib/class-names';

/** The small square of a project's colour. Decoration: the name always stands beside it. */
export function ColorSwatch({
  color,
  className,
}: {
  color: string | null | undefined;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={cn('inline-block size-2.25 shrink-0 rounded-[3px] bg-faint', className)}
      style={color ? { backgroundColor: color } : undefined}
    />
  );
}

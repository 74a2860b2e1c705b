import { cn } from '@/lib/class-names';

/** "Chalkline" with a snapped chalk line under it. */
export function Wordmark({
  size = 'normal',
  className,
}: {
  size?: 'normal' | 'large';
  className?: string;
}) {
  return (
    <span
      className={cn(
        'inline-flex flex-col items-start font-bold tracking-[-0.02em]',
        size === 'large' ? 'text-[26px] leading-8' : 'text-[19px] leading-6',
        className,
      )}
    >
      Chalkline
      <svg
        viewBox="0 0 96 5"
        className={cn(
          'mt-px text-primary',
          size === 'large' ? 'h-[7px] w-[124px]' : 'h-[5px] w-[92px]',
        )}
        aria-hidden="true"
      >
        <path
          d="M1 3.2C18 1.6 34 3.8 52 2.4S84 2.2 95 2.6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeDasharray="30 .8 22 1.4 40"
        />
      </svg>
    </span>
  );
}

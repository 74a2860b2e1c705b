import { useState } from 'react';
import { cn } from '@/lib/class-names';

export interface AvatarProps {
  /** Full name; its initials stand in for a missing picture. */
  name: string;
  src?: string | null;
  size?: 'small' | 'medium' | 'large';
  className?: string;
}

const sizes = {
  small: 'size-7 text-2xs',
  medium: 'size-8.5 text-xs',
  large: 'size-16 text-xl',
};

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

/** Decoration: the name always stands beside it, or the button around it is labelled. */
export function Avatar({ name, src, size = 'medium', className }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-primary-soft font-[650] text-primary',
        sizes[size],
        className,
      )}
    >
      {src && src !== failedSrc ? (
        <img
          src={src}
          alt=""
          className="size-full object-cover"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

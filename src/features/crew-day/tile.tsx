import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { cn } from '@/lib/class-names';

interface TileProps {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string | null;
  /** Something is left to do. */
  isOpen?: boolean;
}

/** One line of a foreman’s day: what it is, how it stands, and the way there. */
export function Tile({ to, icon: Icon, title, text, isOpen = false }: TileProps) {
  return (
    <Link to={to} className="touch-target block min-w-0 px-4 py-3 hover:bg-sunken">
      <span className="flex items-center gap-2 font-[620]">
        <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
        {title}
      </span>
      <span className={cn('block text-sm', isOpen ? 'text-attention-strong' : 'text-muted')}>
        {text ?? '–'}
      </span>
    </Link>
  );
}

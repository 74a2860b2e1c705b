import { CircleCheck, CircleDashed, CircleX, Inbox, type LucideIcon, Undo2 } from 'lucide-react';
import type { BadgeTone } from '@/components/ui/badge';
import type { WeekState } from '@/features/public-work/handoff/api/queries';

export const STATE_TONES: Record<WeekState, BadgeTone> = {
  missing: 'danger',
  open: 'neutral',
  handed_in: 'attention',
  accepted: 'success',
  returned: 'danger',
};

/** State by shape and word as well as color. */
export const STATE_ICONS: Record<WeekState, LucideIcon> = {
  missing: CircleX,
  open: CircleDashed,
  handed_in: Inbox,
  accepted: CircleCheck,
  returned: Undo2,
};

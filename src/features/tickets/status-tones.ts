import type { BadgeTone } from '@/components/ui/badge';
import type { Status } from '@/features/tickets/ticket';

export const STATUS_TONES: Record<Status, BadgeTone> = {
  draft: 'neutral',
  signed: 'success',
  refused: 'danger',
  priced: 'primary',
  submitted: 'primary',
  approved: 'success',
  rejected: 'danger',
  billed: 'success',
};

import type { BadgeTone } from '@/components/ui/badge';
import type { Status } from '@/features/field-reports/api/queries';

export const STATUS_TONES: Record<Status, BadgeTone> = {
  draft: 'neutral',
  submitted: 'primary',
  reviewed: 'success',
  locked: 'success',
};

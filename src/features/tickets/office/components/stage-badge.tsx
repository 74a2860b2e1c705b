import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { Stage } from '@/features/tickets/office/api/queries';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<Stage, BadgeTone> = {
  unsigned: 'attention',
  unpriced: 'attention',
  priced: 'neutral',
  submitted: 'primary',
  rejected: 'danger',
  approved: 'success',
  billed: 'neutral',
};

export function StageBadge({ stage, refused = false }: { stage: Stage; refused?: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={TONES[stage]}>{t(`stage.${stage}`)}</Badge>
      {refused && <Badge tone="danger">{t('stage.refused')}</Badge>}
    </span>
  );
}

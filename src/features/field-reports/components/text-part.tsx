import type { LucideIcon } from 'lucide-react';
import { Textarea } from '@/components/ui/textarea';
import { DictationButton } from '@/features/field-reports/components/dictation-button';
import { PartCard } from '@/features/field-reports/components/part-card';
import { useTranslation } from '@/lib/use-translation';

export interface TextPartProps {
  part: 'work' | 'notes';
  icon: LucideIcon;
  value: string;
  disabled: boolean;
  onType: (text: string) => void;
  /** Saves; called when the field is left. */
  onLeave: (text: string) => void;
}

export function TextPart({ part, icon, value, disabled, onType, onLeave }: TextPartProps) {
  const { t } = useTranslation('field-reports');
  return (
    <PartCard icon={icon} title={t(`part.${part}`)} done={value.trim() !== ''}>
      <div className="flex items-start gap-2">
        <Textarea
          rows={3}
          maxLength={10_000}
          aria-label={t(`part.${part}`)}
          placeholder={t(`placeholder.${part}`)}
          value={value}
          disabled={disabled}
          onChange={(event) => onType(event.target.value)}
          onBlur={(event) => onLeave(event.target.value)}
        />
        {!disabled && (
          <DictationButton onText={(heard) => onLeave(value ? `${value} ${heard}` : heard)} />
        )}
      </div>
    </PartCard>
  );
}

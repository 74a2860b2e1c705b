import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import type { Occurrence } from '@/features/time-tracker/entry-form/entry-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';
import { zoneName } from '@/lib/wall-time';

export interface OccurrenceQuestionProps {
  label: string;
  instants: readonly string[];
  value: Occurrence | null;
  timeZone: string;
  onAnswer: (occurrence: Occurrence) => void;
}

/** When clocks go back an hour happens twice, and only the person knows which one was meant. */
export function OccurrenceQuestion({
  label,
  instants,
  value,
  timeZone,
  onAnswer,
}: OccurrenceQuestionProps) {
  const { t } = useTranslation('time-tracker');
  const { locale } = useFormat();
  const [first, second] = instants;
  if (!first || !second) return null;
  const zone = (instant: string) => zoneName(instant, timeZone, locale);
  return (
    <div className="col-span-full">
      <p className="mb-2 text-sm">{t('form.which')}</p>
      <RadioGroup
        aria-label={label}
        value={value ?? ''}
        onValueChange={(answer) => onAnswer(answer as Occurrence)}
        className="grid-cols-2"
      >
        <RadioItem value="first" label={t('form.first', { zone: zone(first) })} />
        <RadioItem value="second" label={t('form.second', { zone: zone(second) })} />
      </RadioGroup>
    </div>
  );
}

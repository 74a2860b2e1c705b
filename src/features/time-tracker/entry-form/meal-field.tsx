import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SwitchRow } from '@/components/shared/switch-row';
import { useViewer } from '@/entities/viewer/use-viewer';
import { mealRulesQuery } from '@/features/time-tracker/api/queries';
import { useTranslation } from '@/lib/use-translation';

export interface MealFieldProps {
  waived: boolean;
  disabled: boolean;
  onChange: (waived: boolean) => void;
}

/** No meal break: nothing is taken off, and where the law has meal rules it counts as waived. */
export function MealField({ waived, disabled, onChange }: MealFieldProps) {
  const { t } = useTranslation('time-tracker');
  const { company } = useViewer();
  const id = useId();
  const { data: hasMealRules = false } = useQuery({
    ...mealRulesQuery(company?.id ?? ''),
    enabled: company !== null,
  });
  const minutes = company?.auto_meal_minutes ?? null;
  if (minutes === null && !hasMealRules && !waived) return null;
  return (
    <SwitchRow
      id={id}
      label={t('form.mealWaived')}
      text={
        minutes === null
          ? t('form.mealWaivedText')
          : t('form.mealCancelText', {
              minutes,
              hours: (company?.auto_meal_after_minutes ?? 0) / 60,
            })
      }
      checked={waived}
      disabled={disabled}
      onCheckedChange={onChange}
    />
  );
}

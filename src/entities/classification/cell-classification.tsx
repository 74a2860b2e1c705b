import { ClassificationPicker } from '@/entities/classification/classification-picker';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useFilledIn } from '@/entities/classification/use-filled-in';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface CellClassificationProps {
  /** Whose hours on which code, for screen readers. */
  label: string;
  projectId: string;
  costCodeId: string;
  employeeId: string;
  date: IsoDate;
  /** As saved. */
  stored: string | null;
  /** As chosen over it; null: as saved, else filled in. */
  value: string | null;
  onValueChange: (classificationId: string | null) => void;
}

/** The class below the hours of a cell, small: what is saved, what is filled in, or what was chosen. */
export function CellClassification({ label, stored, value, ...work }: CellClassificationProps) {
  const { t } = useTranslation('classification');
  const nameOf = useClassificationNames();
  const filledIn = useFilledIn(work);
  return (
    <ClassificationPicker
      size="compact"
      className="w-full border-transparent text-xs!"
      aria-label={t('ofCell', { cell: label })}
      projectId={work.projectId}
      date={work.date}
      value={value}
      onValueChange={work.onValueChange}
      clearLabel={nameOf(stored) ?? filledIn?.name ?? t('chooseShort')}
    />
  );
}

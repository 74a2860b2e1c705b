import { Field } from '@/components/ui/field';
import { ClassificationPicker } from '@/entities/classification/classification-picker';
import { useFilledIn } from '@/entities/classification/use-filled-in';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import type { IsoDate } from '@/lib/format';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

export interface ClassificationFieldProps {
  projectId: string | null;
  costCodeId: string | null;
  /** Whose work it is: one's own where it is missing; null: of several people. */
  employeeId?: string | null;
  /** Today where it is missing. */
  date?: IsoDate | null;
  /** Null: filled in by the cost code, else by the person. */
  value: string | null;
  onValueChange: (classificationId: string | null) => void;
  /** What null means where it is something else, such as "Leave as it is". */
  emptyLabel?: string;
  size?: 'normal' | 'huge';
  disabled?: boolean;
  error?: string | undefined;
  className?: string;
}

/** The class of work, filled in by the cost code or the person until somebody chooses. */
export function ClassificationField(props: ClassificationFieldProps) {
  const { projectId, costCodeId, value, onValueChange, emptyLabel, size, disabled } = props;
  const { t } = useTranslation('classification');
  const me = useEmployee()?.id ?? null;
  const today = useToday(useViewer().company?.time_zone ?? 'UTC');
  const { employeeId = me } = props;
  const date = props.date ?? today;
  const filledIn = useFilledIn({ projectId, costCodeId, employeeId, date });
  const by = filledIn?.by === 'person' && employeeId !== me ? 'theirUsual' : filledIn?.by;
  // Of several people each gets an own one.
  const isFilledIn = value === null && emptyLabel === undefined && employeeId !== null;
  const none = t(employeeId === null ? 'automatic' : 'chooseShort');
  return (
    <Field
      label={t('label')}
      hint={isFilledIn ? t(`by.${by ?? 'none'}`) : undefined}
      error={props.error}
      {...(props.className && { className: props.className })}
    >
      <ClassificationPicker
        {...(size && { size })}
        {...(disabled && { disabled })}
        projectId={projectId}
        date={date}
        value={value}
        onValueChange={onValueChange}
        clearLabel={emptyLabel ?? filledIn?.name ?? none}
      />
    </Field>
  );
}

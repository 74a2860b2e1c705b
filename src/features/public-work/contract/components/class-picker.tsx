import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import type { CurrentClass } from '@/features/public-work/contract/classes';
import { useRateText } from '@/features/public-work/contract/use-rate-text';
import { useTranslation } from '@/lib/use-translation';

interface ClassPickerProps extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  classes: readonly CurrentClass[];
  value: string | null;
  onValueChange: (classificationId: string | null) => void;
}

/** The classes of a project that may be chosen now, under their determinations. */
export function ClassPicker({ classes, value, ...props }: ClassPickerProps) {
  const { t } = useTranslation('public-contract');
  const rateText = useRateText();
  const options = classes
    .filter(({ id, hasEnded }) => !hasEnded || id === value)
    .map(({ id, code, name, number, base, fringe }) => ({
      value: id,
      text: `${code} ${name}`,
      group: number,
      label: (
        <>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="tabular shrink-0 text-muted">
            {rateText(base)} + {rateText(fringe)}
          </span>
        </>
      ),
    }));
  return (
    <Combobox
      placeholder={t('class.choose')}
      searchPlaceholder={t('class.search')}
      emptyText={t('class.none')}
      {...props}
      value={value}
      options={options}
    />
  );
}

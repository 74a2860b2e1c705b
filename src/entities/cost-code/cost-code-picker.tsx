import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { useBookableCostCodes } from '@/entities/cost-code/cost-codes-query';
import { useTranslation } from '@/lib/use-translation';

export interface CostCodePickerProps extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  /** The project decides which codes are offered. */
  projectId: string | null;
  value: string | null;
  onValueChange: (costCodeId: string | null) => void;
}

export function CostCodePicker({ projectId, ...props }: CostCodePickerProps) {
  const { t } = useTranslation('common');
  const { bookableOn, isPending } = useBookableCostCodes();
  const options = bookableOn(projectId).map((code) => ({
    value: code.id,
    text: `${code.code} ${code.name}`,
    keywords: [code.name_es ?? ''],
    ...(code.code_group ? { group: code.code_group } : {}),
    label: (
      <>
        <span className="tabular shrink-0 text-muted">{code.code}</span>
        <span className="truncate">{code.name}</span>
      </>
    ),
  }));
  return (
    <Combobox
      placeholder={t('costCode.choose')}
      searchPlaceholder={t('costCode.search')}
      emptyText={t('costCode.none')}
      {...props}
      options={options}
      loading={isPending}
    />
  );
}

import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { machineName, useMachineOptions } from '@/entities/equipment/equipment-query';
import { useTranslation } from '@/lib/use-translation';

export interface EquipmentPickerProps extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  value: string | null;
  onValueChange: (equipmentId: string | null) => void;
}

/** Machines one can work with; one that is down can be chosen still, and is marked. */
export function EquipmentPicker(props: EquipmentPickerProps) {
  const { t } = useTranslation('common');
  const { data = [], isPending } = useMachineOptions();
  const options = data
    .filter((machine) => machine.status !== 'retired' || machine.id === props.value)
    .map((machine) => ({
      value: machine.id,
      text: machineName(machine),
      ...(machine.status === 'down' ? { group: t('equipment.down') } : {}),
    }));
  return (
    <Combobox
      placeholder={t('equipment.choose')}
      searchPlaceholder={t('equipment.search')}
      emptyText={t('equipment.none')}
      clearLabel={t('equipment.without')}
      {...props}
      options={options}
      loading={isPending}
    />
  );
}

import { Avatar } from '@/components/shared/avatar';
import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useTranslation } from '@/lib/use-translation';

export interface EmployeePickerProps extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  value: string | null;
  onValueChange: (employeeId: string | null) => void;
  include?: 'active' | 'all';
}

export function EmployeePicker({ include = 'active', value, ...props }: EmployeePickerProps) {
  const { t } = useTranslation('common');
  const { data = [], isPending } = useEmployeeOptions();
  const options = data
    .filter((employee) => include === 'all' || employee.active || employee.id === value)
    .map((employee) => ({
      value: employee.id,
      text: employeeName(employee),
      label: (
        <>
          <Avatar name={employeeName(employee)} size="small" className="-my-1" />
          <span className="truncate">{employeeName(employee)}</span>
        </>
      ),
    }));
  return (
    <Combobox
      placeholder={t('employee.choose')}
      searchPlaceholder={t('employee.search')}
      emptyText={t('employee.none')}
      {...props}
      value={value}
      options={options}
      loading={isPending}
    />
  );
}

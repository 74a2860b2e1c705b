import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

export interface RecipientsFieldProps {
  value: string[];
  onValueChange: (recipients: string[]) => void;
}

/** Who gets the report besides whoever saves it; each sees in it what they may see. */
export function RecipientsField({ value, onValueChange }: RecipientsFieldProps) {
  const { t } = useTranslation('activity-reports');
  const me = useEmployee()?.id;
  const { data: people = [] } = useEmployeeOptions();
  const chosen = people.filter(({ id }) => value.includes(id));
  return (
    <div className="grid gap-2">
      <Field label={t('save.recipients')} hint={t('save.recipientsText')} optional>
        <EmployeePicker
          value={null}
          placeholder={t('save.addRecipient')}
          onValueChange={(id) => id && id !== me && onValueChange([...new Set([...value, id])])}
        />
      </Field>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((person) => (
          <li key={person.id}>
            <Button
              size="pill"
              aria-label={t('save.removeRecipient', { name: employeeName(person) })}
              onClick={() => onValueChange(value.filter((id) => id !== person.id))}
            >
              {employeeName(person)}
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

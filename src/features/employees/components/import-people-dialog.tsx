import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ListImportDialog } from '@/entities/import/list-import-dialog';
import { personRowProblem, splitFullName } from '@/features/employees/person-row';
import { useTranslation } from '@/lib/use-translation';

interface ImportPeopleDialogProps {
  onClose: () => void;
  /** They are here: now they can be invited. */
  onImported: () => void;
}

export function ImportPeopleDialog({ onClose, onImported }: ImportPeopleDialogProps) {
  const { t } = useTranslation('employees');
  const columns: ImportColumn[] = [
    {
      key: 'first_name',
      label: t('field.firstName'),
      aliases: ['first', 'fname', 'given name', 'nombre'],
      required: true,
      shown: true,
    },
    {
      key: 'last_name',
      label: t('field.lastName'),
      aliases: ['last', 'lname', 'surname', 'family name', 'apellido', 'apellidos'],
      shown: true,
    },
    {
      key: 'email',
      label: t('field.email'),
      aliases: ['e-mail', 'mail', 'e-mail address', 'work email', 'correo', 'correo electrónico'],
      shown: true,
    },
    {
      key: 'phone',
      label: t('field.phone'),
      aliases: ['phone number', 'mobile', 'cell', 'cell phone', 'teléfono'],
    },
    {
      key: 'rate',
      label: t('field.rate'),
      aliases: ['rate', 'pay', 'pay rate', 'hourly', 'hourly wage', 'wage', 'tarifa'],
      shown: true,
    },
    {
      key: 'rate_from',
      label: t('field.rateFrom'),
      aliases: ['effective date', 'start date', 'hire date', 'desde', 'fecha'],
    },
    { key: 'role', label: t('field.role'), aliases: ['role', 'rol'] },
    {
      key: 'employee_number',
      label: t('field.number'),
      aliases: ['number', 'no', 'id', 'emp id', 'emp no', 'employee id', 'employee no', 'número'],
    },
    { key: 'job_title', label: t('field.jobTitle'), aliases: ['title', 'position', 'trade'] },
    { key: 'language', label: t('field.language'), aliases: ['lang', 'idioma'] },
    {
      key: 'full_name',
      label: t('field.fullName'),
      aliases: [
        'name',
        'employee',
        'employee name',
        'worker',
        'worker name',
        'nombre completo',
        'empleado',
      ],
    },
  ];
  return (
    <ListImportDialog
      list="employees"
      title={t('import.title')}
      description={t('import.text')}
      columns={columns}
      placeholder={'First name\tLast name\tEmail\tRate\nMaria\tLopez\tmaria@example.com\t32.50'}
      prepare={splitFullName}
      problemOf={personRowProblem}
      imported={(count) => t('toast.imported', { count })}
      onClose={onClose}
      onImported={onImported}
    />
  );
}

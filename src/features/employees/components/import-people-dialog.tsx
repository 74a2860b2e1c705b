import { useTranslation } from 'react-i18next';
import type { ImportColumn } from '@/components/shared/import-table/import-columns';
import { ImportDialog } from '@/components/shared/import-table/import-dialog';
import { useImportEmployees } from '@/features/employees/api/import-employees';
import en from '@/locales/en/employees.json';

type ResultKey = keyof typeof en.result;

const isResult = (text: string): text is ResultKey => text in en.result;

export function ImportPeopleDialog({
  companyId,
  onClose,
}: {
  companyId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('employees');
  const { check, importAll } = useImportEmployees(companyId);
  const columns: ImportColumn[] = [
    {
      key: 'first_name',
      label: t('field.firstName'),
      aliases: ['first', 'given name', 'nombre'],
      required: true,
    },
    { key: 'last_name', label: t('field.lastName'), aliases: ['last', 'surname', 'apellido'] },
    { key: 'email', label: t('field.email'), aliases: ['e-mail', 'mail', 'correo'] },
    { key: 'phone', label: t('field.phone'), aliases: ['mobile', 'cell', 'teléfono'] },
    { key: 'rate', label: t('field.rate'), aliases: ['rate', 'pay rate', 'wage', 'tarifa'] },
    {
      key: 'rate_from',
      label: t('field.rateFrom'),
      aliases: ['effective date', 'start date', 'hire date', 'desde', 'fecha'],
    },
    { key: 'role', label: t('field.role'), aliases: ['role', 'rol'] },
    { key: 'employee_number', label: t('field.number'), aliases: ['number', 'no', 'id'] },
    { key: 'job_title', label: t('field.jobTitle'), aliases: ['title', 'position', 'trade'] },
    { key: 'language', label: t('field.language'), aliases: ['lang', 'idioma'] },
  ];
  return (
    <ImportDialog
      title={t('import.title')}
      description={t('import.text')}
      columns={columns}
      placeholder={'First name\tLast name\tEmail\tRate\nMaria\tLopez\tmaria@example.com\t32.50'}
      onClose={onClose}
      check={async (rows) => {
        const results = await check(rows);
        return results.map(({ row_number, verdict }) => ({
          row: row_number,
          ok: verdict === 'ok',
          text: isResult(verdict) ? t(`result.${verdict}`) : verdict,
        }));
      }}
      importAll={importAll}
    />
  );
}

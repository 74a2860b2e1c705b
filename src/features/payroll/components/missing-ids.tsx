import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSaveExternalIds } from '@/features/payroll/api/exports';
import type { FilePerson } from '@/features/payroll/formats/file-data';

export interface MissingIdsProps {
  companyId: string;
  /** Key of the id, such as `adp_file_number`. */
  idKey: string;
  people: readonly FilePerson[];
}

const nameOf = ({ firstName, lastName }: FilePerson) => `${firstName} ${lastName}`.trim();

/** QuickBooks knows people by the name in its list, the others by a number. */
function guess(idKey: string, person: FilePerson): string {
  if (idKey === 'quickbooks_name') return `${person.lastName}, ${person.firstName}`;
  return person.employeeNumber ?? '';
}

/** Who stops the file, and the place to mend it. */
export function MissingIds({ companyId, idKey, people }: MissingIdsProps) {
  const { t } = useTranslation('payroll');
  const save = useSaveExternalIds();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const filledIn = (person: FilePerson) => typed[person.id] ?? guess(idKey, person);
  const ids = people
    .map((person) => ({ person, id: filledIn(person).trim() }))
    .filter(({ id }) => id !== '');
  return (
    <Notice tone="danger" title={t('export.missingIds')}>
      <ul className="mt-2 grid gap-3 sm:grid-cols-2">
        {people.map((person) => (
          <li key={person.id}>
            <Field label={t('export.idLabel', { name: nameOf(person) })}>
              <Input
                value={filledIn(person)}
                onChange={(event) => setTyped({ ...typed, [person.id]: event.target.value })}
              />
            </Field>
          </li>
        ))}
      </ul>
      <Button
        className="mt-3"
        size="small"
        disabled={ids.length === 0}
        busy={save.isPending}
        onClick={() => save.mutate({ companyId, key: idKey, ids })}
      >
        {t('export.saveIds')}
      </Button>
    </Notice>
  );
}

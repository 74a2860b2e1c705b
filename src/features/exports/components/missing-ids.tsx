import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSaveExternalIds } from '@/features/exports/api/save-external-ids';
import { type FilePerson, nameOf } from '@/features/exports/formats/file-data';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface MissingIdsProps {
  companyId: string;
  /** Key of the id, such as `adp_file_number`. */
  idKey: string;
  people: readonly FilePerson[];
}

/** A title at Gusto for one of the person's rates. */
const TITLE = /^gusto_title_(\d+)$/;

/** QuickBooks knows people by the name in its list, the others by a number. */
function guess(idKey: string, person: FilePerson): string {
  if (TITLE.test(idKey)) return '';
  if (idKey === 'quickbooks_name') return `${person.lastName}, ${person.firstName}`;
  return person.employeeNumber ?? '';
}

/** Who stops the file, and the place to fix it. */
export function MissingIds({ companyId, idKey, people }: MissingIdsProps) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const save = useSaveExternalIds();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const filledIn = (person: FilePerson) => typed[person.id] ?? guess(idKey, person);
  const ids = people
    .map((person) => ({ person, id: filledIn(person).trim() }))
    .filter(({ id }) => id !== '');
  const labelOf = (person: FilePerson) => {
    const number = TITLE.exec(idKey)?.[1];
    const rate = person.rates[Number(number) - 1]?.at(-1);
    return rate === undefined
      ? t('system.idLabel', { name: nameOf(person) })
      : t('system.titleLabel', { name: nameOf(person), rate: format.money(rate) });
  };
  return (
    <Notice
      tone="danger"
      title={t(TITLE.test(idKey) ? 'system.missingTitles' : 'system.missingIds')}
    >
      <ul className="mt-2 grid gap-3 sm:grid-cols-2">
        {people.map((person) => (
          <li key={person.id}>
            <Field label={labelOf(person)}>
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
        {t('system.saveIds')}
      </Button>
    </Notice>
  );
}

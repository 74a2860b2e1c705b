import { useState } from 'react';
import { Combobox } from '@/components/shared/combobox';
import type { Connection } from '@/features/accounting/api/connections';
import {
  KINDS_OF_TARGET,
  type Matching,
  type TheirRecord,
  useMatch,
} from '@/features/accounting/api/matching';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { useTranslation } from '@/lib/use-translation';

export interface NewRecordsProps {
  connection: Connection;
  matching: Matching;
}

/** Made there since it was connected and not matched yet. */
export function NewRecords({ connection, matching }: NewRecordsProps) {
  const { t } = useTranslation('accounting');
  const added = matching.records.filter(({ is_new: isNew }) => isNew);
  if (added.length === 0) return null;
  const system = SYSTEM_NAMES[connection.system];
  return (
    <section className="border-b px-5 py-4" aria-label={t('matching.new', { system })}>
      <h3 className="font-[620] text-sm">{t('matching.new', { system })}</h3>
      <ul className="divide-y">
        {added.map((record) => (
          <NewRecord key={record.id} record={record} connection={connection} matching={matching} />
        ))}
      </ul>
    </section>
  );
}

function NewRecord({ record, connection, matching }: NewRecordsProps & { record: TheirRecord }) {
  const { t } = useTranslation('accounting');
  const match = useMatch(connection.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const open = matching.subjects.filter(
    ({ target, record_id: recordId }) => !recordId && KINDS_OF_TARGET[target].includes(record.kind),
  );
  const choose = (id: string | null): void => {
    const subject = open.find((one) => one.id === id);
    if (!subject) return;
    setChosen(id);
    match.mutate([{ subject, recordId: record.id }], { onError: () => setChosen(null) });
  };
  return (
    <li className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="break-words">{record.name}</p>
        <p className="text-muted text-sm">{t(`kind.${record.kind}`)}</p>
      </div>
      <Combobox
        aria-label={t('matching.of', { name: record.name })}
        value={chosen}
        onValueChange={choose}
        options={open.map(({ id, name, number }) => ({
          value: id ?? '',
          text: name,
          keywords: [number ?? ''],
        }))}
        placeholder={t('matching.chooseOurs')}
        disabled={match.isPending}
      />
    </li>
  );
}

import { useState } from 'react';
import { Combobox } from '@/components/shared/combobox';
import type { ComboboxOption } from '@/components/shared/option-list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { Connection } from '@/features/accounting/api/connections';
import {
  KINDS_OF_TARGET,
  type Subject,
  type Target,
  type TheirRecord,
  useMatch,
} from '@/features/accounting/api/matching';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 60;
const WORTH_A_SEARCH = 12;

export interface SubjectListProps {
  connection: Connection;
  target: Target;
  subjects: readonly Subject[];
  records: readonly TheirRecord[];
}

export function SubjectList({ connection, target, subjects, records }: SubjectListProps) {
  const { t } = useTranslation('accounting');
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const match = useMatch(connection.id);
  const options = useRecordOptions(target, subjects, records);
  const found = subjects.filter(({ name, number }) =>
    `${name} ${number ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const shown = all ? found : found.slice(0, SHOWN);
  return (
    <div className="px-5 py-4">
      <p className="mb-3 text-muted text-sm">
        {t(`targetText.${target}`, { system: SYSTEM_NAMES[connection.system] })}
      </p>
      {subjects.length > WORTH_A_SEARCH && (
        <Input
          type="search"
          className="mb-3 max-w-sm"
          aria-label={t('matching.search')}
          placeholder={t('matching.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className="divide-y">
        {shown.map((subject) => (
          <SubjectRow
            key={`${subject.target} ${subject.id ?? subject.hours_kind}`}
            subject={subject}
            options={options}
            disabled={match.isPending}
            onChoose={(recordId) => match.mutate([{ subject, recordId }])}
          />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="link" size="inline" className="mt-3" onClick={() => setAll(true)}>
          {t('matching.all', { count: found.length })}
        </Button>
      )}
    </div>
  );
}

interface SubjectRowProps {
  subject: Subject;
  options: readonly RecordOption[];
  disabled: boolean;
  onChoose: (recordId: string | null) => void;
}

function SubjectRow({ subject, options, disabled, onChoose }: SubjectRowProps) {
  const { t } = useTranslation('accounting');
  const { hours_kind: kind, suggestion_id: suggestion, reason } = subject;
  const name = kind ? t(`hours.${kind}`) : subject.name;
  const note = [subject.is_a && t(`matching.${subject.is_a}`), subject.number].filter(Boolean);
  const suggested = options.find(({ value }) => value === suggestion);
  // That it is matched with this one is what the line says.
  const ownOptions = options.map((option) =>
    option.value === subject.record_id ? { ...option, text: option.plain } : option,
  );
  return (
    <li className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-[620]">{name}</span>
          {subject.wanted && <Badge tone="attention">{t('matching.wanted')}</Badge>}
        </p>
        {note.length > 0 && <p className="text-muted text-sm">{note.join(' · ')}</p>}
      </div>
      <div className="grid gap-1.5">
        <Combobox
          aria-label={t('matching.of', { name })}
          value={subject.record_id}
          onValueChange={onChoose}
          options={ownOptions}
          placeholder={t('matching.choose')}
          clearLabel={t('matching.notMatched')}
          disabled={disabled}
        />
        {suggested && reason && (
          <Button
            variant="link"
            size="inline"
            className="justify-self-start text-left"
            disabled={disabled}
            onClick={() => onChoose(suggested.value)}
          >
            {t(`matching.use_${reason}`, { name: suggested.plain })}
          </Button>
        )}
      </div>
    </li>
  );
}

interface RecordOption extends ComboboxOption {
  /** Without whom it is matched with. */
  plain: string;
}

/** What can be chosen; of people with whom each is matched already. */
function useRecordOptions(
  target: Target,
  subjects: readonly Subject[],
  records: readonly TheirRecord[],
): RecordOption[] {
  const { t } = useTranslation('accounting');
  const kinds = KINDS_OF_TARGET[target];
  const takenBy = new Map(subjects.map(({ record_id, name }) => [record_id, name]));
  return records
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id, kind, name, number, email, active, parent }) => {
      const notes = [
        parent,
        kind === 'vendor' || kind === 'project' ? t(`kind.${kind}`) : null,
        active ? null : t('matching.inactive'),
      ].filter((note) => note !== null);
      const other = target === 'person' ? takenBy.get(id) : undefined;
      const taken = other === undefined ? [] : [t('matching.takenBy', { name: other })];
      return {
        value: id,
        plain: withNotes(name, notes),
        text: withNotes(name, [...notes, ...taken]),
        keywords: [number ?? '', email ?? ''],
      };
    });
}

const withNotes = (name: string, notes: readonly string[]): string =>
  notes.length > 0 ? `${name} (${notes.join(', ')})` : name;

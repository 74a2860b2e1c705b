import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Combobox } from '@/components/shared/combobox';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { PersonAnswers } from '@/entities/form/form-answers';
import { useTranslation } from '@/lib/use-translation';

export interface Person {
  id: string;
  name: string;
  /** Whether they are of the crew this form is about; missing: nobody knows. */
  isOfCrew?: boolean;
}

export interface PeopleOfSectionProps {
  people: readonly Person[];
  chosen: readonly PersonAnswers[];
  onChosenChange: (change: (before: readonly PersonAnswers[]) => readonly PersonAnswers[]) => void;
  isMissing: boolean;
  /** The questions of the person at this place. */
  children: (at: number) => ReactNode;
}

/** Whom a section is about, each with their own answers: of the crew, or by name. */
export function PeopleOfSection(props: PeopleOfSectionProps) {
  const { people, chosen, onChosenChange, isMissing, children } = props;
  const { t } = useTranslation('form-fill');
  const [name, setName] = useState('');
  const left = people.filter(({ id }) => chosen.every(({ employee_id }) => employee_id !== id));
  const crew = left.filter(({ isOfCrew = true }) => isOfCrew);
  const add = (some: readonly { id: string | null; name: string }[]) =>
    onChosenChange((before) => [
      ...before,
      ...some.map((one) => ({ employee_id: one.id, name: one.name, values: {} })),
    ]);
  const addTyped = () => {
    if (name.trim() === '') return;
    add([{ id: null, name: name.trim() }]);
    setName('');
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {chosen.map((person, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: two visitors may have one name; people are added at the end.
          key={`${person.employee_id ?? person.name} ${at}`}
          aria-label={person.name}
          className="grid grid-cols-1 gap-4 rounded-small border p-3"
        >
          <div className="flex items-center justify-between gap-2">
            <h3 className="font-[620]">{person.name}</h3>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('people.remove', { name: person.name })}
              onClick={() => onChosenChange((before) => before.filter((_, place) => place !== at))}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
          {children(at)}
        </section>
      ))}
      {chosen.length === 0 && <p className="text-muted text-sm">{t('people.none')}</p>}
      {left.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <div className="min-w-56 flex-1">
            <Combobox
              aria-label={t('people.add')}
              placeholder={t('people.add')}
              value={null}
              options={left.map((person) => ({ value: person.id, text: person.name }))}
              onValueChange={(id) => add(left.filter((person) => person.id === id))}
            />
          </div>
          {crew.length > 1 && <Button onClick={() => add(crew)}>{t('people.all')}</Button>}
        </div>
      )}
      <div className="flex gap-2">
        <Input
          aria-label={t('people.name')}
          placeholder={t('people.name')}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && addTyped()}
        />
        <Button disabled={name.trim() === ''} onClick={addTyped}>
          {t('people.addName')}
        </Button>
      </div>
      {isMissing && (
        <p role="alert" className="text-danger text-sm">
          {t('missing.people')}
        </p>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { type KioskPerson, kioskPeopleQuery } from '@/features/kiosk/api/queries';
import { withQueued } from '@/features/kiosk/offline/with-queued';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const LISTS = ['here', 'out', 'everyone'] as const;
type List = (typeof LISTS)[number];

const isIn = (person: KioskPerson, list: List): boolean =>
  list === 'everyone' || (list === 'here' ? person.usually_here : person.status === 'out');

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

const matches = (person: KioskPerson, search: string): boolean =>
  fold(`${person.first_name} ${person.last_name} ${person.employee_number ?? ''}`).includes(
    fold(search.trim()),
  );

export interface PeopleGridProps {
  chosenId: string | null;
  onChoose: (person: KioskPerson) => void;
}

/** Everyone by name or number; a search looks through all of them. */
export function PeopleGrid({ chosenId, onChoose }: PeopleGridProps) {
  const { t } = useTranslation('kiosk');
  const people = useQuery(kioskPeopleQuery());
  const queued = useQueuedEvents();
  const data = (people.data ?? []).map((person) => withQueued(person, queued));
  const [search, setSearch] = useState('');
  const [list, setList] = useState<List | null>(null);
  const shownList = list ?? (data.some((person) => person.usually_here) ? 'here' : 'everyone');
  const shown = data.filter((person) =>
    search.trim() ? matches(person, search) : isIn(person, shownList),
  );
  return (
    <section className="grid content-start gap-4">
      <h1 className="sr-only">{t('title')}</h1>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-6 -translate-y-1/2 text-faint"
        />
        <Input
          type="search"
          value={search}
          autoComplete="off"
          aria-label={t('search')}
          placeholder={t('search')}
          className="h-15! pl-13 text-md!"
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {LISTS.map((name) => (
          <Button
            key={name}
            size="large"
            aria-pressed={!search.trim() && shownList === name}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
            onClick={() => {
              setSearch('');
              setList(name);
            }}
          >
            {t(`list.${name}`)}
            <span className="tabular text-muted">
              {data.filter((person) => isIn(person, name)).length}
            </span>
          </Button>
        ))}
      </div>
      <Loaded query={people} skeleton={<CardGridSkeleton />}>
        {shown.length === 0 && <EmptyState title={t('nobody')} />}
        <ul
          className={cn(
            'grid grid-cols-1 gap-3',
            // Beside the keypad names need the width of the cards.
            chosenId === null ? 'sm:grid-cols-2 xl:grid-cols-3' : 'lg:grid-cols-2 2xl:grid-cols-3',
          )}
        >
          {shown.map((person) => (
            <li key={person.employee_id}>
              <button
                type="button"
                aria-pressed={chosenId === person.employee_id}
                onClick={() => {
                  setSearch('');
                  onChoose(person);
                }}
                className={cn(
                  'flex min-h-20 w-full items-center gap-3 rounded-card border bg-surface px-4 text-left hover:border-border-strong',
                  chosenId === person.employee_id && 'border-primary! bg-primary-soft!',
                )}
              >
                <Avatar name={`${person.first_name} ${person.last_name}`} />
                <span className="min-w-0">
                  <span className="block truncate font-[620] text-md">
                    {person.first_name} {person.last_name}
                  </span>
                  <span className="flex items-center gap-2 text-muted text-sm">
                    {person.employee_number}
                    {person.status !== 'out' && (
                      <Badge tone={person.status === 'in' ? 'running' : 'attention'}>
                        {t(`status.${person.status}`)}
                      </Badge>
                    )}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Loaded>
      <p className="text-muted text-sm">{t('privacy')}</p>
    </section>
  );
}

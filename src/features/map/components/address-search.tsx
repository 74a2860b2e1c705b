import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { addressQuery, type FoundAddress } from '@/features/map/api/addresses';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

export interface AddressSearchProps {
  /** What is searched for unless something else is typed: the address of the project. */
  suggestion: string;
  onFound: (found: FoundAddress) => void;
}

/** Finds a place by its address. Asked for when somebody says so, not with every key: that is what geocoders want. */
export function AddressSearch({ suggestion, onFound }: AddressSearchProps) {
  const { t, language } = useTranslation(['map', 'errors']);
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState('');
  const query = typed ?? suggestion;
  const answer = useQuery(addressQuery(asked, language));
  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = query.trim();
    if (wanted === asked && answer.isError) void answer.refetch();
    else setAsked(wanted);
  };
  const choose = (found: FoundAddress) => {
    setTyped(found.label);
    setAsked('');
    onFound(found);
  };
  return (
    <form onSubmit={search} className="grid gap-2">
      <Field label={t('address.label')}>
        <Input
          type="search"
          maxLength={200}
          value={query}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" busy={answer.isFetching} disabled={query.trim().length < 3}>
          <Search aria-hidden="true" />
          {t('address.search')}
        </Button>
      </div>
      {answer.isError && <Notice tone="danger">{errorText(answer.error)}</Notice>}
      {answer.data?.places.length === 0 && <Notice>{t('address.none')}</Notice>}
      {answer.data && answer.data.places.length > 0 && (
        <div className="overflow-hidden rounded-small border">
          <ul aria-label={t('address.results')} className="divide-y">
            {answer.data.places.map((found) => (
              <li key={found.label}>
                <button
                  type="button"
                  className="touch-target w-full break-words px-3 py-2 text-left text-sm hover:bg-sunken"
                  onClick={() => choose(found)}
                >
                  {found.label}
                </button>
              </li>
            ))}
          </ul>
          <p className="border-t px-3 py-1.5 text-muted text-xs">{answer.data.attribution}</p>
        </div>
      )}
    </form>
  );
}

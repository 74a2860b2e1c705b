import { useDeferredValue, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { ClassRow } from '@/features/public-work/determinations/components/class-row';
import {
  acceptProposals,
  choiceOf,
  choose,
  type Draft,
  type DraftClass,
  type DraftDetermination,
  openFields,
  type Problem,
} from '@/features/public-work/determinations/draft';
import { useTranslation } from '@/lib/use-translation';

interface ClassListProps {
  draft: Draft;
  at: number;
  problems: readonly Problem[];
  onChange: (draft: Draft) => void;
  onShowLines: (numbers: readonly number[]) => void;
}

const matches = ({ name, nameEs, craft, code, read }: DraftClass, words: string[]): boolean => {
  const text = [name, nameEs, craft, code, read.area ?? ''].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The classes of a determination: search, choose, fill what is open. */
export function ClassList({ draft, at, problems, onChange, onShowLines }: ClassListProps) {
  const { t } = useTranslation('determinations');
  const [search, setSearch] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  const deferred = useDeferredValue(search);
  const own = draft.determinations[at] as DraftDetermination;
  const isChosen = (place: number): boolean => draft.chosen.has(choiceOf(own, place));
  const words = deferred.toLowerCase().split(/\s+/).filter(Boolean);
  const found = own.classes
    .map((item, place) => ({ item, place }))
    .filter(({ item, place }) => matches(item, words) && (!onlyChosen || isChosen(place)));
  const count = own.classes.filter((_, place) => isChosen(place)).length;
  const open = own.classes.filter((item, place) => isChosen(place) && openFields(item).length > 0);
  const canPropose = open.some(
    ({ fringe, read }) =>
      fringe === '' &&
      read.questions.some(({ field, proposalE4 }) => field === 'fringe' && proposalE4 !== null),
  );
  const choices = found.map(({ place }) => choiceOf(own, place));
  return (
    <section className="flex flex-col gap-3" aria-label={t('classes.label')}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput label={t('classes.search')} value={search} onValueChange={setSearch} />
        <Button
          size="small"
          aria-pressed={onlyChosen}
          className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
          onClick={() => setOnlyChosen(!onlyChosen)}
        >
          {t('classes.onlyChosen', { count })}
        </Button>
        {found.length > 0 && (
          <Button
            size="small"
            variant="ghost"
            onClick={() =>
              onChange(choose(draft, choices, !found.every(({ place }) => isChosen(place))))
            }
          >
            {found.every(({ place }) => isChosen(place))
              ? t('classes.chooseNone', { count: found.length })
              : t('classes.chooseAll', { count: found.length })}
          </Button>
        )}
      </div>
      {open.length > 0 && (
        <Notice
          tone="attention"
          className="max-sm:flex-wrap max-sm:[&>div]:basis-[calc(100%-3rem)]"
          title={t('classes.open', { count: open.length })}
          action={
            canPropose && (
              <Button size="small" onClick={() => onChange(acceptProposals(draft))}>
                {t('classes.acceptAll')}
              </Button>
            )
          }
        >
          {t('classes.openText')}
        </Notice>
      )}
      {own.missing.length > 0 && (
        <Notice>
          {t('classes.missing', { names: own.missing.map(({ name }) => name).join('; ') })}
        </Notice>
      )}
      <ul className="rounded-card border">
        {found.map(({ item, place }) => (
          <ClassRow
            key={place}
            {...{ draft, at, place, item, onChange, onShowLines }}
            isChosen={isChosen(place)}
            problem={
              problems.find((one) => one.determination === at && one.place === place)?.problem ??
              null
            }
          />
        ))}
        {found.length === 0 && (
          <li className="px-4 py-6 text-center text-muted text-sm">{t('classes.none')}</li>
        )}
      </ul>
    </section>
  );
}

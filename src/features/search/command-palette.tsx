import { History, type LucideIcon } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '@/components/ui/command';
import { BackCloses, overlayClasses } from '@/components/ui/dialog';
import { useSession } from '@/entities/session/use-session';
import { useFoundRecords } from '@/features/search/api/search-records';
import { type Result, type ResultGroup, rankResults } from '@/features/search/result';
import { useActions } from '@/features/search/use-actions';
import { useFoundResults, useKnownRecords } from '@/features/search/use-records';
import { noteRecentItem, type RecentItem, recentItems } from '@/lib/recent-items';
import { useTranslation } from '@/lib/use-translation';

export interface Page {
  path: string;
  group: 'pages' | 'settings';
  title: string;
  detail?: string;
  icon: LucideIcon;
  /** Other words it is searched by. */
  words: readonly string[];
  /** Done before it is opened. */
  run?: () => void;
  /** Offered before a letter is typed. */
  isInMenu: boolean;
}

export interface CommandPaletteProps {
  pages: Page[];
  onClose: () => void;
  onStartTimer: () => void;
}

const MAX_RECENT = 6;

const recentResult = ({ key, title, detail, address }: RecentItem): Result => ({
  key,
  group: 'recent',
  icon: <History className="text-muted" aria-hidden="true" />,
  title,
  detail,
  address,
});

/** Everything that can be opened or done from here; before a letter is typed, what was opened last. */
function useResults({ pages, onStartTimer }: CommandPaletteProps, query: string) {
  const userId = useSession().user?.id ?? '';
  const [recent] = useState(() => recentItems(userId));
  const actions = useActions(onStartTimer);
  const known = useKnownRecords();
  const { records, isSearching } = useFoundRecords(query);
  const found = useFoundResults(records);
  const screens = pages.map(
    ({ path, group, title, detail, icon: Icon, words, run }): Result => ({
      key: `page ${path} ${title}`,
      group,
      icon: <Icon className="text-muted" aria-hidden="true" />,
      title,
      detail: detail ?? null,
      words,
      address: path,
      ...(run && { run }),
    }),
  );
  const groups: ResultGroup[] =
    query.trim() === ''
      ? [
          { group: 'recent' as const, results: recent.slice(0, MAX_RECENT).map(recentResult) },
          { group: 'actions' as const, results: actions },
          {
            group: 'pages' as const,
            results: screens.filter((_, place) => pages[place]?.isInMenu),
          },
        ].filter(({ results }) => results.length > 0)
      : rankResults(
          [...actions, ...known, ...found, ...screens],
          query,
          recent.map(({ key }) => key),
        );
  return { groups, isSearching, userId };
}

/** Pages, actions, settings and records; only what the caller may see. */
export function CommandPalette(props: CommandPaletteProps) {
  const { onClose } = props;
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const { groups, isSearching, userId } = useResults(props, query);
  const open = (result: Result): void => {
    const { key, group, title, detail = null, address, run } = result;
    onClose();
    run?.();
    if (!address) return;
    if (group !== 'pages') noteRecentItem(userId, { key, title, detail, address });
    void navigate(address);
  };
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClasses} />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-[max(8px,env(safe-area-inset-top))] z-50 mx-auto flex max-h-[min(560px,86dvh)] max-w-[600px] animate-pop-in flex-col overflow-hidden rounded-large border bg-surface shadow-overlay outline-none md:top-[12vh]"
        >
          <BackCloses />
          <Primitive.Title className="sr-only">{t('title')}</Primitive.Title>
          <Command loop shouldFilter={false} label={t('title')}>
            <CommandInput
              autoFocus
              placeholder={t('placeholder')}
              value={query}
              onValueChange={setQuery}
              className="h-13"
            />
            <CommandList label={t('title')} className="max-h-none flex-1" aria-busy={isSearching}>
              <CommandEmpty>{t(isSearching ? 'searching' : 'empty', { query })}</CommandEmpty>
              {groups.map(({ group, results }) => (
                <CommandGroup key={group} heading={t(`group.${group}`)}>
                  {results.map((result) => (
                    <CommandItem
                      key={result.key}
                      value={`${group} ${result.key}`}
                      onSelect={() => open(result)}
                    >
                      {result.icon}
                      {result.code && <span className="tabular text-muted">{result.code}</span>}
                      <span className="truncate">{result.title}</span>
                      <span className="ml-auto max-w-1/2 shrink-0 truncate text-muted text-xs">
                        {result.detail}
                      </span>
                    </CommandItem>
                  ))}
                </CommandGroup>
              ))}
            </CommandList>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

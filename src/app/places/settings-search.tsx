import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePlaces } from '@/app/places/use-places';
import { Button } from '@/components/ui/button';
import {
  Command,
  CommandEmpty,
  CommandInput,
  CommandItem,
  CommandList,
} from '@/components/ui/command';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { matchWords } from '@/features/search/match-words';
import { useTranslation } from '@/lib/use-translation';

/** The settings of the map, by any of their names. */
export function SettingsSearch() {
  const { t } = useTranslation(['places', 'search']);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const settings = usePlaces().filter(({ group }) => group === 'settings');
  const found = settings.filter(
    ({ title, words }) => query.trim() === '' || matchWords(query, [title, ...words], true) > 0,
  );
  const change = (next: boolean): void => {
    setQuery('');
    setOpen(next);
  };
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger asChild>
        <Button>
          <Search aria-hidden="true" />
          {t('findSetting')}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={t('findSetting')}
        className="w-80 overflow-hidden p-0"
      >
        <Command loop shouldFilter={false} label={t('findSetting')}>
          <CommandInput
            autoFocus
            placeholder={t('findSetting')}
            value={query}
            onValueChange={setQuery}
          />
          <CommandList label={t('findSetting')}>
            <CommandEmpty>{t('search:empty', { query })}</CommandEmpty>
            {found.map(({ path, title, detail }) => (
              <CommandItem
                key={path + title}
                value={path + title}
                onSelect={() => {
                  change(false);
                  void navigate(path);
                }}
              >
                <span className="truncate">{title}</span>
                <span className="ml-auto shrink-0 text-muted text-xs">{detail}</span>
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}

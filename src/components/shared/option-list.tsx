import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { NOTHING_TYPED, type Typed } from '@/components/shared/early-search';
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '@/components/ui/command';
import { useTranslation } from '@/lib/use-translation';

export interface ComboboxOption {
  value: string;
  /** What is searched and read aloud. */
  text: string;
  /** What is drawn; defaults to `text`. */
  label?: ReactNode;
  /** More words to find it by. */
  keywords?: string[];
  group?: string;
}

export interface OptionListProps {
  value: string | null;
  onChoose: (value: string | null) => void;
  options: readonly ComboboxOption[];
  /** Names the list for screen readers. */
  label: string;
  searchPlaceholder?: string | undefined;
  emptyText?: string | undefined;
  /** Offers a first line that chooses nothing, such as "All projects". */
  clearLabel?: string | undefined;
  loading?: boolean;
  /** Before this list was there. */
  typed?: Typed;
}

function grouped(options: readonly ComboboxOption[]): [string, ComboboxOption[]][] {
  const groups = new Map<string, ComboboxOption[]>();
  for (const option of options) {
    const name = option.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return [...groups];
}

const wordsOf = ({ text, keywords = [] }: ComboboxOption): string[] => [text, ...keywords];

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Every typed word must occur; the ids that serve as values are not searched. */
function matches(_value: string, search: string, keywords: string[] = []): number {
  const haystack = plain(keywords.join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
    ? 1
    : 0;
}

/** The searchable list inside a Combobox; alone where the trigger is no form field. */
export function OptionList({
  value,
  onChoose,
  options,
  label,
  searchPlaceholder,
  emptyText,
  clearLabel,
  loading = false,
  typed = NOTHING_TYPED,
}: OptionListProps) {
  const { t } = useTranslation('common');
  const [search, setSearch] = useState(typed.text);
  const [entered, setEntered] = useState(typed.entered);
  // Enter came before the options: what it meant is known only now.
  useEffect(() => {
    if (!entered || loading) return;
    setEntered(false);
    const first = options.find((option) => matches('', search, wordsOf(option)) > 0);
    if (first && search !== '') onChoose(first.value);
  }, [entered, loading, options, search, onChoose]);
  return (
    <Command loop filter={matches} label={label}>
      <CommandInput
        autoFocus
        placeholder={searchPlaceholder ?? t('combobox.search')}
        value={search}
        onValueChange={setSearch}
        onFocus={({ currentTarget }) =>
          currentTarget.setSelectionRange(search.length, search.length)
        }
        onKeyDown={({ key }) => setEntered(loading && key === 'Enter')}
      />
      <CommandList label={label}>
        <CommandEmpty>{loading ? t('loading') : (emptyText ?? t('combobox.empty'))}</CommandEmpty>
        {clearLabel && (
          <CommandItem value="clear" keywords={[clearLabel]} onSelect={() => onChoose(null)}>
            {clearLabel}
            {value === null && <Check className="ml-auto text-primary" aria-hidden="true" />}
          </CommandItem>
        )}
        {grouped(options).map(([name, members]) => (
          <CommandGroup key={name} {...(name ? { heading: name } : {})}>
            {members.map((option) => (
              <CommandItem
                key={option.value}
                value={option.value}
                keywords={wordsOf(option)}
                onSelect={() => onChoose(option.value)}
              >
                <span className="flex min-w-0 flex-1 items-center gap-2">
                  {option.label ?? option.text}
                </span>
                {option.value === value && (
                  <Check className="ml-auto text-primary" aria-hidden="true" />
                )}
              </CommandItem>
            ))}
          </CommandGroup>
        ))}
      </CommandList>
    </Command>
  );
}

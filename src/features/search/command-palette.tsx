import { Dialog as Primitive } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Command, CommandEmpty, CommandInput, CommandList } from '@/components/ui/command';
import { BackCloses, overlayClasses } from '@/components/ui/dialog';
import { ActionResults } from '@/features/search/components/action-results';
import { type Page, PageResults } from '@/features/search/components/page-results';
import { RecordResults } from '@/features/search/components/record-results';
import { matchWords } from '@/features/search/match-words';

export interface CommandPaletteProps {
  pages: Page[];
  onClose: () => void;
  onStartTimer: () => void;
}

/** People, projects, cost codes, pages and actions; only what the caller may see. */
export function CommandPalette({ pages, onClose, onStartTimer }: CommandPaletteProps) {
  const { t } = useTranslation('search');
  const [query, setQuery] = useState('');
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClasses} />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-[max(8px,env(safe-area-inset-top))] z-50 mx-auto flex max-h-[min(560px,86dvh)] max-w-[600px] animate-pop-in flex-col overflow-hidden rounded-large border bg-surface shadow-overlay outline-none md:top-[12vh]"
        >
          <BackCloses />
          <Primitive.Title className="sr-only">{t('title')}</Primitive.Title>
          <Command loop filter={matchWords} label={t('title')}>
            <CommandInput
              autoFocus
              placeholder={t('placeholder')}
              value={query}
              onValueChange={setQuery}
              className="h-13"
            />
            <CommandList label={t('title')} className="max-h-none flex-1">
              <CommandEmpty>{t('empty', { query })}</CommandEmpty>
              <ActionResults onClose={onClose} onStartTimer={onStartTimer} />
              <PageResults pages={pages} onClose={onClose} />
              {query.trim().length > 0 && <RecordResults onClose={onClose} />}
            </CommandList>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

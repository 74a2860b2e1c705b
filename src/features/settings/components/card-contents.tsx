import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/lib/use-translation';

const CARDS = '[data-slot="card"]';

/** The headings of the cards that are drawn now; some come late. */
function useCards() {
  const around = useRef<HTMLDivElement>(null);
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    const root = around.current;
    if (!root) return;
    const read = () => {
      const found = headings(root).map(({ textContent }) => textContent);
      setTitles((known) => (known.join('\n') === found.join('\n') ? known : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const show = (index: number) => {
    const heading = around.current && headings(around.current)[index];
    heading?.closest(CARDS)?.scrollIntoView({ block: 'start' });
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };
  return { around, titles, show };
}

function headings(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`${CARDS} h2`)];
}

/** Beside many cards: their headings as a list one jumps from. Narrower screens have it above, folded. */
export function CardContents({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings');
  const [isWide] = useState(() => window.matchMedia('(min-width: 80rem)').matches);
  const { around, titles, show } = useCards();
  return (
    <div className="xl:flex xl:flex-row-reverse xl:justify-end xl:gap-8">
      {titles.length > 4 && (
        <details
          open={isWide}
          className="mb-4 max-w-3xl rounded-card border bg-surface xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:border-none xl:bg-transparent"
        >
          <summary className="cursor-pointer px-4 py-3 font-[550] text-sm">
            {t('company.contents')}
          </summary>
          <nav aria-label={t('company.contents')} className="px-2 pb-2">
            {titles.map((title, index) => (
              <button
                key={title}
                type="button"
                onClick={() => show(index)}
                className="block min-h-10 w-full rounded-md px-2 py-1.5 text-left text-muted text-sm hover:text-foreground xl:min-h-0"
              >
                {title}
              </button>
            ))}
          </nav>
        </details>
      )}
      <div ref={around} className="min-w-0 xl:grow xl:max-w-3xl [&_section]:scroll-mt-20">
        {children}
      </div>
    </div>
  );
}

import { useQueries } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { GuideText } from '@/features/help/components/guide-text';
import { guideQuery } from '@/features/help/guide-query';
import { qrPicture } from '@/lib/qr-picture';
import { useTranslation } from '@/lib/use-translation';

const LANGUAGES = ['en', 'es'] as const;
const NO_PICTURES: ReadonlyMap<string, string> = new Map();

/** One page for each language, on one sheet, with the code that opens this installation. */
export function LeafletPrint({ page: name }: { page: string }) {
  const { t } = useTranslation('help');
  const { company } = useViewer();
  const address = window.location.origin;
  const pages = useQueries({
    queries: LANGUAGES.map((language) => guideQuery(language)),
    combine: (guides) => guides.flatMap(({ data }) => data?.pages.get(name) ?? []),
  });
  const isReady = pages.length === LANGUAGES.length;
  return (
    <>
      <Button variant="primary" className="mb-4" disabled={!isReady} onClick={() => window.print()}>
        {t('printBoth')}
      </Button>
      {isReady &&
        createPortal(
          <section data-print="sheet">
            {pages.map((page, index) => (
              <div
                key={page.title}
                lang={LANGUAGES[index]}
                className="not-last:break-after-page text-sm [&_article]:gap-1.5 [&_article]:text-base [&_h2]:mt-2"
              >
                <header className="mb-2 flex items-center justify-between gap-6">
                  <div>
                    <p className="text-base">{company?.name}</p>
                    <h1 className="font-bold text-stat">{page.title}</h1>
                    <p className="mt-1">{address}</p>
                  </div>
                  <img src={qrPicture(address)} alt="" className="size-32" />
                </header>
                <GuideText blocks={page.blocks} pictures={NO_PICTURES} />
              </div>
            ))}
          </section>,
          document.body,
        )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card, CardBody } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { GuideText } from '@/features/help/components/guide-text';
import { guideQuery } from '@/features/help/guide-query';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const LeafletPrint = late(async () => ({
  default: (await import('@/features/help/components/leaflet-print')).LeafletPrint,
}));
/** The page that is printed and handed out. */
const LEAFLET = 'my-status-leaflet';

export interface HelpScreenProps {
  /** In the order of the list; the first is shown where the address names none. */
  pages: readonly { name: string; title: string }[];
}

/** The guide for contractors (docs/guide), in the viewer's language. */
export function HelpScreen({ pages }: HelpScreenProps) {
  const { t, language } = useTranslation('help');
  const navigate = useNavigate();
  const asked = useParams()['page'];
  const guide = useQuery(guideQuery(language));
  const name = asked ?? pages[0]?.name ?? '';
  const page = guide.data?.pages.get(name);
  // Further pages of a screen are called after it, and stand below its own.
  const listed = pages.flatMap((each) => [
    each,
    ...[...(guide.data?.pages ?? [])]
      .filter(([further]) => further.startsWith(`${each.name}-`))
      .map(([further, { title }]) => ({ name: further, title })),
  ]);
  if (guide.data && !page) return <Navigate to="/help" replace />;
  return (
    <Loaded query={guide} skeleton={<ScreenSkeleton />} framed>
      {guide.data && page && (
        <>
          <PageHeader
            title={page.title}
            description={t('title')}
            documentTitle={`${page.title} · ${t('title')}`}
          />
          <div className="grid items-start gap-4 lg:grid-cols-[220px_1fr]">
            <Select
              className="lg:hidden"
              aria-label={t('pages')}
              value={name}
              onValueChange={(next) => void navigate(`/help/${next}`)}
              options={listed.map((each) => ({ value: each.name, label: each.title }))}
            />
            <nav aria-label={t('pages')} className="max-lg:hidden" data-print="hide">
              <ul className="grid gap-px">
                {listed.map((each) => (
                  <li key={each.name}>
                    <Link
                      to={`/help/${each.name}`}
                      aria-current={each.name === name ? 'page' : undefined}
                      className={cn(
                        'block rounded-small px-2.5 py-1.5 text-sm hover:bg-border/70',
                        each.name === name ? 'font-[620] text-primary' : 'text-muted',
                      )}
                    >
                      {each.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <Card>
              <CardBody>
                {name === LEAFLET && (
                  <Suspense>
                    <LeafletPrint page={name} />
                  </Suspense>
                )}
                <GuideText key={name} blocks={page.blocks} pictures={guide.data.pictures} />
              </CardBody>
            </Card>
            <a
              className="text-muted text-sm underline lg:col-start-2"
              href="/licenses.txt"
              target="_blank"
              rel="noreferrer"
              data-print="hide"
            >
              {t('licenses')}
            </a>
          </div>
        </>
      )}
    </Loaded>
  );
}

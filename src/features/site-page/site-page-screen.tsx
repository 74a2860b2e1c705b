import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { VisitorPage } from '@/components/shared/visitor-page';
import type { SitePage } from '@/features/site-page/api/own-visit';
import { SignInCard } from '@/features/site-page/components/sign-in-card';
import { VisitCard } from '@/features/site-page/components/visit-card';
import { useOwnVisit } from '@/features/site-page/use-own-visit';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

/** What a poster opens: sign in at one site and out again, without an account, also without a signal. */
export function SitePageScreen({ languages }: { languages: ReactNode }) {
  const { t } = useTranslation('site-visit');
  const { token = '' } = useParams();
  const own = useOwnVisit(token);
  const open = typeof own.page === 'object' ? own.page : null;
  const title = open && t('page.title', { project: open.project });
  return (
    <>
      <PageTitle title={title ?? t('page.plainTitle')} />
      <VisitorPage title={title} subtitle={open?.company} languages={languages}>
        {open ? (
          <Site page={open} own={own} />
        ) : (
          <>
            <h1 tabIndex={-1} className="sr-only">
              {t('page.plainTitle')}
            </h1>
            <Closed own={own} />
          </>
        )}
      </VisitorPage>
    </>
  );
}

type Own = ReturnType<typeof useOwnVisit>;

function Closed({ own }: { own: Own }) {
  const { t } = useTranslation('site-visit');
  const { page, visit } = own;
  if (page === 'loading') return <ListSkeleton />;
  if (page === 'failed') return <ErrorState onRetry={own.reload} />;
  const state = page === 'revoked' ? 'revoked' : 'unknown';
  return (
    <>
      {visit && !visit.outSent && <VisitCard own={own} visit={visit} timeZone={undefined} />}
      <Notice tone="attention" title={t(`page.${state}`)}>
        {t(`page.${state}Text`)}
      </Notice>
    </>
  );
}

function Site({ page, own }: { page: SitePage; own: Own }) {
  const { t } = useTranslation('site-visit');
  const day = useWrittenDay(page.time_zone);
  const { visit } = own;
  const now = new Date(serverNow()).toISOString();
  // Yesterday's is over and sent: today begins with what this phone remembers.
  const isOld = visit?.outSent && day.dateOf(visit.happened_at) !== day.dateOf(now);
  return (
    <>
      {isOld && visit.closed && (
        <Notice tone="attention" title={t('page.closed')}>
          {t('page.closedText')}
        </Notice>
      )}
      {visit && !isOld ? (
        <VisitCard own={own} visit={visit} timeZone={page.time_zone} />
      ) : (
        <SignInCard key={own.person?.name ?? ''} page={page} own={own} />
      )}
      <p className="text-muted text-sm">{t('page.stores', { company: page.company })}</p>
    </>
  );
}

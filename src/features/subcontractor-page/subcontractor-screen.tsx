import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { VisitorPage } from '@/components/shared/visitor-page';
import { Card } from '@/components/ui/card';
import { type OpenPage, pageQuery } from '@/features/subcontractor-page/api/subcontractor-page';
import { WeekRow } from '@/features/subcontractor-page/components/week-row';
import { showLanguage } from '@/lib/i18n';
import { storedLanguage } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

/** For the office of a subcontractor, without an account: the weeks it hands in a payroll for. */
export function SubcontractorScreen({ languages }: { languages: ReactNode }) {
  const { t } = useTranslation('subcontractor');
  const { token = '' } = useParams();
  const page = useQuery(pageQuery(token));
  const open = page.data?.state === 'open' ? page.data : null;
  const language = open?.language;
  useEffect(() => {
    // Theirs, unless somebody chose another on this device.
    if (language && !storedLanguage()) void showLanguage(language);
  }, [language]);
  const title = open && t('title', { project: open.project });
  return (
    <>
      <PageTitle title={title ?? t('plainTitle')} />
      <VisitorPage title={title} subtitle={open && <Subtitle page={open} />} languages={languages}>
        <Loaded query={page} skeleton={<ListSkeleton />} framed>
          {(found) =>
            found.state === 'open' ? (
              <Weeks token={token} page={found} />
            ) : (
              <>
                <h1 tabIndex={-1} className="sr-only">
                  {t('plainTitle')}
                </h1>
                <Notice tone="attention" title={t('unknown')}>
                  {t('unknownText')}
                </Notice>
              </>
            )
          }
        </Loaded>
      </VisitorPage>
    </>
  );
}

function Subtitle({ page: { name, company, contract_number } }: { page: OpenPage }) {
  const { t } = useTranslation('subcontractor');
  return (
    <>
      {t('from', { name, company })}
      {contract_number && ` · ${t('contract', { number: contract_number })}`}
    </>
  );
}

function Weeks({ token, page }: { token: string; page: OpenPage }) {
  const { t } = useTranslation('subcontractor');
  const day = useWrittenDay();
  const toDo = page.weeks.filter(({ state }) => ['missing', 'open', 'returned'].includes(state));
  return (
    <>
      {page.weeks.length === 0 ? (
        <Notice>{t('notYet', { date: day.date(page.first_week_end) })}</Notice>
      ) : (
        <p className="font-[550]">
          {toDo.length > 0 ? t('toDo', { count: toDo.length }) : t('allDone')}
        </p>
      )}
      {page.weeks.length > 0 && (
        <Card>
          <ul className="divide-y">
            {page.weeks.map((week) => (
              <WeekRow key={week.week_end} token={token} page={page} week={week} />
            ))}
          </ul>
        </Card>
      )}
      <p className="text-muted text-sm">{t('recorded', { company: page.company })}</p>
    </>
  );
}

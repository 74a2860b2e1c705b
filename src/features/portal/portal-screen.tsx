import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { VisitorPage } from '@/components/shared/visitor-page';
import { type ClosedPortal, type OpenPortal, portalQuery } from '@/features/portal/api/portal';
import { Headcount } from '@/features/portal/components/headcount';
import { OnSite } from '@/features/portal/components/on-site';
import { type MakePdf, PayrollList } from '@/features/portal/components/payroll-list';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

interface PortalScreenProps {
  makePdf: MakePdf;
  /** The switch of the language, which belongs to sign-in. */
  languages: ReactNode;
}

/** For people without an account: the parts of one project that a link shows, and nothing else. */
export function PortalScreen({ makePdf, languages }: PortalScreenProps) {
  const { t } = useTranslation('portal');
  const { token = '' } = useParams();
  const portal = useQuery(portalQuery(token));
  const open = portal.data?.state === 'open' ? portal.data : null;
  return (
    <>
      <PageTitle title={open?.project ?? t('title')} />
      <VisitorPage
        title={open?.project ?? null}
        subtitle={open && <Subtitle portal={open} />}
        languages={languages}
      >
        <Loaded query={portal} skeleton={<ListSkeleton />} framed>
          {(found) =>
            found.state === 'open' ? (
              <Parts token={token} portal={found} makePdf={makePdf} />
            ) : (
              <Closed portal={found} />
            )
          }
        </Loaded>
      </VisitorPage>
    </>
  );
}

function Subtitle({ portal: { company, label, contract_number } }: { portal: OpenPortal }) {
  const { t } = useTranslation('portal');
  return (
    <>
      {label ? t('for', { company, label }) : company}
      {contract_number && ` · ${t('contract', { number: contract_number })}`}
    </>
  );
}

interface PartsProps {
  token: string;
  portal: OpenPortal;
  makePdf: MakePdf;
}

function Parts({ token, portal, makePdf }: PartsProps) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  return (
    <>
      {portal.roll_call && <OnSite portal={portal} people={portal.roll_call} />}
      {portal.headcount && <Headcount portal={portal} days={portal.headcount} />}
      {portal.certified_payrolls && (
        <PayrollList
          token={token}
          portal={portal}
          payrolls={portal.certified_payrolls}
          makePdf={makePdf}
        />
      )}
      <p className="text-muted text-sm">
        {t('readOnly', { date: day.date(portal.expires_on), company: portal.company })}
      </p>
    </>
  );
}

function Closed({ portal }: { portal: ClosedPortal }) {
  const { t } = useTranslation('portal');
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {t('title')}
      </h1>
      <Notice tone="attention" title={t(`state.${portal.state}`)}>
        {t(`state.${portal.state}Text`, { company: portal.company ?? '' })}
      </Notice>
    </>
  );
}

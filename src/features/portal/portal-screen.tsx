import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { VisitorPage } from '@/components/shared/visitor-page';
import { Badge } from '@/components/ui/badge';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { type ClosedPortal, type OpenPortal, portalQuery } from '@/features/portal/api/portal';
import { Certificates } from '@/features/portal/components/certificates';
import { CodeForm } from '@/features/portal/components/code-form';
import { Headcount } from '@/features/portal/components/headcount';
import { OnSite } from '@/features/portal/components/on-site';
import { type MakePdf, PayrollList } from '@/features/portal/components/payroll-list';
import { PhotoGrid } from '@/features/portal/components/photo-grid';
import { ReportList } from '@/features/portal/components/report-list';
import { TicketList, WaitingTicket } from '@/features/portal/components/ticket-list';
import { Visitors } from '@/features/portal/components/visitors';
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
          {(found) => {
            if (found.state === 'open') {
              return <Parts token={token} portal={found} makePdf={makePdf} />;
            }
            return (
              <>
                <h1 tabIndex={-1} className="sr-only">
                  {t('title')}
                </h1>
                {found.state === 'code_needed' ? (
                  <CodeForm token={token} portal={found} />
                ) : (
                  <Closed portal={found} />
                )}
              </>
            );
          }}
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

const TABS = {
  today: ['roll_call', 'headcount', 'certificates'],
  reports: ['field_reports', 'certified_payrolls'],
  photos: ['photos'],
  tickets: ['tickets'],
} as const;
type Tab = keyof typeof TABS;

/** Tabs for what the link shows; none where it is a single thing. */
function Parts(props: PartsProps) {
  const { t } = useTranslation('portal');
  const { portal } = props;
  const day = useWrittenDay(portal.time_zone);
  const tabs = (Object.keys(TABS) as Tab[]).filter((tab) =>
    TABS[tab].some((part) => portal.shows.includes(part)),
  );
  const [tab, setTab] = useState<Tab>(tabs[0] ?? 'today');
  const waiting = portal.tickets?.filter(({ answer }) => answer === 'waiting') ?? [];
  return (
    <>
      {tabs.length > 1 ? (
        <Tabs value={tab} onValueChange={(next) => setTab(next as Tab)}>
          <TabsList className="-mt-4 mb-4 px-0!" aria-label={t('parts')} data-print="hide">
            {tabs.map((name) => (
              <TabsTrigger key={name} value={name}>
                {t(`tab.${name}`)}
                {name === 'tickets' && waiting.length > 0 && (
                  <Badge tone="attention" className="ml-1.5">
                    {waiting.length}
                  </Badge>
                )}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={tab} className="grid gap-4">
            {tab === tabs[0] &&
              tab !== 'tickets' &&
              waiting.map((ticket) => (
                <WaitingTicket key={ticket.id} token={props.token} ticket={ticket} />
              ))}
            <TabBody tab={tab} {...props} />
          </TabsContent>
        </Tabs>
      ) : (
        <TabBody tab={tab} {...props} />
      )}
      <p className="text-muted text-sm">
        {t('readOnly', { date: day.date(portal.expires_on), company: portal.company })}
      </p>
    </>
  );
}

function TabBody({ tab, token, portal, makePdf }: PartsProps & { tab: Tab }) {
  if (tab === 'photos') return <PhotoGrid token={token} portal={portal} />;
  if (tab === 'tickets') {
    return <TicketList token={token} portal={portal} tickets={portal.tickets ?? []} />;
  }
  if (tab === 'reports') {
    return (
      <>
        {portal.field_reports && (
          <ReportList token={token} portal={portal} reports={portal.field_reports} />
        )}
        {portal.certified_payrolls && (
          <PayrollList
            token={token}
            portal={portal}
            payrolls={portal.certified_payrolls}
            makePdf={makePdf}
          />
        )}
      </>
    );
  }
  return (
    <>
      {portal.roll_call && <OnSite portal={portal} people={portal.roll_call} />}
      {portal.visitors && <Visitors portal={portal} visitors={portal.visitors} />}
      {portal.headcount && <Headcount portal={portal} days={portal.headcount} />}
      {portal.certificates && <Certificates portal={portal} people={portal.certificates} />}
    </>
  );
}

function Closed({ portal }: { portal: ClosedPortal }) {
  const { t } = useTranslation('portal');
  return (
    <Notice tone="attention" title={t(`state.${portal.state}`)}>
      {t(`state.${portal.state}Text`, { company: portal.company ?? '' })}
    </Notice>
  );
}

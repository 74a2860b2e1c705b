import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Connection, useSendNow } from '@/features/accounting/api/connections';
import { overviewQuery } from '@/features/accounting/api/overview';
import { ConflictsView } from '@/features/accounting/components/conflicts-view';
import { ConnectionMenu } from '@/features/accounting/components/connection-menu';
import { HistoryView } from '@/features/accounting/components/history-view';
import { MatchingView } from '@/features/accounting/components/matching-view';
import { OverviewView } from '@/features/accounting/components/overview-view';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { useShownDays } from '@/features/accounting/use-shown-days';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

/** Its problems are solved on the computer with QuickBooks, and have texts of their own. */
const DesktopState = late(async () => {
  const [module] = await Promise.all([
    import('@/features/accounting/set-up/desktop-state'),
    loadNamespaces(['quickbooks-desktop']),
  ]);
  return { default: module.DesktopState };
});

/** What is said in our words; the others in those of the system. */
const PROBLEMS = [
  'busy',
  'certificate_expired',
  'keys_refused',
  'not_allowed',
  'results_refused',
  'subscription_ended',
  'too_many',
  'unexpected',
  'unreachable',
  'wrong_environment',
  'wrong_keys',
] as const;

const VIEWS = ['days', 'matching', 'conflicts', 'history'] as const;
type View = (typeof VIEWS)[number];

const TONES: Readonly<Record<Connection['state'], BadgeTone>> = {
  set_up: 'neutral',
  connected: 'success',
  paused: 'neutral',
  sign_in_needed: 'danger',
  disconnected: 'neutral',
};

export interface ConnectionCardProps {
  connection: Connection;
  /** Shows its days and everything else; else only how it is. */
  isOpen: boolean;
}

export function ConnectionCard({ connection, isOpen }: ConnectionCardProps) {
  const { t } = useTranslation('accounting');
  const format = useFormat();
  const sendNow = useSendNow();
  const { id, system, state, company_name: company, last_sent_at: sentAt } = connection;
  const description = [
    company,
    connection.environment === 'sandbox' ? t('sandbox') : '',
    sentAt ? t('lastSent', { time: format.dateTime(sentAt) }) : t('nothingSent'),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Card className="mb-4">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {SYSTEM_NAMES[system]}
            <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
          </span>
        }
        description={description}
        action={
          <div className="flex flex-wrap items-center gap-2">
            {!isOpen && (
              <Button size="small" asChild>
                <Link to={`?tab=connections&connection=${id}`}>{t('open')}</Link>
              </Button>
            )}
            {state === 'connected' && system !== 'quickbooks_desktop' && (
              <Button size="small" busy={sendNow.isPending} onClick={() => sendNow.mutate(id)}>
                <Send aria-hidden="true" />
                {t('sendNow')}
              </Button>
            )}
            <ConnectionMenu connection={connection} />
          </div>
        }
      />
      <ConnectionProblem connection={connection} />
      {isOpen && <ConnectionViews connection={connection} />}
    </Card>
  );
}

/** Why nothing is sent at the moment, and what to do about it. */
function ConnectionProblem({ connection }: { connection: Connection }) {
  const { t } = useTranslation('accounting');
  const isOwner = useViewer().employee?.role === 'owner';
  const { system, state, problem, problem_detail: detail } = connection;
  if (state === 'paused') {
    return (
      <Notice className="mx-5 mb-4" title={t('pausedTitle')}>
        {t('pausedText')}
      </Notice>
    );
  }
  if (state !== 'sign_in_needed' && !problem) return null;
  if (system === 'quickbooks_desktop') {
    return (
      <Suspense>
        <DesktopState connection={connection} usedAt={null} />
      </Suspense>
    );
  }
  const known = PROBLEMS.find((code) => code === problem);
  const needsKeys = state === 'sign_in_needed' || problem === 'wrong_keys';
  // Hours are sent all the same.
  const isPartial = problem === 'results_refused';
  return (
    <Notice
      tone={isPartial ? 'attention' : 'danger'}
      className="mx-5 mb-4"
      title={t(needsKeys ? 'signInTitle' : isPartial ? 'partTitle' : 'problemTitle', {
        system: SYSTEM_NAMES[system],
      })}
      action={
        needsKeys &&
        isOwner && (
          <Button size="small" asChild>
            <Link to={`?tab=connections&setup=${system}`}>
              {t(system === 'quickbooks_online' ? 'signIn' : 'keys')}
            </Link>
          </Button>
        )
      }
    >
      {known && (
        <span className="block">{t(`why.${known}`, { system: SYSTEM_NAMES[system] })}</span>
      )}
      {needsKeys && t(isOwner ? 'signInText' : 'signInOwners')}
      {detail && <span className="block break-words text-muted">{detail}</span>}
    </Notice>
  );
}

function ConnectionViews({ connection }: { connection: Connection }) {
  const { t } = useTranslation('accounting');
  const [params, setParams] = useSearchParams();
  const { range } = useShownDays(connection);
  const conflicts = useQuery(overviewQuery(connection.id, range)).data?.conflicts ?? 0;
  // Before anything can go there, somebody has to match.
  const first = connection.last_sent_at === null ? 'matching' : 'days';
  const view = VIEWS.find((name) => name === params.get('view')) ?? first;
  const parts: Record<View, ReactNode> = {
    days: <OverviewView connection={connection} />,
    matching: <MatchingView connection={connection} />,
    conflicts: <ConflictsView connection={connection} />,
    history: <HistoryView connection={connection} />,
  };
  return (
    <Tabs
      value={view}
      onValueChange={(next) =>
        setParams({ tab: 'connections', connection: connection.id, view: next })
      }
    >
      <TabsList>
        {VIEWS.map((name) => (
          <TabsTrigger key={name} value={name}>
            {t(`view.${name}`)}
            {name === 'conflicts' && conflicts > 0 && (
              <Badge tone="attention" className="ml-1.5">
                {conflicts}
              </Badge>
            )}
          </TabsTrigger>
        ))}
      </TabsList>
      {VIEWS.map((name) => (
        <TabsContent key={name} value={name}>
          {parts[name]}
        </TabsContent>
      ))}
    </Tabs>
  );
}

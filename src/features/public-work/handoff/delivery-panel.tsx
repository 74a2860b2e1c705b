import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { linksQuery, viewsQuery } from '@/entities/portal-link/portal-links';
import { type HandoffMail, mailsQuery } from '@/features/public-work/handoff/api/queries';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const MailDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/handoff/components/mail-dialog')).MailDialog,
}));

/** What is mailed of a signed report. */
export interface MailedPayroll {
  id: string;
  company_id: string;
  project_id: string;
  number: number;
}

/** Mails of a signed report to the agency: who got one, whether it arrived and was opened. */
export function DeliveryPanel({ payroll }: { payroll: MailedPayroll }) {
  const { t } = useTranslation('handoff');
  const { company_id: companyId, project_id: projectId } = payroll;
  const mails = useQuery(mailsQuery(companyId, projectId));
  const own = (mails.data ?? []).filter((mail) => mail.certified_payroll_id === payroll.id);
  const { data: links = [] } = useQuery(linksQuery(companyId, projectId));
  const linkIds = own.flatMap(({ portal_link_id }) => portal_link_id ?? []);
  const { data: views = [] } = useQuery(viewsQuery(companyId, linkIds));
  const [to, setTo] = useState<string | null>(null);
  useLiveTable({
    table: 'handoff_mails',
    filter: `company_id=eq.${companyId}`,
    stale: [queryKeys.handoff, queryKeys.certifiedPayroll],
  });
  return (
    <Card>
      <CardHeader
        divided
        title={t('delivery.title')}
        description={t('delivery.text')}
        action={
          <Button onClick={() => setTo('')}>
            <Mail aria-hidden="true" />
            {t('delivery.mail')}
          </Button>
        }
      />
      <Loaded query={mails} skeleton={<ListSkeleton rows={1} />}>
        {own.length === 0 ? (
          <p className="px-5 py-4 text-muted text-sm">{t('delivery.none')}</p>
        ) : (
          <ul className="divide-y">
            {own.map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                openedAt={
                  views.find(({ portal_link_id }) => portal_link_id === mail.portal_link_id)
                    ?.viewed_at
                }
                isRevoked={links.some(
                  ({ id, revoked_at }) => id === mail.portal_link_id && revoked_at !== null,
                )}
                onAgain={() => setTo(mail.to_address)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Suspense>
        {to !== null && <MailDialog payroll={payroll} to={to} onClose={() => setTo(null)} />}
      </Suspense>
    </Card>
  );
}

interface MailRowProps {
  mail: HandoffMail;
  openedAt: string | undefined;
  isRevoked: boolean;
  onAgain: () => void;
}

function MailRow({ mail, openedAt, isRevoked, onAgain }: MailRowProps) {
  const { t } = useTranslation('handoff');
  const format = useFormat();
  const state = {
    queued: t('delivery.mailQueued'),
    sent: t('delivery.mailSent', { date: format.dateTime(mail.created_at) }),
    failed: t('delivery.mailFailed', { error: mail.error ?? '' }),
  }[mail.status];
  const opened = isRevoked
    ? t('delivery.revoked')
    : openedAt
      ? t('delivery.opened', { date: format.dateTime(openedAt) })
      : t('delivery.notOpened');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 text-sm">
      <div className="min-w-0 grow basis-48">
        <p className="truncate font-[550]">{mail.to_address}</p>
        <p className={cn('wrap-anywhere', mail.status === 'failed' ? 'text-danger' : 'text-muted')}>
          {mail.status === 'sent' ? `${state}, ${opened}` : state}
        </p>
      </div>
      <Button
        size="small"
        aria-label={t('delivery.againTo', { address: mail.to_address })}
        onClick={onAgain}
      >
        {t('delivery.again')}
      </Button>
    </li>
  );
}

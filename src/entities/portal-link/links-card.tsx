import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import {
  linksQuery,
  type PortalLink,
  type PortalView,
  type Shown,
  useRevokePortalLink,
  viewsQuery,
} from '@/entities/portal-link/portal-links';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const NewLinkDialog = lateDialog(async () => ({
  default: (await import('@/entities/portal-link/new-link-dialog')).NewLinkDialog,
}));
const ViewsDialog = lateDialog(async () => ({
  default: (await import('@/entities/portal-link/views-dialog')).ViewsDialog,
}));

interface LinksCardProps {
  companyId: string;
  projectId: string;
  /** What a new link shows unless somebody chooses otherwise. */
  suggested: readonly Shown[];
}

/** Links by which outsiders see this project, how often they did, and the way to take one back. */
export function LinksCard({ companyId, projectId, suggested }: LinksCardProps) {
  const { t } = useTranslation('portal-links');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const links = useQuery(linksQuery(companyId, projectId));
  const open = (links.data ?? []).filter(
    ({ revoked_at, expires_on }) => !revoked_at && expires_on >= today,
  );
  const { data: views = [] } = useQuery(
    viewsQuery(
      companyId,
      open.map(({ id }) => id),
    ),
  );
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card>
      <CardHeader
        divided
        title={t('links.title')}
        description={t('links.text')}
        action={<Button onClick={() => setIsAdding(true)}>{t('links.new')}</Button>}
      />
      <Loaded query={links} skeleton={<ListSkeleton rows={2} />}>
        {open.length === 0 ? (
          <p className="px-5 py-4 text-muted text-sm">{t('links.empty')}</p>
        ) : (
          <ul className="divide-y">
            {open.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                views={views.filter(({ portal_link_id }) => portal_link_id === link.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Suspense>
        {isAdding && (
          <NewLinkDialog
            projectId={projectId}
            suggested={suggested}
            onClose={() => setIsAdding(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function LinkRow({ link, views }: { link: PortalLink; views: readonly PortalView[] }) {
  const { t } = useTranslation('portal-links');
  const format = useFormat();
  const revoke = useRevokePortalLink();
  const [isOpen, setIsOpen] = useState(false);
  const [last] = views;
  const shown = link.certified_payroll_id
    ? t('links.single')
    : format.list(link.shows.map((kind) => t(`links.kind.${kind}`)));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 grow basis-56">
        <p className="truncate font-[550]">{link.label || shown}</p>
        <p className="text-muted">
          {link.phases ? `${shown} (${t('links.phases')})` : shown} ·{' '}
          {t('links.until', { date: format.date(link.expires_on) })}
        </p>
        {link.email && <p className="text-muted">{t('links.onlyFor', { email: link.email })}</p>}
        <p className="text-muted">
          {t('links.views', { count: views.length })}
          {last && `, ${t('links.lastView', { date: format.dateTime(last.viewed_at) })}`}
        </p>
      </div>
      <Button size="small" variant="ghost" onClick={() => setIsOpen(true)}>
        {t('links.history')}
      </Button>
      <Button size="small" busy={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
        {t('links.revoke')}
      </Button>
      <Suspense>
        {isOpen && <ViewsDialog link={link} views={views} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </li>
  );
}

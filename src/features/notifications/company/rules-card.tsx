import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { companyRulesQuery, type RuleRow, useSaveRule } from '@/features/notifications/api/company';
import { RuleTable } from '@/features/notifications/company/rule-table';
import { Disclosure } from '@/features/notifications/disclosure';
import { eventName } from '@/features/notifications/event-texts';
import { GROUPS } from '@/features/notifications/groups';
import { useTranslation } from '@/lib/use-translation';

/** The company's table. Owners change it, managers read it. */
export function RulesCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['notifications', 'settings']);
  const isOwner = useEmployee()?.role === 'owner';
  const query = useQuery({ ...companyRulesQuery(companyId), enabled: companyId !== '' });
  const save = useSaveRule(companyId);
  const [asked, setAsked] = useState<RuleRow | null>(null);
  const change = (row: RuleRow, state: 'on' | 'off' | 'always'): void => {
    const next = { ...row, default_on: state !== 'off', forced: state === 'always' };
    if (state === 'always') setAsked(next);
    else send(next);
  };
  const send = ({ event, channel, default_on, forced }: RuleRow): void =>
    save.mutate({ event, channel, default_on, forced }, { onSuccess: () => setAsked(null) });
  return (
    <SettingsCard title={t('company.title')} text={t('company.text')}>
      <p className="mb-3 text-muted text-sm">{t('company.stateHint')}</p>
      {!isOwner && <Notice className="mb-4">{t('company.ownersOnly')}</Notice>}
      <Loaded query={query} skeleton={<ListSkeleton rows={4} />} errorTitle={t('company.failed')}>
        {(all) => (
          <div className="-mb-3 divide-y border-t">
            {GROUPS.map(({ name, grouping }) => {
              const title = t(`settings:notifications.${name}`);
              const rows = all.filter((row) => row.grouping === grouping);
              const forced = rows.filter((row) => row.forced && row.decided_at !== null).length;
              return (
                <section key={grouping} aria-label={title} className="pt-3">
                  <p className="font-[550] text-sm">{title}</p>
                  <p className="text-muted text-sm">
                    {t('company.decidedCount', { count: forced })}
                  </p>
                  <Disclosure title={title}>
                    <RuleTable title={title} rows={rows} disabled={!isOwner} onChange={change} />
                  </Disclosure>
                </section>
              );
            })}
          </div>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          tone="primary"
          title={t('company.confirmTitle')}
          description={t('company.confirmAlways', {
            event: eventName(asked.event),
            channel: t(`channel.in.${asked.channel}`),
            people: t('company.peopleCount', { count: asked.people }),
          })}
          confirmLabel={t('company.confirm')}
          busy={save.isPending}
          onConfirm={() => send(asked)}
        />
      )}
    </SettingsCard>
  );
}

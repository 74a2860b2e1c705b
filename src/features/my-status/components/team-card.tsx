import { Users } from 'lucide-react';
import { Avatar } from '@/components/shared/avatar';
import { EmptyState } from '@/components/shared/empty-state';
import { FirstFew } from '@/components/shared/first-few';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { StatusDot } from '@/components/shared/status-dot';
import { Card, CardHeader } from '@/components/ui/card';
import type { TeamMember } from '@/entities/employee/team-query';
import { useTeam } from '@/entities/employee/use-team';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

/** Others' entries are not ours to hear of, so the team is asked for anew. */
const TEAM_POLL = 15_000;
const SHOWN_AT_FIRST = 6;
const ORDER = { in: 0, break: 1, out: 2 };
const TONES = { in: 'running', break: 'attention', out: 'idle' } as const;

function Member({ member }: { member: TeamMember }) {
  const { t } = useTranslation('my-status');
  const clock = useSiteClock(member.project_id);
  const name = `${member.first_name} ${member.last_name}`.trim();
  const since = member.since ? clock.time(member.since) : '';
  return (
    <li className="flex items-center gap-3 border-t px-5 py-3 first:border-t-0 max-md:px-4">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-[550]">{name}</p>
        <p className="truncate text-muted text-sm">
          {member.status === 'out'
            ? (member.job_title ?? t('team.out'))
            : (member.project_name ?? t('team.noProject'))}
        </p>
      </div>
      <p className="tabular flex items-center gap-2 text-sm">
        {member.status === 'in' && member.since && (
          <span title={t('team.since', { time: since })}>
            <LiveMinutes ended={0} running={[{ clock_in: member.since, breaks: [] }]} />
          </span>
        )}
        {member.status === 'break' && t('team.break')}
        {member.status === 'out' && t('team.out')}
        <StatusDot
          tone={TONES[member.status]}
          {...(member.status === 'in' ? { label: t('team.in') } : {})}
        />
      </p>
    </li>
  );
}

/** Who is on the clock, on a break, out. */
export function TeamCard() {
  const { t } = useTranslation('my-status');
  const me = useEmployee();
  const { company } = useViewer();
  const team = useTeam({ refetchInterval: TEAM_POLL });
  const members = (team.data ?? [])
    .filter((member) => member.employee_id !== me?.id)
    .toSorted((left, right) => ORDER[left.status] - ORDER[right.status]);
  const inCount = members.filter((member) => member.status !== 'out').length;
  const hidden = company?.team_visible === false && me?.role === 'employee';
  return (
    <Card aria-labelledby="my-team">
      <CardHeader
        id="my-team"
        title={t('team.title')}
        divided
        action={
          members.length > 0 && (
            <span className="tabular text-muted text-sm">
              {t('team.count', { count: inCount, all: members.length })}
            </span>
          )
        }
      />
      <Loaded
        query={{ ...team, isPending: team.isPending && me !== null }}
        skeleton={<ListSkeleton rows={3} />}
      >
        {members.length === 0 ? (
          <EmptyState
            icon={Users}
            title={t(hidden ? 'team.hidden' : 'team.empty')}
            className="py-8!"
          />
        ) : (
          <FirstFew
            items={members}
            count={SHOWN_AT_FIRST}
            allLabel={t('team.all', { count: members.length })}
            fewerLabel={t('team.fewer')}
          >
            {(member) => <Member key={member.employee_id} member={member} />}
          </FirstFew>
        )}
      </Loaded>
    </Card>
  );
}

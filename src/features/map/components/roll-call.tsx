import { Phone, Printer, Users } from 'lucide-react';
import { Avatar } from '@/components/shared/avatar';
import { EmptyState } from '@/components/shared/empty-state';
import { Paper } from '@/components/shared/paper';
import { StatusDot } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { OnSite, VisitorOnSite } from '@/features/map/api/queries';
import { SiteBadge } from '@/features/map/components/site-badge';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { useFormat } from '@/lib/format-context';
import type { TFunction } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

function Person({ person }: { person: OnSite }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const name = employeeName(person);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-5 py-2.5 max-md:px-4">
      <Avatar name={name} size="small" />
      {/* Never narrower than a name: the facts beside it go to the next line instead. */}
      <span className="min-w-40 flex-1">
        <span className="block break-words font-[550]">{name}</span>
        {person.job_title && (
          <span className="block break-words text-muted text-sm">{person.job_title}</span>
        )}
      </span>
      <SiteBadge inside={person.inside} edge_m={person.edge_m} />
      <span className="tabular flex items-center gap-2 text-sm">
        <StatusDot
          tone={person.status === 'in' ? 'running' : 'attention'}
          label={t(person.status === 'in' ? 'rollCall.in' : 'rollCall.break')}
        />
        {t('rollCall.since', { time: format.time(person.since) })}
      </span>
      {person.phone && (
        <a
          href={`tel:${person.phone}`}
          className="tabular inline-flex min-h-8 items-center gap-1.5 text-primary text-sm"
        >
          <Phone className="size-4" aria-hidden="true" />
          <span className="sr-only">{t('rollCall.call', { name })}</span>
          {person.phone}
        </a>
      )}
      {person.emergency_phone && (
        <a
          href={`tel:${person.emergency_phone}`}
          className="tabular w-full pl-11 text-muted text-sm"
        >
          {t('rollCall.emergency', {
            name: person.emergency_name ?? '',
            phone: person.emergency_phone,
          })}
        </a>
      )}
    </li>
  );
}

function Visitor({ visitor }: { visitor: VisitorOnSite }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-5 py-2.5 max-md:px-4">
      <Avatar name={visitor.name} size="small" />
      <span className="min-w-40 flex-1">
        <span className="block break-words font-[550]">{nameOf(visitor, t)}</span>
        <span className="block break-words text-muted text-sm">{companyOf(visitor, t)}</span>
      </span>
      <span className="tabular text-sm">
        {t('rollCall.since', { time: format.time(visitor.since) })}
      </span>
      {visitor.phone && (
        <a
          href={`tel:${visitor.phone}`}
          className="tabular inline-flex min-h-8 items-center gap-1.5 text-primary text-sm"
        >
          <Phone className="size-4" aria-hidden="true" />
          <span className="sr-only">{t('rollCall.call', { name: visitor.name })}</span>
          {visitor.phone}
        </a>
      )}
    </li>
  );
}

const nameOf = ({ name, headcount }: VisitorOnSite, t: TFunction<'map'>): string =>
  headcount > 1 ? `${name} ${t('rollCall.with', { count: headcount - 1 })}` : name;

const companyOf = ({ kind, company_name, trade }: VisitorOnSite, t: TFunction<'map'>): string =>
  [t(`rollCall.${kind}`), company_name, trade].filter(Boolean).join(' · ');

const countHeads = (visitors: readonly VisitorOnSite[]): number =>
  visitors.reduce((sum, { headcount }) => sum + headcount, 0);

/** Everybody at one site: those on the clock, and those who signed in. */
interface Site {
  members: OnSite[];
  visitors: VisitorOnSite[];
}

function bySite(
  people: readonly OnSite[],
  visitors: readonly VisitorOnSite[],
  noProject: string,
): Map<string, Site> {
  const sites = new Map<string, Site>();
  const at = (name: string): Site => {
    const site = sites.get(name) ?? { members: [], visitors: [] };
    sites.set(name, site);
    return site;
  };
  for (const person of people) at(person.project_name ?? noProject).members.push(person);
  for (const visitor of visitors) at(visitor.project_name).visitors.push(visitor);
  return sites;
}

/** For the assembly point: a box to tick for everybody, by site. */
function useRollCallSheet(sites: ReadonlyMap<string, Site>, notes: string[]) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  return (): PaperSheet => {
    const rows: string[][] = [];
    const boldRows = new Set<number>();
    for (const [site, { members, visitors }] of sites) {
      boldRows.add(rows.length);
      rows.push([`${site} · ${t('rollCall.clockedIn', { count: members.length })}`]);
      for (const person of members) {
        rows.push([
          '[\u00a0\u00a0\u00a0\u00a0]',
          [employeeName(person), person.job_title].filter(Boolean).join('\n'),
          t(person.status === 'in' ? 'rollCall.in' : 'rollCall.break'),
          format.time(person.since),
          person.phone ?? '',
          [person.emergency_name, person.emergency_phone].filter(Boolean).join('\n'),
        ]);
      }
      if (visitors.length === 0) continue;
      boldRows.add(rows.length);
      rows.push([`${site} · ${t('rollCall.signedIn', { count: countHeads(visitors) })}`]);
      for (const visitor of visitors) {
        rows.push([
          '[\u00a0\u00a0\u00a0\u00a0]',
          [nameOf(visitor, t), companyOf(visitor, t)].join('\n'),
          t(`rollCall.${visitor.kind}`),
          format.time(visitor.since),
          visitor.phone ?? '',
        ]);
      }
    }
    return {
      heading: t('rollCall.title'),
      title: company,
      notes,
      columns: [
        { header: t('rollCall.here'), weight: 0.5 },
        { header: t('rollCall.person'), weight: 3 },
        { header: t('rollCall.state'), weight: 1.4 },
        { header: t('rollCall.from'), weight: 1 },
        { header: t('rollCall.phone'), weight: 1.6 },
        { header: t('rollCall.emergencyContact'), weight: 2.2 },
      ],
      rows,
      boldRows,
      totals: null,
      signatures: [],
      footer: company,
    };
  };
}

interface RollCallProps {
  people: readonly OnSite[];
  /** Visitors and people of subcontractors who signed in: counted apart from the own people. */
  visitors: readonly VisitorOnSite[];
  asOf: number;
}

/** Who is on the clock or signed in at which site: on the screen, and on paper for the assembly point. */
export function RollCall({ people, visitors, asOf }: RollCallProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const sites = bySite(people, visitors, t('rollCall.noProject'));
  const time = format.dateTime(new Date(asOf).toISOString());
  const counts = [t('rollCall.count', { count: people.length, time })];
  if (visitors.length > 0) counts.push(t('rollCall.visitors', { count: countHeads(visitors) }));
  const sheet = useRollCallSheet(sites, counts);
  return (
    <Card aria-labelledby="roll-call">
      <Paper sheet={() => (sites.size === 0 ? null : sheet())} />
      <CardHeader
        id="roll-call"
        title={t('rollCall.title')}
        description={counts.join(' · ')}
        action={
          <Button data-print="hide" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {t('rollCall.print')}
          </Button>
        }
      />
      {sites.size === 0 && (
        <EmptyState icon={Users} title={t('rollCall.empty')} className="border-t py-8!" />
      )}
      {[...sites].map(([site, { members, visitors: signedIn }]) => (
        <section key={site} aria-label={site}>
          <h3 className="flex justify-between gap-3 border-t bg-sunken px-5 py-2 font-[600] text-sm max-md:px-4">
            <span className="break-words">{site}</span>
            <span className="tabular shrink-0 text-muted">
              {[
                t('rollCall.clockedIn', { count: members.length }),
                signedIn.length > 0 && t('rollCall.signedIn', { count: countHeads(signedIn) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </h3>
          <ul>
            {members.map((person) => (
              <Person key={person.employee_id} person={person} />
            ))}
            {signedIn.map((visitor) => (
              <Visitor key={visitor.id} visitor={visitor} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

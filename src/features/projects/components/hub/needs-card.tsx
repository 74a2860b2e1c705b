import {
  CalendarClock,
  ChartNoAxesColumn,
  CircleCheck,
  ClipboardList,
  FileText,
  type LucideIcon,
  Ruler,
  ShieldAlert,
} from 'lucide-react';
import { CardLink } from '@/components/shared/card-link';
import { FirstFew } from '@/components/shared/first-few';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import type { ModuleName } from '@/entities/viewer/module-names';
import { isOff } from '@/entities/viewer/modules';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Hub, HubNeed } from '@/features/projects/api/hub-query';
import { groupNeeds, type NeedGroup } from '@/features/projects/group-needs';
import { useFormat } from '@/lib/format-context';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const ICONS: Record<HubNeed['kind'], LucideIcon> = {
  verification: ShieldAlert,
  report_missing: ClipboardList,
  report_draft: ClipboardList,
  report_review: ClipboardList,
  budget: ChartNoAxesColumn,
  reading: FileText,
  quantities: Ruler,
  drafts: CalendarClock,
};
const SHOWN = 6;
/** Of what a company switched off nothing waits for anybody. */
const MODULE: Record<HubNeed['kind'], ModuleName> = {
  verification: 'verification',
  report_missing: 'field-reports',
  report_draft: 'field-reports',
  report_review: 'field-reports',
  budget: 'budgets',
  reading: 'documents',
  quantities: 'progress',
  drafts: 'scheduling',
};

function addressOf({ need, count }: NeedGroup, projectId: string): string {
  switch (need.kind) {
    case 'verification':
      return count > 1 ? `/verification?kind=${need.what}` : `/verification?item=${need.id}`;
    case 'report_missing':
      return `/projects?project=${projectId}&tab=reports&month=${need.day.slice(0, 7)}`;
    case 'report_draft':
    case 'report_review':
      if (count > 1) return `/projects?project=${projectId}&tab=reports`;
      return `/field-reports?report=${projectId}&date=${need.day}`;
    case 'budget':
      return `/projects?project=${projectId}&tab=budget`;
    case 'reading':
      return `/documents?project=${projectId}&folder=${need.folder_id ?? 'project'}&document=${need.id}`;
    case 'quantities':
      return `/progress?project=${projectId}`;
    case 'drafts':
      return `/scheduling?project=${projectId}&from=${need.day}`;
  }
}

function useNeedText() {
  const { t } = useTranslation('projects');
  const format = useFormat();
  return ({ need, count }: NeedGroup): string => {
    switch (need.kind) {
      case 'verification': {
        const what = translate(`verification:kind.${need.what}`);
        if (count > 1) return t('hub.need.several', { what, count });
        return need.name ? t('hub.need.verification', { name: need.name, what }) : what;
      }
      case 'report_missing':
      case 'report_draft':
      case 'report_review':
        return t(`hub.need.${need.kind}`, { count, day: format.dayMonth(need.day) });
      case 'budget':
        return t(`hub.need.budget.${need.what}`, {
          name: need.name ?? t('hub.need.budget.project'),
          percent: need.percent,
        });
      case 'reading':
        return t('hub.need.reading', { name: need.name, count: need.count });
      case 'quantities':
      case 'drafts':
        return t(`hub.need.${need.kind}`, { count: need.count });
    }
  };
}

/** Everything about the project that waits for somebody, whichever module it comes from. */
export function NeedsCard({ hub, projectId }: { hub: Hub; projectId: string }) {
  const { t } = useTranslation('projects');
  const textOf = useNeedText();
  const viewer = useViewer();
  const open = hub.needs.filter(({ kind }) => !isOff(viewer, MODULE[kind]));
  const needs = groupNeeds(open);
  return (
    <Card>
      <CardHeader
        divided
        title={t('hub.needs')}
        action={needs.length > 0 && <Badge tone="attention">{open.length}</Badge>}
      />
      {needs.length === 0 && (
        <p className="flex items-center gap-2.5 px-5 py-4 text-muted text-sm">
          <CircleCheck className="size-4 text-success-strong" aria-hidden="true" />
          {t('hub.nothing')}
        </p>
      )}
      <FirstFew
        items={needs}
        count={SHOWN}
        allLabel={t('hub.allNeeds', { count: needs.length })}
        fewerLabel={t('hub.fewer')}
      >
        {(group) => {
          const Icon = ICONS[group.need.kind];
          const text = textOf(group);
          const verb = t(`hub.verb.${group.need.kind}`);
          return (
            <li
              key={group.key}
              className="flex min-h-11 items-center gap-3 border-b px-5 py-2 text-sm last:border-0"
            >
              <Icon className="size-4 shrink-0 text-attention-strong" aria-hidden="true" />
              <span className="min-w-0 flex-1">{text}</span>
              <CardLink to={addressOf(group, projectId)} aria-label={`${verb}: ${text}`}>
                {verb}
              </CardLink>
            </li>
          );
        }}
      </FirstFew>
    </Card>
  );
}

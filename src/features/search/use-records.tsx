import {
  ChartColumn,
  ClipboardList,
  Clock,
  FileText,
  Hash,
  type LucideIcon,
  Megaphone,
  Truck,
  UserRound,
} from 'lucide-react';
import { Avatar } from '@/components/shared/avatar';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { FoundRecord, RecordKind } from '@/features/search/api/search-records';
import type { Group, Result } from '@/features/search/result';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Projects, people with their time, and cost codes; what the caller may not see never arrives here. */
export function useKnownRecords(): Result[] {
  const { t } = useTranslation('search');
  const privileged = useIsPrivileged();
  const projects = useProjectOptions().data ?? [];
  const codes = useCostCodeOptions().data ?? [];
  const people = useEmployeeOptions().data ?? [];
  return [
    ...projects.map(
      ({ id, name, name_es: otherName, client, number, color }): Result => ({
        key: `project ${id}`,
        group: 'projects',
        icon: <ColorSwatch color={color} className="mx-1" />,
        title: name,
        detail: client,
        words: [number ?? '', otherName ?? ''],
        address: `/projects?project=${id}`,
      }),
    ),
    ...people.map((person): Result => {
      const name = employeeName(person);
      return {
        key: `employee ${person.id}`,
        group: 'people',
        icon: <Avatar name={name} size="small" className="-mx-1 -my-1" />,
        title: name,
        detail: person.active ? null : t('inactive'),
        address: privileged
          ? `/employees?employee=${person.id}`
          : `/employees?search=${encodeURIComponent(name)}`,
      };
    }),
    ...(privileged ? people : []).map(
      (person): Result => ({
        key: `time ${person.id}`,
        group: 'time',
        icon: <Clock className="text-muted" aria-hidden="true" />,
        title: t('timeOf', { name: employeeName(person) }),
        subject: employeeName(person),
        words: [t('words.timeOf')],
        address: `/time-tracker?period=week&employee=${person.id}`,
      }),
    ),
    ...codes.map(
      ({ id, code, name, name_es: otherName }): Result => ({
        key: `cost-code ${id}`,
        group: 'costCodes',
        icon: <Hash className="text-muted" aria-hidden="true" />,
        code,
        title: name,
        words: [otherName ?? ''],
        address: `/cost-codes?search=${encodeURIComponent(code)}`,
      }),
    ),
  ];
}

const KINDS: Record<RecordKind, readonly [Group, LucideIcon]> = {
  document: ['documents', FileText],
  field_report: ['fieldReports', ClipboardList],
  equipment: ['equipment', Truck],
  customer: ['customers', UserRound],
  bulletin: ['bulletins', Megaphone],
  saved_report: ['savedReports', ChartColumn],
};

function addressOf({ kind, id, title, project_id, folder_id, happened_on }: FoundRecord): string {
  switch (kind) {
    case 'document': {
      const place = new URLSearchParams({
        folder: folder_id ?? (project_id ? 'project' : 'company'),
        document: id,
      });
      if (project_id) place.set('project', project_id);
      return `/documents?${place}`;
    }
    case 'field_report':
      return `/field-reports?report=${project_id}&date=${happened_on}`;
    case 'equipment':
      return `/equipment?machine=${id}`;
    case 'customer':
      return `/management?list=customers&search=${encodeURIComponent(title)}`;
    case 'bulletin':
      return `/bulletin?bulletin=${id}`;
    case 'saved_report':
      return `/activity-reports?saved=${id}`;
  }
}

/** What the server found, with the way to it. */
export function useFoundResults(records: readonly FoundRecord[]): Result[] {
  const format = useFormat();
  return records.map((record): Result => {
    const [group, Icon] = KINDS[record.kind];
    const { id, kind, title, detail, project_name, happened_on } = record;
    const date = happened_on && format.date(happened_on);
    const place = kind === 'field_report' ? [project_name, date] : [detail, project_name, date];
    return {
      key: `${kind} ${id}`,
      group,
      icon: <Icon className="text-muted" aria-hidden="true" />,
      title,
      detail: place.filter(Boolean).join(' · '),
      found: true,
      address: addressOf(record),
    };
  });
}

import {
  CalendarClock,
  Folder as FolderIcon,
  type LucideIcon,
  PenLine,
  Pin,
  Trash2,
} from 'lucide-react';
import { Fragment } from 'react';
import { ProjectFilter } from '@/entities/project/project-filter';
import { branchOf } from '@/entities/project/project-paths';
import { useProject, useProjectOptions } from '@/entities/project/projects-query';
import type { Document, Folder } from '@/features/documents/api/queries';
import { foldersOf, isIn, type Place } from '@/features/documents/document-facts';
import type { View } from '@/features/documents/use-documents-address';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface LineProps {
  icon: LucideIcon;
  name: string;
  count: number | undefined;
  chosen: boolean;
  onChoose: () => void;
}

function Line({ icon: Icon, name, count, chosen, onChoose }: LineProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={chosen || undefined}
        onClick={onChoose}
        className={cn(
          'touch-target flex w-full items-center gap-3 rounded-small px-2.5 py-2 text-left text-sm',
          chosen ? 'bg-primary-soft font-[620] text-primary' : 'hover:bg-sunken',
        )}
      >
        <Icon className={cn('size-4 shrink-0', !chosen && 'text-muted')} aria-hidden="true" />
        <span className="min-w-0 flex-1 break-words">{name}</span>
        <span className={cn('tabular text-xs', !chosen && 'text-muted')}>{count}</span>
      </button>
    </li>
  );
}

const heading = 'px-2.5 pt-3 pb-1 text-muted text-xs first:pt-0';

export interface FolderListProps {
  folders: readonly Folder[];
  /** Null: nobody has said yet which there are. */
  documents: readonly Document[] | null;
  projectId: string | null;
  place: Place | null;
  view: View | null;
  counts: Readonly<Partial<Record<View, number | undefined>>>;
  /** Whether the viewer has the list of deleted documents. */
  managesDeleted: boolean;
  onProject: (projectId: string | null) => void;
  onPlace: (place: Place) => void;
  onView: (view: View) => void;
}

const ICONS: Record<View, LucideIcon> = {
  required: PenLine,
  expiring: CalendarClock,
  pinned: Pin,
  deleted: Trash2,
};

/** The company's folders, those of one project, and lists across all of them. */
export function FolderList(props: FolderListProps) {
  const { folders, documents, projectId, place, view, counts } = props;
  const { t } = useTranslation('documents');
  const project = useProject(projectId);
  const { data: projects = [] } = useProjectOptions();
  const branch = branchOf(projects, projectId ?? '');
  const phases = projects.filter(({ id }) => id !== projectId && branch.has(id));
  const group = (of: string | null) => {
    const places = [
      ...foldersOf(folders, of).map(({ id, name }) => ({ folderId: id as string | null, name })),
      { folderId: null, name: t('folder.none') },
    ].map(({ folderId, name }) => ({ name, place: { projectId: of, folderId } }));
    return places.map(({ name, place: at }) => ({
      name,
      at,
      count: documents?.filter((document) => isIn(document, at)).length,
      chosen: view === null && place?.projectId === at.projectId && place.folderId === at.folderId,
    }));
  };
  const lines = (of: string | null) =>
    group(of)
      // What is in no folder gets a line only while there is something.
      .filter(({ at, count, chosen }) => at.folderId !== null || (count ?? 0) > 0 || chosen)
      .map(({ name, at, count, chosen }) => (
        <Line
          key={at.folderId ?? 'none'}
          icon={FolderIcon}
          name={name}
          count={count}
          chosen={chosen}
          onChoose={() => props.onPlace(at)}
        />
      ));
  return (
    <nav aria-label={t('folder.list')} className="p-3">
      <h2 className={heading}>{t('folder.company')}</h2>
      <ul>{lines(null)}</ul>
      <h2 className={heading}>{t('folder.project')}</h2>
      <div className="px-1 pb-1">
        <ProjectFilter
          aria-label={t('folder.project')}
          value={projectId}
          onValueChange={props.onProject}
        />
      </div>
      {project && <ul>{lines(project.id)}</ul>}
      {phases
        .map(({ id, name }) => ({ id, name, own: lines(id) }))
        .filter(({ own }) => own.length > 0)
        .map(({ id, name, own }) => (
          <Fragment key={id}>
            <h3 className="px-2 pt-2 text-muted text-sm">{name}</h3>
            <ul>{own}</ul>
          </Fragment>
        ))}
      <h2 className={heading}>{t('view.heading')}</h2>
      <ul>
        {(Object.keys(ICONS) as View[])
          .filter((each) => each !== 'deleted' || props.managesDeleted)
          .map((each) => (
            <Line
              key={each}
              icon={ICONS[each]}
              name={t(`view.${each}`)}
              count={counts[each]}
              chosen={view === each}
              onChoose={() => props.onView(each)}
            />
          ))}
      </ul>
    </nav>
  );
}

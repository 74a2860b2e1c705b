import type { Document, Folder, Hit } from '@/features/documents/api/queries';
import { isExpiring, isIn, type Place } from '@/features/documents/document-facts';
import type { View } from '@/features/documents/use-documents-address';
import type { TFunction } from '@/lib/translation';

interface Asked {
  projectId: string | null;
  /** A folder's id, or `company` or `project` for what is in none. */
  folder: string | null;
  view: View | null;
  search: string;
  folders: readonly Folder[];
  documents: readonly Document[];
  today: string;
  data: {
    hits: { data: Hit[] | undefined } | null;
    toSign: readonly { document_id: string }[];
    leads: boolean;
    pins: { ids: ReadonlySet<string> };
  };
}

/** Without a choice: the project's first folder, else the company's first. */
function placeOf({ folder, folders, projectId }: Asked): Place {
  const named = folders.find(({ id }) => id === folder);
  if (named) return { projectId: named.project_id, folderId: named.id };
  if (folder === 'company') return { projectId: null, folderId: null };
  if (folder === 'project') return { projectId, folderId: null };
  const first =
    folders.find(({ project_id }) => project_id !== null && project_id === projectId) ??
    folders.find(({ project_id }) => project_id === null);
  return { projectId: first ? first.project_id : projectId, folderId: first?.id ?? null };
}

function inView(view: View, asked: Asked): Document[] {
  const { documents, data, today } = asked;
  const waiting = new Set(data.toSign.map(({ document_id }) => document_id));
  switch (view) {
    case 'required':
      return documents.filter(({ id, required_reading }) =>
        data.leads ? required_reading : waiting.has(id),
      );
    case 'expiring':
      return documents
        .filter((document) => isExpiring(document, today))
        .sort((a, b) => (a.expires_on ?? '').localeCompare(b.expires_on ?? ''));
    case 'pinned':
      return documents.filter(({ id }) => data.pins.ids.has(id));
    case 'deleted':
      return [];
  }
}

/** Which documents are on the screen, and under which heading. */
export function chooseDocuments(asked: Asked) {
  const { view, search, folders, documents, data } = asked;
  const place = view === null && !search ? placeOf(asked) : null;
  const folder = folders.find(({ id }) => id === place?.folderId) ?? null;
  const hits = data.hits?.data ?? [];
  const byId = new Map(documents.map((document) => [document.id, document]));
  const shown = search
    ? data.hits
      ? hits.flatMap(({ document_id }) => byId.get(document_id) ?? [])
      : []
    : view
      ? inView(view, asked)
      : documents.filter((document) => place !== null && isIn(document, place));
  return {
    place,
    folder,
    shown,
    excerpts: new Map(
      hits.flatMap(({ document_id, excerpt }) =>
        excerpt ? [[document_id, excerpt] as const] : [],
      ),
    ),
    empty: search
      ? ('empty.search' as const)
      : view
        ? (`empty.${view}` as const)
        : ('empty.folder' as const),
    title: (t: TFunction<'documents', 'common'>): string =>
      search
        ? t('searchTitle', { words: search })
        : view
          ? t(`view.${view}`)
          : (folder?.name ?? t('folder.none')),
  };
}

import { useSearchParams } from 'react-router';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import type { Place } from '@/features/documents/document-facts';

const VIEWS = ['required', 'expiring', 'pinned', 'deleted'] as const;
export type View = (typeof VIEWS)[number];

/** The parts of the address that say what is shown. */
type Name = 'project' | 'folder' | 'view' | 'search' | 'document' | 'open' | 'dialog';

/** Where one is among the documents, in the address: a folder's code on site opens exactly there. */
export function useDocumentsAddress() {
  const [params, setParams] = useSearchParams();
  const current = useCurrentProject();
  const projectId = params.get('project') ?? current.projectId;
  const folder = params.get('folder');
  const view = VIEWS.find((each) => each === params.get('view')) ?? null;
  const change = (changes: Partial<Record<Name, string | null>>) =>
    setParams(
      () => {
        const next = new URLSearchParams(window.location.search);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const choosePlace = (place: Place) =>
    change({
      folder: place.folderId ?? (place.projectId ? 'project' : 'company'),
      ...(place.projectId ? { project: place.projectId } : {}),
      view: null,
      search: null,
      document: null,
    });
  return {
    projectId,
    folder,
    view,
    search: params.get('search') ?? '',
    document: params.get('document'),
    open: params.get('open'),
    dialog: params.get('dialog'),
    change,
    choosePlace,
  };
}

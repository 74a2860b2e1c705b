import { useSearchParams } from 'react-router';

export type OpenDialog =
  | { kind: 'none' | 'new-entry' | 'export' }
  | { kind: 'edit'; entryId: string };

/** Dialogs have an address: `?dialog=new-entry`, `?dialog=export`, `?entry=<id>`. */
export function useOpenDialog() {
  const [search, setSearch] = useSearchParams();
  const name = search.get('dialog');
  const entryId = search.get('entry');
  const dialog: OpenDialog = entryId
    ? { kind: 'edit', entryId }
    : { kind: name === 'new-entry' || name === 'export' ? name : 'none' };
  const open = (next: OpenDialog): void => {
    setSearch(
      (params) => {
        params.delete('dialog');
        params.delete('entry');
        if (next.kind === 'edit') params.set('entry', next.entryId);
        else if (next.kind !== 'none') params.set('dialog', next.kind);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { dialog, open, close: () => open({ kind: 'none' }) };
}

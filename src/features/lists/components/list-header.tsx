import { Download, FileUp, Plus, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GridRow } from '@/components/shared/grid/grid-types';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import type { ListColumn, ListDefinition } from '@/features/lists/list-definition';
import type { OwnScreen } from '@/features/lists/list-workspace';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';

interface ListHeaderProps {
  definition: ListDefinition;
  columns: readonly ListColumn[];
  rows: readonly GridRow[];
  narrow: boolean;
  readOnly: boolean;
  canUndo: boolean;
  onUndo: () => void;
  onAdd: () => void;
  screen: OwnScreen | undefined;
  /** What a screen of its own offers beside it. */
  children: ReactNode;
}

export function ListHeader(props: ListHeaderProps) {
  const { definition, columns, rows, narrow, readOnly, canUndo, onUndo, onAdd, screen } = props;
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const download = (): void => {
    const head = columns.map(({ key }) => labelOf(key));
    const body = rows.map(({ texts }) => columns.map(({ key }) => texts[key] ?? ''));
    const name = `${definition.name.replaceAll('_', '-')}.csv`;
    downloadFile(name, 'text/csv', csvText([head, ...body]));
  };
  return (
    <PageHeader
      title={screen?.title ?? t('title')}
      description={narrow || screen ? undefined : t('description')}
      actions={
        <>
          {!readOnly && (
            <Button onClick={onUndo} disabled={!canUndo}>
              <Undo2 aria-hidden="true" />
              {t('undo')}
            </Button>
          )}
          {props.children ?? (
            <Button asChild>
              <Link to="/management/import">
                <FileUp aria-hidden="true" />
                {t('import')}
              </Link>
            </Button>
          )}
          <Button onClick={download} disabled={rows.length === 0}>
            <Download aria-hidden="true" />
            {t('export')}
          </Button>
          {!readOnly && (
            <Button variant="primary" onClick={onAdd}>
              <Plus aria-hidden="true" />
              {screen?.addLabel ?? t('add')}
            </Button>
          )}
        </>
      }
    />
  );
}

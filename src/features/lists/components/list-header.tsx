import { Download, FileUp, Plus, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GridRow } from '@/components/shared/grid/grid-types';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { type CustomTable, customOf } from '@/entities/custom-field/custom-field';
import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { useCustomFileText } from '@/entities/custom-field/use-custom-text';
import type { ListColumn, ListDefinition, ListRow } from '@/features/lists/list-definition';
import type { OwnScreen } from '@/features/lists/list-workspace';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import { useOwnName } from '@/lib/own-name';
import { useTranslation } from '@/lib/use-translation';

interface ListHeaderProps {
  definition: ListDefinition;
  columns: readonly ListColumn[];
  rows: readonly GridRow[];
  /** As they are stored: the file has the company's own fields too. */
  saved: readonly ListRow[];
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
  const { definition, columns, rows, saved, narrow, readOnly, canUndo, onUndo, onAdd, screen } =
    props;
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const fields = useCustomFields(definition.name as CustomTable);
  const ownName = useOwnName();
  const fileText = useCustomFileText();
  const download = (): void => {
    const stored = new Map(saved.map((row) => [row.id, customOf({ custom: row['custom'] })]));
    const head = [...columns.map(({ key }) => labelOf(key)), ...fields.map(ownName)];
    const body = rows.map(({ key: id, texts }) => [
      ...columns.map(({ key }) => texts[key] ?? ''),
      ...fields.map((field) => fileText(field, stored.get(id)?.[field.id])),
    ]);
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

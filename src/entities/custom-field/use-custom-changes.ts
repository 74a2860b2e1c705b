import { useQuery } from '@tanstack/react-query';
import { customOf } from '@/entities/custom-field/custom-field';
import { customFieldsQuery } from '@/entities/custom-field/custom-fields-query';
import { useCustomText } from '@/entities/custom-field/use-custom-text';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useOwnName } from '@/lib/own-name';

/** A row of the history, with all its columns before and after. */
interface RowChange {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface CustomChange {
  id: string;
  name: string;
  /** Empty where there was no answer. */
  from: string;
  to: string;
}

/** Ids of the fields whose answers differ. */
export function changedFields({ before, after }: RowChange): string[] {
  const [was, is] = [customOf(before), customOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((id) => was[id] !== is[id]);
}

/** What changed in the fields of the company's own, by their names; archived ones too. Nothing is loaded where nothing did. */
export function useCustomChanges(
  events: readonly RowChange[] = [],
): (event: RowChange) => CustomChange[] {
  const enabled = events.some((event) => changedFields(event).length > 0);
  const { data } = useQuery({ ...customFieldsQuery(useViewer().company?.id ?? ''), enabled });
  const ownName = useOwnName();
  const textOf = useCustomText();
  return (event) =>
    changedFields(event).map((id) => {
      const field = data?.find((one) => one.id === id);
      const text = (row: RowChange['before']): string =>
        field ? textOf(field, customOf(row)[id]) : String(customOf(row)[id] ?? '');
      return {
        id,
        name: field ? ownName(field) : '?',
        from: text(event.before),
        to: text(event.after),
      };
    });
}

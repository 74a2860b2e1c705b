import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CustomTable } from '@/entities/custom-field/custom-field';
import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { columnsOf, type ListName } from '@/entities/import/lists';
import { importsQuery } from '@/features/imports/api/queries';
import { type DateOrder, possibleOrders } from '@/features/imports/moments';
import type { FileTable } from '@/features/imports/read-file';
import { guessSource, mappingFor, type SourceName, sourceOf } from '@/features/imports/sources';
import type { Reading } from '@/features/imports/to-rows';

/** What is kept with an import and proposed for the next file with the same headings. */
export interface Remembered {
  headings: string[];
  mapping: Record<string, number | null>;
  order: DateOrder;
  timeZone: string | null;
  source: SourceName | null;
}

interface Choices {
  source?: SourceName | null;
  mapping?: Record<string, number | null>;
  order?: DateOrder;
  timeZone?: string | null;
}

/** How a file is read: what was remembered or recognized, and over it what the user chose. */
export function useReading(companyId: string, list: ListName, table: FileTable | null) {
  const past = useQuery(importsQuery(companyId)).data;
  const [choices, setChoices] = useState<Choices>({});
  const fields = useCustomFields(list as CustomTable);
  const headings = table?.headings ?? [];
  const known = past
    ?.filter((record) => record.list === list)
    .map(({ mapping }) => mapping as unknown as Partial<Remembered>)
    .find((kept) => kept.headings?.join('\n') === headings.join('\n') && kept.mapping);
  const source =
    choices.source === undefined
      ? (known?.source ?? (list === 'time_entries' ? guessSource(headings) : null))
      : choices.source;
  const mapping = {
    ...mappingFor(list, headings, source),
    ...(known?.mapping && choices.source === undefined ? known.mapping : {}),
    ...choices.mapping,
  };
  const dated = columnsOf(list)
    .filter(({ key, date }) => date || key === 'start' || key === 'end')
    .map(({ key }) => mapping[key])
    .filter((index) => index !== null && index !== undefined);
  const places = dated.join();
  const orders = useMemo(() => {
    const columns = places === '' ? [] : places.split(',').map(Number);
    const rows = table?.rows ?? [];
    return possibleOrders(rows.flatMap(({ cells }) => columns.map((at) => cells[at] ?? '')));
  }, [table, places]);
  const order =
    choices.order ??
    known?.order ??
    (source ? sourceOf(source).order : undefined) ??
    (orders.length === 1 ? orders[0] : undefined) ??
    null;
  const timeZone = choices.timeZone === undefined ? (known?.timeZone ?? null) : choices.timeZone;
  const missing = columnsOf(list).filter(({ key, required }) => required && mapping[key] == null);
  const reading: Reading = {
    list,
    headings,
    mapping,
    order: order ?? 'YMD',
    timeZone,
    source,
    fields,
  };
  return {
    reading,
    remembered: known !== undefined,
    /** Dates could be read in several ways and nobody said which. */
    unclear: dated.length > 0 && order === null,
    dated: dated.length > 0,
    missing: missing.map(({ key }) => key),
    choose: (next: Choices) => setChoices({ ...choices, ...next }),
    map: (key: string, index: number | null) =>
      setChoices({ ...choices, mapping: { ...choices.mapping, [key]: index } }),
    forget: () => setChoices({}),
  };
}

export type ReadingState = ReturnType<typeof useReading>;

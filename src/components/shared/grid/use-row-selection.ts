import { useState } from 'react';
import type { GridRow, Place, Selection } from './grid-types';

/** A place and the row it was chosen for; without a key it is past the last row. */
interface Anchored {
  place: Place;
  key: string | undefined;
}

interface Anchors {
  active: Anchored;
  anchor: Anchored;
}

const FIRST: Anchored = { place: { row: 0, column: 0 }, key: undefined };

/**
 * What is selected, by row and not by number: when rows of others come and go, the same row stays
 * selected. A row that is gone leaves its place to the next one, and is selected again if it comes back.
 */
export function useRowSelection(rows: readonly GridRow[]) {
  const [anchors, setAnchors] = useState<Anchors>({ active: FIRST, anchor: FIRST });
  const active = follow(anchors.active, rows);
  const anchor = follow(anchors.anchor, rows);
  if (active !== anchors.active || anchor !== anchors.anchor) setAnchors({ active, anchor });
  const anchored = (place: Place): Anchored => ({ place, key: rows[place.row]?.key });
  const select = (next: Selection): void =>
    setAnchors({ active: anchored(next.active), anchor: anchored(next.anchor) });
  return [{ active: active.place, anchor: anchor.place }, select] as const;
}

function follow(anchored: Anchored, rows: readonly GridRow[]): Anchored {
  const { place, key } = anchored;
  const there = rows[place.row]?.key;
  if (there === key) return anchored;
  if (key === undefined) return { place, key: there };
  const row = rows.findIndex((one) => one.key === key);
  return row < 0 ? anchored : { place: { ...place, row }, key };
}

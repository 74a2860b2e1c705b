import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';

export interface FirstFewProps<Item> {
  items: readonly Item[];
  /** How many are shown until all are asked for. */
  count: number;
  /** One `li`. */
  children: (item: Item) => ReactNode;
  allLabel: string;
  fewerLabel: string;
}

/** A list in a card that begins short. */
export function FirstFew<Item>({
  items,
  count,
  children,
  allLabel,
  fewerLabel,
}: FirstFewProps<Item>) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul>{(all ? items : items.slice(0, count)).map(children)}</ul>
      {items.length > count && (
        <div className="border-t p-2">
          <Button variant="ghost" block aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? fewerLabel : allLabel}
          </Button>
        </div>
      )}
    </>
  );
}

import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { cn } from '@/lib/class-names';
import type { PaperSheet } from '@/lib/files/paper-sheet';

const isPrintKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.altKey;

export interface PaperOptions {
  /** Null: the screen has nothing for paper now. */
  sheet: () => PaperSheet | null;
  /** Fetches what the sheet has and the screen has not, such as rows further down. */
  prepare?: () => Promise<unknown>;
}

/**
 * What a screen is on paper: the same sheet as its PDF, however printing was asked for (button, keys, the
 * browser's menu). The browser wants it at once, therefore it is made when printing begins, from what is here.
 */
export function usePaper({ sheet, prepare }: PaperOptions) {
  const [shown, setShown] = useState<PaperSheet | null>(null);
  const [preparing, setPreparing] = useState(false);
  const print = async (): Promise<void> => {
    setPreparing(true);
    try {
      await prepare?.();
    } finally {
      flushSync(() => setPreparing(false));
    }
    window.print();
  };
  const begin = useEffectEvent(() => {
    // A dialog with labels or codes has its own.
    const hasOwn = document.querySelector('body > [data-print="sheet"]') !== null;
    if (!hasOwn) flushSync(() => setShown(sheet()));
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!prepare || !isPrintKey(event)) return;
    event.preventDefault();
    void print();
  });
  useEffect(() => {
    const end = () => setShown(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      window.removeEventListener('keydown', press);
    };
  }, []);
  const paper = shown && createPortal(<PrintedSheet sheet={shown} />, document.body);
  return { paper, preparing, print: () => void print() };
}

/** For screens that print by the browser's own keys and menu, or whose buttons only call `window.print`. */
export function Paper({ sheet }: Pick<PaperOptions, 'sheet'>) {
  return usePaper({ sheet }).paper;
}

function PrintedSheet({ sheet }: { sheet: PaperSheet }) {
  const { columns, rows, boldRows, totals, remarks = [], signatures } = sheet;
  const isWide = sheet.orientation === 'landscape' || (!sheet.orientation && columns.length > 8);
  const cells = (values: readonly string[], className: string) => (
    <tr>
      {spans(values, columns.length).map(({ text, span, at }) => (
        <td
          key={at}
          colSpan={span}
          className={cn(
            'border-b py-1 pr-2 align-top',
            columns[at]?.align === 'right'
              ? 'tabular whitespace-nowrap text-right'
              : 'whitespace-pre-line',
            className,
          )}
        >
          {text}
        </td>
      ))}
    </tr>
  );
  return (
    <section data-print="sheet" className="text-xs">
      <style>{`@page { size: letter ${isWide ? 'landscape' : 'portrait'} }`}</style>
      <header className="mb-4 flex items-start justify-between gap-6 border-b-2 border-b-foreground pb-2">
        <div>
          <h1 className="font-bold text-lg">{sheet.heading}</h1>
          <p className="text-muted text-sm">{sheet.title}</p>
        </div>
        <p className="shrink-0 whitespace-pre-line text-right">{sheet.notes.join('\n')}</p>
      </header>
      <table className={cn('w-full border-collapse', sheet.hasEvenColumns && 'table-fixed')}>
        <thead>
          <tr className="text-left">
            {columns.map(({ header, align }, at) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same header
                key={at}
                className={cn('pr-2 pb-1 align-bottom', align === 'right' && 'text-right')}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of paper do not move
            <Fragment key={at}>{cells(row, boldRows?.has(at) ? 'pt-3 font-bold' : '')}</Fragment>
          ))}
          {/* Not in a foot, which a browser repeats on every page like a sum of that page. */}
          {totals && cells(totals, 'border-b-0! border-t-2 border-t-foreground font-bold')}
        </tbody>
      </table>
      {remarks.map((remark) => (
        <p key={remark} className="mt-3 text-muted">
          {remark}
        </p>
      ))}
      {signatures.length > 0 && (
        <div className="mt-16 flex break-inside-avoid gap-10">
          {signatures.map((label) => (
            <p key={label} className="flex-1 border-t pt-1 text-muted">
              {label}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

/** Text reaches over the empty cells beside it, as in the PDF: headings of groups, "Total". */
function spans(values: readonly string[], count: number) {
  const all = Array.from({ length: count }, (_, at) => values[at] ?? '');
  const isText = all.filter((text) => text !== '').length <= 1;
  if (isText && all[0]) return [{ text: all[0], span: count, at: 0 }];
  return all.map((text, at) => ({ text, span: 1, at }));
}

import type { ReactNode } from 'react';
import type { Block } from '@/features/help/parse-guide';

/** `**words on the screen**` are bold; nothing else is markup, so a page can bring no HTML. */
function inline(text: string): ReactNode[] {
  return text.split(/\*\*(.+?)\*\*/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its order.
      <strong key={index} className="font-[620] text-foreground">
        {part}
      </strong>
    ) : (
      part
    ),
  );
}

function GuideBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    return <h2 className="mt-4 font-[620] text-foreground text-lg">{block.text}</h2>;
  }
  if (block.kind === 'steps') {
    return (
      <ol className="grid list-decimal gap-1.5 pl-6">
        {block.lines.map((line) => (
          <li key={line}>{inline(line)}</li>
        ))}
      </ol>
    );
  }
  return <p>{inline(block.text)}</p>;
}

export function GuideText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <article className="grid max-w-3xl gap-3 text-md text-muted">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes its order.
        <GuideBlock key={index} block={block} />
      ))}
    </article>
  );
}

import { type ReactNode, useState } from 'react';
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

interface GuideTextProps {
  blocks: readonly Block[];
  /** Addresses by name. */
  pictures: ReadonlyMap<string, string>;
}

function GuideBlock({ block, pictures }: { block: Block } & Pick<GuideTextProps, 'pictures'>) {
  const [failed, setFailed] = useState(false);
  if (block.kind === 'picture') {
    // Without a signal the words are there, the pictures are not.
    if (failed) return null;
    return (
      <img
        src={pictures.get(block.name)}
        alt={block.text}
        loading="lazy"
        onError={() => setFailed(true)}
        className="max-h-[640px] max-w-full rounded-card border"
      />
    );
  }
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

export function GuideText({ blocks, pictures }: GuideTextProps) {
  return (
    <article className="grid max-w-3xl gap-3 text-md text-muted">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes its order.
        <GuideBlock key={index} block={block} pictures={pictures} />
      ))}
    </article>
  );
}

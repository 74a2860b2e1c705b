import { ArrowUpRight, Circle, Pencil, Type, Undo2 } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { COLORS, type Shape, TOOLS, type Tool } from '@/features/photos/viewer/markup';
import { MarkupLayer } from '@/features/photos/viewer/markup-layer';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const ICONS = { arrow: ArrowUpRight, circle: Circle, line: Pencil, text: Type };

export interface MarkupEditorProps {
  shapes: readonly Shape[];
  ratio: number;
  url: string;
  busy: boolean;
  onSave: (shapes: Shape[]) => void;
  onCancel: () => void;
}

/** Draws over the photo: choose a tool and a color, drag, take back, done. */
export function MarkupEditor({ shapes, ratio, url, busy, onSave, onCancel }: MarkupEditorProps) {
  const { t } = useTranslation(['photos', 'common']);
  const [drawn, setDrawn] = useState<readonly Shape[]>(shapes);
  const [current, setCurrent] = useState<Shape | null>(null);
  const [tool, setTool] = useState<Tool>('arrow');
  const [color, setColor] = useState<string>(COLORS[0]);
  const [text, setText] = useState('');
  const pointOf = (event: PointerEvent<HTMLElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
    return [
      part((event.clientX - box.left) / box.width),
      part((event.clientY - box.top) / box.height),
    ];
  };
  const begin = (event: PointerEvent<HTMLElement>): void => {
    const point = pointOf(event);
    if (tool === 'text') {
      if (text.trim())
        setDrawn([...drawn, { kind: tool, color, points: [point], text: text.trim() }]);
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    setCurrent({ kind: tool, color, points: [point] });
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!current) return;
    const point = pointOf(event);
    const points =
      current.kind === 'line' ? [...current.points, point] : [current.points[0] ?? point, point];
    setCurrent({ ...current, points });
  };
  const end = (): void => {
    if (current && current.points.length > 1) setDrawn([...drawn, current]);
    setCurrent(null);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-1.5 border-[rgb(255_255_255/0.15)] border-b p-2">
        {TOOLS.map((name) => {
          const Icon = ICONS[name];
          return (
            <button
              key={name}
              type="button"
              aria-pressed={tool === name}
              onClick={() => setTool(name)}
              className={cn(
                'touch-target inline-flex h-9 items-center gap-1.5 rounded-small px-2.5 text-sm text-[white]',
                tool === name ? 'bg-[rgb(255_255_255/0.25)]' : 'hover:bg-[rgb(255_255_255/0.10)]',
              )}
            >
              <Icon className="size-4" aria-hidden="true" />
              {t(`markup.${name}`)}
            </button>
          );
        })}
        {COLORS.map((name, index) => (
          <button
            key={name}
            type="button"
            aria-pressed={color === name}
            aria-label={t(`markup.color.${index as 0 | 1 | 2 | 3}`)}
            onClick={() => setColor(name)}
            style={{ background: name }}
            className={cn(
              'touch-target size-6 rounded-full border-2 border-[black]',
              color === name && 'outline-2 outline-[white]',
            )}
          />
        ))}
        {tool === 'text' && (
          <input
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
            placeholder={t('markup.textHint')}
            aria-label={t('markup.textHint')}
            className="h-9 min-w-40 flex-1 rounded-small border border-[rgb(255_255_255/0.4)] bg-[black] px-2 text-[white]"
          />
        )}
        <button
          type="button"
          disabled={drawn.length === 0}
          onClick={() => setDrawn(drawn.slice(0, -1))}
          className="touch-target inline-flex h-9 items-center gap-1.5 rounded-small px-2.5 text-sm text-[white] hover:bg-[rgb(255_255_255/0.10)] disabled:opacity-50"
        >
          <Undo2 className="size-4" aria-hidden="true" />
          {t('common:action.undo')}
        </button>
        <span className="ml-auto flex gap-2">
          <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={() => onSave([...drawn])}>
            {t('common:action.done')}
          </Button>
        </span>
      </div>
      <div className="grid min-h-0 flex-1 place-items-center overflow-hidden [container-type:size]">
        <div
          className="relative touch-none cursor-crosshair"
          style={{ width: `min(100cqw, ${100 / ratio}cqh)`, aspectRatio: `${1 / ratio}` }}
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
        >
          <img src={url} alt="" draggable={false} className="size-full select-none" />
          <MarkupLayer
            shapes={current ? [...drawn, current] : drawn}
            ratio={ratio}
            className="pointer-events-none absolute inset-0 size-full"
          />
        </div>
      </div>
    </div>
  );
}

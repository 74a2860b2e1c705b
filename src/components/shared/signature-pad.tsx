import { type PointerEvent, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

/** Lines of points in a box of 300 by 100. */
export type Strokes = readonly (readonly (readonly [number, number])[])[];

const WIDTH = 300;
const HEIGHT = 100;
const MAX_POINTS = 1500;

export const strokePath = (line: Strokes[number]): string =>
  line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

export interface SignaturePadProps {
  label: string;
  /** Where the reader's language is not that of the screen. */
  texts?: { clear: string; hint: string };
  value: Strokes;
  onValueChange: (strokes: Strokes) => void;
}

/** Signs with a finger. Whoever cannot draw signs by typing the name, which every form asks for anyway and none requires a drawing beside. */
export function SignaturePad({ label, texts, value, onValueChange }: SignaturePadProps) {
  const { t } = useTranslation('common');
  const hintId = useId();
  const drawing = useRef(false);
  const pointOf = (event: PointerEvent<SVGSVGElement>): readonly [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    return [Math.round(x), Math.round(y)];
  };
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    onValueChange([...value, [pointOf(event)]]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    if (!drawing.current || value.flat().length >= MAX_POINTS) return;
    onValueChange([...value.slice(0, -1), [...(value.at(-1) ?? []), pointOf(event)]]);
  };
  return (
    <div>
      <svg
        role="img"
        aria-label={label}
        aria-describedby={hintId}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full touch-none rounded-small border bg-surface"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => {
          drawing.current = false;
        }}
      >
        <line x1="16" x2="284" y1="80" y2="80" className="stroke-border-strong" />
        {value.map((line, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added at the end.
            key={index}
            d={strokePath(line)}
            className="fill-none stroke-2 stroke-foreground"
          />
        ))}
      </svg>
      <div className="flex items-start justify-between gap-3">
        <p id={hintId} className="pt-1.5 text-muted text-xs">
          {texts?.hint ?? t('signature.hint')}
        </p>
        <Button
          variant="link"
          size="small"
          disabled={value.length === 0}
          onClick={() => onValueChange([])}
        >
          {texts?.clear ?? t('action.clear')}
        </Button>
      </div>
    </div>
  );
}

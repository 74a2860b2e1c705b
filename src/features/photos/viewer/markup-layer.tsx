import {
  headOf,
  pathOf,
  type Shape,
  type Size,
  scaled,
  THICKNESS,
} from '@/features/photos/viewer/markup';

function Drawn({ shape, size }: { shape: Shape; size: Size }) {
  const points = scaled(shape, size);
  const first = points[0] ?? [0, 0];
  const last = points.at(-1) ?? first;
  const line = {
    fill: 'none',
    stroke: shape.color,
    strokeWidth: THICKNESS,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  if (shape.kind === 'circle') {
    return (
      <ellipse
        cx={(first[0] + last[0]) / 2}
        cy={(first[1] + last[1]) / 2}
        rx={Math.abs(last[0] - first[0]) / 2}
        ry={Math.abs(last[1] - first[1]) / 2}
        {...line}
      />
    );
  }
  if (shape.kind === 'text') {
    return (
      <text
        x={first[0]}
        y={first[1]}
        fill={shape.color}
        fontSize={36}
        fontWeight={600}
        stroke="rgb(0 0 0 / 60%)"
        strokeWidth={1}
      >
        {shape.text}
      </text>
    );
  }
  return (
    <>
      <path d={pathOf(shape.kind === 'arrow' ? [first, last] : points)} {...line} />
      {shape.kind === 'arrow' && <path d={pathOf(headOf(first, last, 1))} {...line} />}
    </>
  );
}

export interface MarkupLayerProps {
  shapes: readonly Shape[];
  /** Height of the photo divided by its width. */
  ratio: number;
  className?: string;
}

/** Lies over the photo and can be taken off. */
export function MarkupLayer({ shapes, ratio, className }: MarkupLayerProps) {
  const size = { width: 1000, height: 1000 * ratio };
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className={className}
    >
      {shapes.map((shape, index) => (
        // Shapes have no identity but their place in the list.
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes are only added and removed at the end
        <Drawn key={index} shape={shape} size={size} />
      ))}
    </svg>
  );
}

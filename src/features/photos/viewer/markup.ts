export const TOOLS = ['arrow', 'circle', 'line', 'text'] as const;
export type Tool = (typeof TOOLS)[number];

/** Kept with the photo; the photo itself is not touched. Points in parts of its width and height. */
export interface Shape {
  kind: Tool;
  color: string;
  points: readonly (readonly [number, number])[];
  text?: string;
}

export const COLORS = ['#e5484d', '#f5c542', '#3b82f6', '#ffffff'] as const;

/** Lines are this thick on a photo 1000 wide. */
export const THICKNESS = 6;
const HEAD = 34;

export interface Size {
  width: number;
  height: number;
}

/** Points of the drawing in a photo of this size. */
export const scaled = (shape: Shape, { width, height }: Size): [number, number][] =>
  shape.points.map(([x, y]) => [x * width, y * height]);

/** The two strokes of an arrow's head. */
export function headOf(
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  scale: number,
): [number, number][] {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const side = (turn: number): [number, number] => [
    toX - HEAD * scale * Math.cos(angle + turn),
    toY - HEAD * scale * Math.sin(angle + turn),
  ];
  return [side(Math.PI / 7), [toX, toY], side(-Math.PI / 7)];
}

export const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');

/** The same drawing on a canvas, for reports. */
export function drawMarkup(
  context: CanvasRenderingContext2D,
  shapes: readonly Shape[],
  size: Size,
): void {
  const scale = size.width / 1000;
  context.lineWidth = THICKNESS * scale;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const shape of shapes) {
    const points = scaled(shape, size);
    const [first = [0, 0], last = first] = [points[0], points.at(-1)];
    context.strokeStyle = shape.color;
    context.fillStyle = shape.color;
    context.beginPath();
    if (shape.kind === 'circle') {
      const [x, y] = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
      const radius = [Math.abs(last[0] - first[0]) / 2, Math.abs(last[1] - first[1]) / 2] as const;
      context.ellipse(x, y, radius[0], radius[1], 0, 0, 2 * Math.PI);
      context.stroke();
    } else if (shape.kind === 'text') {
      context.font = `600 ${36 * scale}px sans-serif`;
      context.fillText(shape.text ?? '', first[0], first[1]);
    } else {
      const strokes =
        shape.kind === 'arrow' ? [[first, last], headOf(first, last, scale)] : [points];
      for (const stroke of strokes) context.stroke(new Path2D(pathOf(stroke)));
    }
  }
}

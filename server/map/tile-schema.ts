export type TileSchema = 'protomaps' | 'openmaptiles' | 'shortbread';

/** Layers that only one of the public schemas names so; the web app has a style for each. */
const LAYERS: Readonly<Record<TileSchema, readonly string[]>> = {
  protomaps: ['earth', 'roads', 'places'],
  openmaptiles: ['transportation', 'transportation_name', 'place'],
  shortbread: ['streets', 'street_labels', 'place_labels'],
};

/** The schema of a file of vector tiles by its layers; null where no style of ours fits. */
export function schemaOf(layers: readonly string[]): TileSchema | null {
  const names = new Set(layers);
  const schemas = Object.keys(LAYERS) as TileSchema[];
  return schemas.find((schema) => LAYERS[schema].every((layer) => names.has(layer))) ?? null;
}

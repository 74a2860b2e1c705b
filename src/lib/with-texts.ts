import { loadNamespaces } from '@/lib/i18n';
import type { Namespace } from '@/lib/translation-keys';

/** A late part with the texts it needs, fetched side by side: `late(() => withTexts(import(…), 'map'))`. */
export async function withTexts<Part>(
  part: Promise<Part>,
  ...names: Namespace[]
): Promise<{ default: Part }> {
  const [loaded] = await Promise.all([part, loadNamespaces(names)]);
  return { default: loaded };
}

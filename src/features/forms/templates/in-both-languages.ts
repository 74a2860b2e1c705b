import type { BothLanguages } from '@/entities/form/form-definition';

/** English, Spanish. */
export type Pair = readonly [en: string, es: string];

export const words = ([en, es]: Pair): BothLanguages => ({ en, es });

/** Where a template comes from; `figures`: the federal rule its numbers follow. */
export const writtenHere = (figures?: string): BothLanguages =>
  words(
    figures
      ? [
          `Written for Chalkline; figures after ${figures}. Free to use and change.`,
          `Escrita para Chalkline; cifras según ${figures}. Puedes usarla y cambiarla.`,
        ]
      : [
          'Written for Chalkline. Free to use and change.',
          'Escrita para Chalkline. Puedes usarla y cambiarla.',
        ],
  );

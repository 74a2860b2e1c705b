/** How much one request may ask for; past these it is refused with a 4xx before any query is built. */
export const limits = {
  queryLength: 60_000,
  depth: 12,
  embeds: 60,
  selectItems: 600,
  conditions: 400,
  orderTerms: 60,
  jsonSteps: 30,
  parameters: 500,
} as const;

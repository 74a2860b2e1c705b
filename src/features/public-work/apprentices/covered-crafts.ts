/** As private.apprentices_on_site has it: the name of a craft contains the occupation. */
export function coveredCrafts(occupation: string, crafts: readonly string[]): string[] {
  const wanted = occupation.trim().toLowerCase();
  return wanted === '' ? [] : crafts.filter((craft) => craft.toLowerCase().includes(wanted));
}

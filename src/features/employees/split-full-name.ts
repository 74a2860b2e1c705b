type Row = Record<string, string>;

/** `Maria Elena Lopez` or `Lopez, Maria Elena`; the last word, or what is before the comma, is the last name. */
function partsOf(name: string): { first: string; last: string } {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first !== undefined) return { first, last };
  const words = last.split(/\s+/);
  return words.length === 1
    ? { first: last, last: '' }
    : { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' };
}

/** Lists that have a person's name in one cell; what stands in cells of its own wins. */
export function splitFullName({ full_name = '', ...row }: Row): Row {
  if (full_name.trim() === '') return row;
  const { first, last } = partsOf(full_name.trim());
  return { ...row, first_name: row['first_name'] || first, last_name: row['last_name'] || last };
}

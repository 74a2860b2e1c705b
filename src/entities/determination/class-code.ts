const MAX_CODE = 60;

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The trade in front of `:`, ` - ` or a parenthesis: what apprentices are counted in. */
export function craftOf(name: string): string {
  const [craft = name] = name.split(/\s*(?::|\(|\s-\s)/, 1);
  return collapse(craft).slice(0, 200) || collapse(name).slice(0, 200);
}

/**
 * Codes that are the same in every modification that names the class alike, and different within one.
 * The place of a class in the text says nothing: a new one above would move all others.
 */
export function uniqueCodes(): (prefix: string | null, name: string) => string {
  const taken = new Set<string>();
  return (prefix, name) => {
    const full = collapse(`${prefix ?? ''} ${name}`.toUpperCase());
    let code = full.slice(0, MAX_CODE).trim();
    for (let copy = 2; taken.has(code); copy++)
      code = `${full.slice(0, MAX_CODE - String(copy).length - 2).trim()} #${copy}`;
    taken.add(code);
    return code;
  };
}

const NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';

const STATES = NAMES.split(',').map((line) => [line.slice(0, 2), line.slice(3)] as const);

/** `New York` of `NY` or `new york`; nothing where it is no state. */
export function stateName(text: string): string {
  const plain = text.trim().toLowerCase();
  const found = STATES.find(
    ([code, name]) => code.toLowerCase() === plain || name.toLowerCase() === plain,
  );
  return found?.[1] ?? '';
}

/** `NY` of either. */
export function stateCode(text: string): string {
  const name = stateName(text);
  return STATES.find(([, known]) => known === name)?.[0] ?? '';
}

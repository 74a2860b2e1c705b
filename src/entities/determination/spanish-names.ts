/** Trades as crews call them in American Spanish. Proposed for a class; a person may change it. */
const TRADES: [RegExp, string][] = [
  [/^asbestos (?:removal )?workers?\b.*/, 'Trabajador de asbesto'],
  [/^(?:heat (?:and|&) frost )?insulators?\b.*/, 'Aislador térmico'],
  [/^boilermakers?(?:-blacksmith)?\b/, 'Calderero'],
  [/^brick ?tenders?\b/, 'Ayudante de albañil'],
  [/^bricklayers?\b/, 'Albañil de ladrillo'],
  [/^stonemasons?\b/, 'Cantero'],
  [
    /^(?:mason|cement mason|concrete finisher|cement mason\/concrete finisher)s?\b/,
    'Acabador de concreto',
  ],
  [/^carpenters?\b/, 'Carpintero'],
  [/^millwrights?\b/, 'Mecánico de montaje'],
  [/^pile ?drivers?\b/, 'Hincador de pilotes'],
  [/^divers?\b/, 'Buzo'],
  [/^drywall (?:hangers?|installers?)\b/, 'Instalador de tablarroca'],
  [/^drywall finishers?\b|^tapers?\b/, 'Pastero de tablarroca'],
  [/^lathers?\b/, 'Instalador de malla'],
  [/^electricians?\b/, 'Electricista'],
  [/^(?:cable splicer)s?\b/, 'Empalmador de cables'],
  [/^line(?:man|men|worker|workers)\b/, 'Liniero'],
  [/^ground(?:man|men)\b/, 'Ayudante de liniero'],
  [/^elevator (?:mechanic|constructor)s?\b/, 'Mecánico de elevadores'],
  [/^fence erectors?\b/, 'Instalador de cercas'],
  [/^floor layers?\b/, 'Instalador de pisos'],
  [/^flaggers?\b/, 'Banderero'],
  [/^glaziers?\b/, 'Vidriero'],
  [/^iron ?workers?\b/, 'Herrero (ironworker)'],
  [/^laborers?\b/, 'Peón'],
  [/^landscapers?\b|^landscape (?:laborer|maintenance laborer)s?\b/, 'Jardinero'],
  [/^marble (?:setter|finisher)s?\b/, 'Marmolista'],
  [/^painters?\b/, 'Pintor'],
  [/^parking and highway (?:improvement|striping).*/, 'Pintor de señales de pavimento'],
  [/^pipelayers?\b/, 'Tubero de zanja'],
  [/^pipe ?fitters?\b|^steam ?fitters?\b/, 'Tubero'],
  [/^plasterers?\b/, 'Yesero'],
  [/^plaster tenders?\b/, 'Ayudante de yesero'],
  [/^plumbers?\b/, 'Plomero'],
  [
    /^(?:power equipment |heavy equipment )?operat(?:or|ing engineer)s?\b/,
    'Operador de maquinaria',
  ],
  [/^oilers?\b/, 'Engrasador'],
  [/^roofers?\b/, 'Techador'],
  [/^sheet metal workers?\b/, 'Hojalatero'],
  [/^sprinkler fitters?\b/, 'Instalador de rociadores'],
  [/^surveyors?\b|^field surveyors?\b/, 'Topógrafo'],
  [/^(?:teamster|truck driver|driver)s?\b/, 'Chofer de camión'],
  [/^terrazzo (?:worker|setter|finisher)s?(?:\/setter)?\b/, 'Terrazero'],
  [/^tile (?:setter|layer|finisher)s?\b/, 'Azulejero'],
  [/^traffic control\b.*/, 'Control de tránsito'],
  [/^tree trimmers?\b/, 'Podador de árboles'],
  [/^tunnel workers?\b/, 'Trabajador de túnel'],
  [/^water well drillers?\b/, 'Perforador de pozos'],
  [/^welders?\b/, 'Soldador'],
];

/** What follows the trade, where the word is common. */
const DETAILS: [RegExp, string][] = [
  [/^(?:group|grupo)\s+(\w+)$/, 'Grupo $1'],
  [/^class\s+(\w+)$/, 'Clase $1'],
  [/^zone\s+(\w+)$/, 'Zona $1'],
  [/^area\s+(\w+)$/, 'Área $1'],
  [/^common or general$/, 'común o general'],
  [/^unskilled$/, 'sin oficio'],
  [/^landscape$/, 'jardinería'],
  [/^flagger$/, 'banderero'],
  [/^pipelayer$/, 'tubero de zanja'],
  [/^mason tender - brick$/, 'ayudante de albañil'],
  [/^mason tender - cement\/concrete$/, 'ayudante de concreto'],
  [/^asphalt(?:, includes)?.*$/, 'asfalto'],
  [/^drywall hanging only$/, 'solo tablarroca'],
  [/^form work(?: only)?$/, 'cimbra'],
  [/^brush and roller$|^brush, roller(?: & spray)?$/, 'brocha y rodillo'],
  [/^spray$/, 'pistola'],
  [/^reinforcing$/, 'varilla'],
  [/^structural$/, 'estructura'],
  [/^reinforcing and structural$/, 'varilla y estructura'],
  [/^ornamental$/, 'ornamental'],
  [/^backhoe$/, 'retroexcavadora'],
  [/^excavator$/, 'excavadora'],
  [/^backhoe\/excavator(?:\/trackhoe)?$/, 'retroexcavadora y excavadora'],
  [/^bobcat\/skid steer\/skid loader$/, 'minicargador (Bobcat)'],
  [/^bulldozer$/, 'buldócer'],
  [/^cranes?$/, 'grúa'],
  [/^fork ?lift$/, 'montacargas'],
  [/^loader$/, 'cargador frontal'],
  [/^grader(?:\/blade)?$/, 'motoconformadora'],
  [/^roller$/, 'rodillo'],
  [/^paver.*$/, 'pavimentadora'],
  [/^mechanic$/, 'mecánico'],
  [/^dump truck$/, 'camión de volteo'],
  [/^water truck$/, 'pipa de agua'],
  [/^low ?boy(?: truck)?$/, 'cama baja'],
  [/^articulated(?: truck)?$/, 'articulado'],
  [/^wet$/, 'bajo el agua'],
  [/^standby$/, 'de guardia'],
  [/^tender$/, 'ayudante'],
];

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

function detailOf(detail: string): string {
  const plain = collapse(detail).toLowerCase();
  const found = DETAILS.find(([pattern]) => pattern.test(plain));
  return found ? plain.replace(...found) : collapse(detail);
}

/** A Spanish name for a class; null where the trade is not known. Details that are not stay as printed. */
export function spanishName(name: string): string | null {
  const [head = '', ...details] = name.split(/\s*(?::|,(?![^(]*\))|\(|\))\s*/).filter(Boolean);
  const trade = TRADES.find(([pattern]) => pattern.test(collapse(head).toLowerCase()));
  if (!trade) return null;
  const rest = details.map(detailOf);
  return [trade[1], ...(rest.length > 0 ? [rest.join(', ')] : [])].join(': ').slice(0, 300);
}

/**
 * A CSI-style starter list. Companies replace it as they like: both names are data of the company and
 * not texts of the app.
 */
const LIST: readonly (readonly [code: string, name: string, spanish: string, unit: string])[] = [
  ['01 31 00', 'Project management and supervision', 'Administración y supervisión de obra', 'HR'],
  ['01 35 29', 'Safety', 'Seguridad', 'HR'],
  ['01 50 00', 'Temporary facilities', 'Instalaciones provisionales', 'HR'],
  ['01 54 23', 'Scaffolding and platforms', 'Andamios y plataformas', 'SF'],
  ['01 56 00', 'Temporary barriers', 'Barreras provisionales', 'LF'],
  ['01 71 23', 'Layout and field engineering', 'Trazo y topografía', 'HR'],
  ['01 74 00', 'Cleanup and waste', 'Limpieza y desechos', 'HR'],
  ['01 77 00', 'Closeout and punch list', 'Cierre y detalles finales', 'HR'],
  ['02 41 00', 'Demolition', 'Demolición', 'SF'],
  ['02 41 19', 'Selective demolition', 'Demolición selectiva', 'SF'],
  ['02 82 00', 'Asbestos remediation', 'Retiro de asbesto', 'SF'],
  ['03 11 00', 'Concrete forming', 'Cimbra de concreto', 'SF'],
  ['03 20 00', 'Reinforcing', 'Varilla de refuerzo', 'TON'],
  ['03 30 00', 'Cast-in-place concrete', 'Concreto colado en obra', 'CY'],
  ['03 35 00', 'Concrete finishing', 'Acabado de concreto', 'SF'],
  ['03 41 00', 'Precast structural', 'Estructura prefabricada', 'EA'],
  ['03 60 00', 'Grouting', 'Lechada (grout)', 'CF'],
  ['04 20 00', 'Unit masonry', 'Mampostería de bloque', 'SF'],
  ['04 40 00', 'Stone assemblies', 'Piedra', 'SF'],
  ['05 12 00', 'Structural steel', 'Acero estructural', 'TON'],
  ['05 30 00', 'Metal decking', 'Lámina de entrepiso', 'SF'],
  ['05 50 00', 'Metal fabrications', 'Herrería', 'EA'],
  ['05 51 00', 'Metal stairs', 'Escaleras metálicas', 'EA'],
  ['06 10 00', 'Rough carpentry', 'Carpintería de obra negra', 'BF'],
  ['06 16 00', 'Sheathing', 'Forro de madera', 'SF'],
  ['06 17 53', 'Wood trusses', 'Armaduras de madera', 'EA'],
  ['06 20 00', 'Finish carpentry', 'Carpintería de acabados', 'LF'],
  ['06 40 00', 'Architectural woodwork', 'Ebanistería', 'LF'],
  ['07 10 00', 'Waterproofing', 'Impermeabilización', 'SF'],
  ['07 21 00', 'Thermal insulation', 'Aislante térmico', 'SF'],
  ['07 31 00', 'Shingles', 'Tejas', 'SQ'],
  ['07 46 00', 'Siding', 'Revestimiento exterior (siding)', 'SF'],
  ['07 50 00', 'Membrane roofing', 'Techo de membrana', 'SQ'],
  ['07 60 00', 'Flashing and sheet metal', 'Botaguas y lámina', 'LF'],
  ['07 92 00', 'Joint sealants', 'Selladores de juntas', 'LF'],
  ['08 10 00', 'Doors and frames', 'Puertas y marcos', 'EA'],
  ['08 41 00', 'Storefronts', 'Fachadas de vidrio', 'SF'],
  ['08 50 00', 'Windows', 'Ventanas', 'EA'],
  ['08 71 00', 'Door hardware', 'Herrajes de puertas', 'EA'],
  ['09 22 16', 'Non-structural metal framing', 'Bastidor metálico', 'SF'],
  ['09 29 00', 'Gypsum board', 'Tablaroca (drywall)', 'SF'],
  ['09 30 00', 'Tiling', 'Azulejo y loseta', 'SF'],
  ['09 51 00', 'Acoustical ceilings', 'Plafón acústico', 'SF'],
  ['09 60 00', 'Flooring', 'Pisos', 'SF'],
  ['09 91 00', 'Painting', 'Pintura', 'SF'],
  ['10 28 00', 'Toilet and bath accessories', 'Accesorios de baño', 'EA'],
  ['12 35 30', 'Residential casework', 'Gabinetes', 'LF'],
  ['12 36 00', 'Countertops', 'Cubiertas', 'SF'],
  ['14 20 00', 'Elevators', 'Elevadores', 'EA'],
  ['21 10 00', 'Fire sprinklers', 'Rociadores contra incendio', 'EA'],
  ['22 10 00', 'Plumbing piping', 'Tubería de plomería', 'LF'],
  ['22 40 00', 'Plumbing fixtures', 'Muebles de baño', 'EA'],
  ['23 05 93', 'Testing and balancing', 'Pruebas y balanceo', 'HR'],
  ['23 20 00', 'HVAC piping', 'Tubería de HVAC', 'LF'],
  ['23 30 00', 'Ductwork', 'Ductos', 'LB'],
  [
    '26 05 00',
    'Electrical common work (conduit, wire)',
    'Trabajo eléctrico común (conduit, cable)',
    'LF',
  ],
  ['26 20 00', 'Power distribution', 'Distribución eléctrica', 'EA'],
  ['26 50 00', 'Lighting', 'Iluminación', 'EA'],
  ['27 10 00', 'Structured cabling', 'Cableado de datos', 'LF'],
  ['28 46 00', 'Fire alarm', 'Alarma contra incendio', 'EA'],
  ['31 10 00', 'Site clearing', 'Desmonte y limpieza del terreno', 'AC'],
  ['31 22 00', 'Grading', 'Nivelación', 'SY'],
  ['31 23 00', 'Excavation and fill', 'Excavación y relleno', 'CY'],
  ['31 23 33', 'Trenching and backfill', 'Zanjas y relleno', 'LF'],
  ['31 25 00', 'Erosion control', 'Control de erosión', 'LF'],
  ['31 62 00', 'Driven piles', 'Pilotes hincados', 'LF'],
  ['32 12 16', 'Asphalt paving', 'Pavimento de asfalto', 'TON'],
  ['32 13 00', 'Concrete paving', 'Pavimento de concreto', 'SY'],
  ['32 16 00', 'Curbs, gutters, sidewalks', 'Bordillos, cunetas y banquetas', 'LF'],
  ['32 31 00', 'Fences and gates', 'Cercas y portones', 'LF'],
  ['32 90 00', 'Planting', 'Plantación', 'EA'],
  ['33 10 00', 'Water utilities', 'Agua potable', 'LF'],
  ['33 30 00', 'Sanitary sewer', 'Drenaje sanitario', 'LF'],
  ['33 40 00', 'Storm drainage', 'Drenaje pluvial', 'LF'],
  ['90 10', 'Shop and yard', 'Taller y patio', 'HR'],
  ['90 20', 'Travel between sites', 'Traslado entre obras', 'HR'],
  ['90 30', 'Training and toolbox talks', 'Capacitación y pláticas de seguridad', 'HR'],
  ['90 40', 'Equipment maintenance', 'Mantenimiento de equipo', 'HR'],
  ['90 50', 'Warranty and rework', 'Garantía y retrabajo', 'HR'],
];

const GROUPS: Record<string, string> = {
  '01': 'General requirements',
  '02': 'Existing conditions',
  '03': 'Concrete',
  '04': 'Masonry',
  '05': 'Metals',
  '06': 'Wood and plastics',
  '07': 'Thermal and moisture',
  '08': 'Openings',
  '09': 'Finishes',
  '10': 'Specialties',
  '12': 'Furnishings',
  '14': 'Conveying',
  '21': 'Fire suppression',
  '22': 'Plumbing',
  '23': 'HVAC',
  '26': 'Electrical',
  '27': 'Communications',
  '28': 'Electronic safety',
  '31': 'Earthwork',
  '32': 'Exterior improvements',
  '33': 'Utilities',
  '90': 'Company',
};

export interface StarterCode {
  code: string;
  name: string;
  name_es: string;
  unit: string;
  code_group: string;
}

export const STARTER_CODES: readonly StarterCode[] = LIST.map(([code, name, name_es, unit]) => ({
  code,
  name,
  name_es,
  unit,
  code_group: GROUPS[code.slice(0, 2)] ?? '',
}));

export const TRADES = [
  'general',
  'concrete',
  'carpentry',
  'masonry',
  'steel',
  'roofing',
  'drywall',
  'plumbing',
  'hvac',
  'electrical',
  'sitework',
  'remodeling',
] as const;
export type Trade = (typeof TRADES)[number];

/** Beginnings of the codes a trade books on, beside those that every crew needs. */
const TRADE_CODES: Record<Trade, readonly string[]> = {
  general: ['01', '02', '03', '04', '05', '06', '07', '08', '09', '31 2', '32 1'],
  concrete: ['01 71', '03', '31 23', '32 13', '32 16'],
  carpentry: ['01 54', '06', '08', '09 22'],
  masonry: ['01 54', '03 60', '04', '07 92'],
  steel: ['01 54', '03 60', '05'],
  roofing: ['01 54', '07'],
  drywall: ['01 54', '07 21', '09'],
  plumbing: ['02 41 19', '22', '33 1', '33 3'],
  hvac: ['02 41 19', '23'],
  electrical: ['02 41 19', '26', '27', '28'],
  sitework: ['01 56', '01 71', '02 41', '31', '32', '33'],
  remodeling: ['02 41', '06', '07', '08', '09', '10', '12', '22 4', '26 5'],
};

const EVERY_CREW = ['01 31', '01 35', '01 74', '01 77', '90'];

export function codesOfTrades(trades: readonly Trade[]): StarterCode[] {
  const beginnings = [...EVERY_CREW, ...trades.flatMap((trade) => TRADE_CODES[trade])];
  return STARTER_CODES.filter(({ code }) => beginnings.some((start) => code.startsWith(start)));
}

/**
 * A CSI-style starter list (code, short name, unit of measure). Companies replace it as they like;
 * names are data of the company, so they are not translated.
 */
const LIST: readonly (readonly [code: string, name: string, unit: string])[] = [
  ['01 31 00', 'Project management and supervision', 'HR'],
  ['01 35 29', 'Safety', 'HR'],
  ['01 50 00', 'Temporary facilities', 'HR'],
  ['01 54 23', 'Scaffolding and platforms', 'SF'],
  ['01 56 00', 'Temporary barriers', 'LF'],
  ['01 71 23', 'Layout and field engineering', 'HR'],
  ['01 74 00', 'Cleanup and waste', 'HR'],
  ['01 77 00', 'Closeout and punch list', 'HR'],
  ['02 41 00', 'Demolition', 'SF'],
  ['02 41 19', 'Selective demolition', 'SF'],
  ['02 82 00', 'Asbestos remediation', 'SF'],
  ['03 11 00', 'Concrete forming', 'SF'],
  ['03 20 00', 'Reinforcing', 'TON'],
  ['03 30 00', 'Cast-in-place concrete', 'CY'],
  ['03 35 00', 'Concrete finishing', 'SF'],
  ['03 41 00', 'Precast structural', 'EA'],
  ['03 60 00', 'Grouting', 'CF'],
  ['04 20 00', 'Unit masonry', 'SF'],
  ['04 40 00', 'Stone assemblies', 'SF'],
  ['05 12 00', 'Structural steel', 'TON'],
  ['05 30 00', 'Metal decking', 'SF'],
  ['05 50 00', 'Metal fabrications', 'EA'],
  ['05 51 00', 'Metal stairs', 'EA'],
  ['06 10 00', 'Rough carpentry', 'BF'],
  ['06 16 00', 'Sheathing', 'SF'],
  ['06 17 53', 'Wood trusses', 'EA'],
  ['06 20 00', 'Finish carpentry', 'LF'],
  ['06 40 00', 'Architectural woodwork', 'LF'],
  ['07 10 00', 'Waterproofing', 'SF'],
  ['07 21 00', 'Thermal insulation', 'SF'],
  ['07 31 00', 'Shingles', 'SQ'],
  ['07 46 00', 'Siding', 'SF'],
  ['07 50 00', 'Membrane roofing', 'SQ'],
  ['07 60 00', 'Flashing and sheet metal', 'LF'],
  ['07 92 00', 'Joint sealants', 'LF'],
  ['08 10 00', 'Doors and frames', 'EA'],
  ['08 41 00', 'Storefronts', 'SF'],
  ['08 50 00', 'Windows', 'EA'],
  ['08 71 00', 'Door hardware', 'EA'],
  ['09 22 16', 'Non-structural metal framing', 'SF'],
  ['09 29 00', 'Gypsum board', 'SF'],
  ['09 30 00', 'Tiling', 'SF'],
  ['09 51 00', 'Acoustical ceilings', 'SF'],
  ['09 60 00', 'Flooring', 'SF'],
  ['09 91 00', 'Painting', 'SF'],
  ['10 28 00', 'Toilet and bath accessories', 'EA'],
  ['12 35 30', 'Residential casework', 'LF'],
  ['12 36 00', 'Countertops', 'SF'],
  ['14 20 00', 'Elevators', 'EA'],
  ['21 10 00', 'Fire sprinklers', 'EA'],
  ['22 10 00', 'Plumbing piping', 'LF'],
  ['22 40 00', 'Plumbing fixtures', 'EA'],
  ['23 05 93', 'Testing and balancing', 'HR'],
  ['23 20 00', 'HVAC piping', 'LF'],
  ['23 30 00', 'Ductwork', 'LB'],
  ['26 05 00', 'Electrical common work (conduit, wire)', 'LF'],
  ['26 20 00', 'Power distribution', 'EA'],
  ['26 50 00', 'Lighting', 'EA'],
  ['27 10 00', 'Structured cabling', 'LF'],
  ['28 46 00', 'Fire alarm', 'EA'],
  ['31 10 00', 'Site clearing', 'AC'],
  ['31 22 00', 'Grading', 'SY'],
  ['31 23 00', 'Excavation and fill', 'CY'],
  ['31 23 33', 'Trenching and backfill', 'LF'],
  ['31 25 00', 'Erosion control', 'LF'],
  ['31 62 00', 'Driven piles', 'LF'],
  ['32 12 16', 'Asphalt paving', 'TON'],
  ['32 13 00', 'Concrete paving', 'SY'],
  ['32 16 00', 'Curbs, gutters, sidewalks', 'LF'],
  ['32 31 00', 'Fences and gates', 'LF'],
  ['32 90 00', 'Planting', 'EA'],
  ['33 10 00', 'Water utilities', 'LF'],
  ['33 30 00', 'Sanitary sewer', 'LF'],
  ['33 40 00', 'Storm drainage', 'LF'],
  ['90 10', 'Shop and yard', 'HR'],
  ['90 20', 'Travel between sites', 'HR'],
  ['90 30', 'Training and toolbox talks', 'HR'],
  ['90 40', 'Equipment maintenance', 'HR'],
  ['90 50', 'Warranty and rework', 'HR'],
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
  unit: string;
  code_group: string;
}

export const STARTER_CODES: readonly StarterCode[] = LIST.map(([code, name, unit]) => ({
  code,
  name,
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

import type { FormTemplate, Question, Section } from '@/entities/form/form-definition';
import { type Pair, words, writtenHere } from '@/features/forms/templates/in-both-languages';

type Check = readonly [id: string, en: string, es: string];

const check = ([id, en, es]: Check): Question => ({
  id,
  kind: 'check',
  label: { en, es },
  required: true,
  photo_on_fail: true,
});

const METER: Question = {
  id: 'meter',
  kind: 'number',
  label: { en: 'Hour meter', es: 'Horómetro' },
  unit: { en: 'hours', es: 'horas' },
};
const ODOMETER: Question = {
  id: 'odometer',
  kind: 'number',
  label: { en: 'Odometer', es: 'Odómetro' },
  unit: { en: 'miles', es: 'millas' },
};

/** What every check ends with: may it be used, why not, who says so. */
const result = (safe: Pair, signer: Pair): Section => ({
  id: 'result',
  title: { en: 'Result', es: 'Resultado' },
  questions: [
    { id: 'safe', kind: 'yes_no', label: words(safe), required: true, fails: ['no'] },
    {
      id: 'why',
      kind: 'text',
      label: { en: 'What has to be fixed?', es: '¿Qué hay que arreglar?' },
      required: true,
      when: { question: 'safe', is: ['no'] },
    },
    {
      id: 'tagged_out',
      kind: 'yes_no',
      label: {
        en: 'Tagged so that nobody uses it?',
        es: '¿Etiquetado para que nadie lo use?',
      },
      required: true,
      fails: ['no'],
      when: { question: 'safe', is: ['no'] },
    },
    { id: 'signed', kind: 'signature', label: words(signer), required: true },
  ],
});

const OPERATOR: Pair = ['Operator', 'Operador'];
const COMPETENT: Pair = ['Competent person', 'Persona competente'];
const SAFE_TO_RUN: Pair = [
  'Is the machine safe to run?',
  '¿Se puede operar la máquina con seguridad?',
];
const SAFE_TO_USE: Pair = ['Is it safe to use?', '¿Se puede usar con seguridad?'];

interface Part {
  id: string;
  title: Pair;
  checks: readonly Check[];
  more?: readonly Question[];
}

interface Inspection {
  id: string;
  name: Pair;
  parts: readonly Part[];
  safe: Pair;
  signer: Pair;
  figures?: string;
}

const inspection = ({ id, name, parts, safe, signer, figures }: Inspection): FormTemplate => ({
  id,
  category: 'equipment_check',
  name: words(name),
  source: writtenHere(figures),
  definition: {
    sections: [
      ...parts.map(
        (part): Section => ({
          id: part.id,
          title: words(part.title),
          questions: [...part.checks.map(check), ...(part.more ?? [])],
        }),
      ),
      result(safe, signer),
    ],
  },
});

const WALK: Pair = ['Walk around', 'Vuelta a la máquina'];
const CAB: Pair = ['In the cab', 'En la cabina'];
const LEAKS: Check = ['leaks', 'No leaks under it', 'Sin fugas debajo'];
const EXTINGUISHER: Check = ['extinguisher', 'Fire extinguisher charged', 'Extintor cargado'];
const BELT: Check = ['belt', 'Seat belt works', 'El cinturón de seguridad funciona'];
const HORN: Check = [
  'horn',
  'Horn and backup alarm work',
  'La bocina y la alarma de reversa funcionan',
];
const BRAKES: Check = ['brakes', 'Brakes hold', 'Los frenos detienen la máquina'];
const LIGHTS: Check = ['lights', 'Lights work', 'Las luces funcionan'];
const MIRRORS: Check = [
  'mirrors',
  'Windows, mirrors and camera clean and not cracked',
  'Vidrios, espejos y cámara limpios y sin roturas',
];
const CONTROLS: Check = [
  'controls',
  'All controls move freely and return to neutral',
  'Todos los controles se mueven bien y regresan a neutral',
];
const FLUIDS: Check = [
  'fluids',
  'Oil, coolant, hydraulic fluid and fuel at level',
  'Aceite, refrigerante, hidráulico y combustible a nivel',
];

const INSPECTIONS: readonly Inspection[] = [
  {
    id: 'daily_machine_check',
    name: ['Daily machine check', 'Revisión diaria de la máquina'],
    parts: [
      {
        id: 'walk_around',
        title: WALK,
        checks: [
          LEAKS,
          ['tires', 'Tires or tracks in good condition', 'Llantas u orugas en buen estado'],
          ['guards', 'Guards and covers in place', 'Guardas y cubiertas en su lugar'],
          EXTINGUISHER,
        ],
      },
      { id: 'cab', title: CAB, checks: [BELT, HORN, BRAKES], more: [METER] },
    ],
    safe: SAFE_TO_RUN,
    signer: OPERATOR,
  },
  {
    id: 'pickup_check',
    name: ['Pickup and truck check', 'Revisión de camioneta y camión'],
    parts: [
      {
        id: 'walk_around',
        title: ['Walk around', 'Vuelta al vehículo'],
        checks: [
          LEAKS,
          [
            'tires',
            'Tires: tread, pressure, no cuts; wheel nuts tight',
            'Llantas: dibujo, presión, sin cortes; tuercas apretadas',
          ],
          [
            'lights',
            'Headlights, brake lights and turn signals work',
            'Faros, luces de freno y direccionales funcionan',
          ],
          [
            'windshield',
            'Windshield, wipers and mirrors in good condition',
            'Parabrisas, limpiadores y espejos en buen estado',
          ],
          ['load', 'Load and tools tied down', 'Carga y herramienta amarradas'],
          [
            'hitch',
            'Trailer: hitch, chains, plug and brakes',
            'Remolque: enganche, cadenas, conexión y frenos',
          ],
        ],
      },
      {
        id: 'cab',
        title: ['In the cab', 'En la cabina'],
        checks: [
          BELT,
          ['brakes', 'Brakes and parking brake hold', 'Los frenos y el freno de mano funcionan'],
          ['horn', 'Horn works', 'La bocina funciona'],
          ['steering', 'Steering without play', 'Dirección sin juego'],
          ['warnings', 'No warning lights on the dash', 'Sin luces de aviso en el tablero'],
          [
            'papers',
            'Registration, insurance and first aid kit in the vehicle',
            'Registro, seguro y botiquín en el vehículo',
          ],
        ],
        more: [ODOMETER],
      },
    ],
    safe: ['Is the vehicle safe to drive?', '¿Se puede manejar con seguridad?'],
    signer: ['Driver', 'Chofer'],
  },
  {
    id: 'skid_steer_check',
    name: ['Skid steer check', 'Revisión de minicargador'],
    parts: [
      {
        id: 'walk_around',
        title: WALK,
        checks: [
          LEAKS,
          FLUIDS,
          ['tires', 'Tires or tracks in good condition', 'Llantas u orugas en buen estado'],
          [
            'arms',
            'Lift arms, pins and cylinders without cracks',
            'Brazos, pernos y cilindros sin grietas',
          ],
          [
            'attachment',
            'Attachment locked: both levers or pins down',
            'Aditamento asegurado: las dos palancas o pernos abajo',
          ],
          [
            'cage',
            'Cab, cage and steps clean and undamaged',
            'Cabina, jaula y estribos limpios y sin daño',
          ],
        ],
      },
      {
        id: 'cab',
        title: CAB,
        checks: [
          [
            'belt',
            'Seat belt and lap bar work; nothing moves with the bar up',
            'Cinturón y barra funcionan; nada se mueve con la barra arriba',
          ],
          HORN,
          CONTROLS,
          ['brakes', 'Parking brake holds', 'El freno de estacionamiento sostiene la máquina'],
          LIGHTS,
        ],
        more: [METER],
      },
    ],
    safe: SAFE_TO_RUN,
    signer: OPERATOR,
  },
  {
    id: 'excavator_check',
    name: ['Excavator check', 'Revisión de excavadora'],
    parts: [
      {
        id: 'walk_around',
        title: WALK,
        checks: [
          LEAKS,
          FLUIDS,
          [
            'tracks',
            'Tracks, rollers and sprockets in good condition',
            'Orugas, rodillos y catarinas en buen estado',
          ],
          [
            'boom',
            'Boom, stick, pins and hoses without cracks or leaks',
            'Pluma, brazo, pernos y mangueras sin grietas ni fugas',
          ],
          [
            'coupler',
            'Quick coupler locked and tested on the ground',
            'Acople rápido asegurado y probado en el suelo',
          ],
          [
            'counterweight',
            'Counterweight and covers closed and tight',
            'Contrapeso y tapas cerrados y apretados',
          ],
          EXTINGUISHER,
        ],
      },
      {
        id: 'cab',
        title: CAB,
        checks: [
          BELT,
          HORN,
          CONTROLS,
          MIRRORS,
          [
            'swing',
            'Swing and travel brakes hold',
            'Los frenos de giro y de traslado sostienen la máquina',
          ],
        ],
        more: [METER],
      },
      {
        id: 'site',
        title: ['Where it works', 'Donde trabaja'],
        checks: [
          [
            'lines',
            'Overhead and underground lines known and marked',
            'Líneas aéreas y enterradas conocidas y marcadas',
          ],
          [
            'swing_area',
            'Swing area closed to people on foot',
            'Área de giro cerrada a la gente a pie',
          ],
        ],
      },
    ],
    safe: SAFE_TO_RUN,
    signer: OPERATOR,
  },
  {
    id: 'forklift_check',
    name: ['Forklift and telehandler check', 'Revisión de montacargas y telehandler'],
    parts: [
      {
        id: 'walk_around',
        title: WALK,
        checks: [
          LEAKS,
          FLUIDS,
          [
            'tires',
            'Tires, wheel nuts and axles in good condition',
            'Llantas, tuercas y ejes en buen estado',
          ],
          [
            'forks',
            'Forks without cracks or bends, locks in place',
            'Horquillas sin grietas ni dobleces, seguros puestos',
          ],
          [
            'mast',
            'Mast or boom, chains and hoses in good condition',
            'Mástil o brazo, cadenas y mangueras en buen estado',
          ],
          [
            'plate',
            'Load chart and capacity plate can be read',
            'La tabla de carga y la placa se pueden leer',
          ],
        ],
      },
      {
        id: 'cab',
        title: CAB,
        checks: [
          BELT,
          HORN,
          BRAKES,
          ['steering', 'Steering works in all modes', 'La dirección funciona en todos los modos'],
          CONTROLS,
          MIRRORS,
        ],
        more: [METER],
      },
      {
        id: 'operator',
        title: OPERATOR,
        checks: [
          [
            'trained',
            'Operator trained and evaluated on this kind of machine in the last three years',
            'Operador capacitado y evaluado en este tipo de máquina en los últimos tres años',
          ],
        ],
      },
    ],
    safe: SAFE_TO_RUN,
    signer: OPERATOR,
    figures: '29 CFR 1910.178(l), 1926.602',
  },
  {
    id: 'lift_check',
    name: ['Boom and scissor lift check', 'Revisión de elevador de brazo o tijera'],
    parts: [
      {
        id: 'walk_around',
        title: WALK,
        checks: [
          LEAKS,
          [
            'tires',
            'Tires, wheels and pothole guards in good condition',
            'Llantas, ruedas y guardas contra baches en buen estado',
          ],
          [
            'arms',
            'Arms, pins, hoses and cables without damage',
            'Brazos, pernos, mangueras y cables sin daño',
          ],
          [
            'platform',
            'Platform floor, rails and gate undamaged; gate closes by itself',
            'Piso, barandal y puerta sin daño; la puerta cierra sola',
          ],
          [
            'plates',
            'Manual in the platform box, capacity and wind limit readable',
            'Manual en su caja de la canasta, capacidad y límite de viento legibles',
          ],
          [
            'battery',
            'Battery or fuel enough for the shift',
            'Batería o combustible para el turno',
          ],
        ],
      },
      {
        id: 'functions',
        title: ['Controls', 'Controles'],
        checks: [
          [
            'ground_controls',
            'Ground controls and emergency lowering tested',
            'Controles de abajo y bajada de emergencia probados',
          ],
          [
            'platform_controls',
            'Platform controls and foot switch tested',
            'Controles de la canasta y pedal probados',
          ],
          [
            'stop',
            'Emergency stop works at both places',
            'El paro de emergencia funciona en los dos lugares',
          ],
          [
            'alarms',
            'Tilt and motion alarms work',
            'Las alarmas de inclinación y movimiento funcionan',
          ],
          BRAKES,
        ],
        more: [METER],
      },
      {
        id: 'site',
        title: ['Where it works', 'Donde trabaja'],
        checks: [
          [
            'ground',
            'Ground level and firm: no holes, covers or drop-offs',
            'Piso nivelado y firme: sin huecos, tapas ni bordes',
          ],
          [
            'overhead',
            'Power lines and beams known; at least 10 feet from lines',
            'Líneas y vigas conocidas; a 10 pies o más de las líneas',
          ],
          [
            'harness',
            'Boom lift: harness and anchor point checked',
            'De brazo: arnés y punto de anclaje revisados',
          ],
          ['rescue', 'Somebody on the ground can bring it down', 'Alguien abajo sabe bajarlo'],
        ],
      },
    ],
    safe: SAFE_TO_RUN,
    signer: OPERATOR,
    figures: '29 CFR 1926.453, 1926.1408',
  },
  {
    id: 'lift_plan_check',
    name: ['Crane and rigging check', 'Revisión de grúa y aparejo'],
    parts: [
      {
        id: 'load',
        title: ['Load and crane', 'Carga y grúa'],
        checks: [
          [
            'weight',
            'Weight of the load with rigging known',
            'Peso de la carga con aparejo conocido',
          ],
          [
            'chart',
            'Within the load chart at that radius',
            'Dentro de la tabla de carga en ese radio',
          ],
          [
            'outriggers',
            'Outriggers out, on mats, crane level',
            'Estabilizadores abiertos, sobre placas, grúa nivelada',
          ],
          [
            'crane_inspected',
            'Crane inspected this shift, papers in the cab',
            'Grúa revisada este turno, papeles en la cabina',
          ],
        ],
      },
      {
        id: 'rigging',
        title: ['Rigging', 'Aparejo'],
        checks: [
          [
            'slings',
            'Slings: tag on; no cuts, broken wires, burns or knots',
            'Eslingas: etiqueta, sin cortes, alambres rotos, quemaduras ni nudos',
          ],
          [
            'shackles',
            'Shackles and hooks: pins in, latches closed, not bent',
            'Grilletes y ganchos: pernos puestos, seguros cerrados, sin dobleces',
          ],
          [
            'angles',
            'Sling angles as planned, edges padded',
            'Ángulos de las eslingas según el plan, filos protegidos',
          ],
          ['tag_line', 'Tag line on the load', 'Cuerda guía en la carga'],
        ],
      },
      {
        id: 'people',
        title: ['People and place', 'Gente y lugar'],
        checks: [
          [
            'signal',
            'One signal person named, signals agreed on',
            'Un señalero nombrado, señas acordadas',
          ],
          [
            'zone',
            'Nobody under the load; swing area closed off',
            'Nadie debajo de la carga; área de giro cerrada',
          ],
          [
            'lines',
            'No part comes within 20 feet of a power line, or that lift is planned',
            'Ninguna parte llega a 20 pies de una línea, o ese izaje está planeado',
          ],
          ['wind', 'Wind below the limit', 'Viento debajo del límite'],
        ],
      },
    ],
    safe: ['Can the lift go ahead?', '¿Se puede hacer el izaje?'],
    signer: ['Rigger or lift supervisor', 'Aparejador o encargado del izaje'],
    figures: '29 CFR 1926.251, 1926.1408',
  },
  {
    id: 'ladder_check',
    name: ['Ladder check', 'Revisión de escalera'],
    parts: [
      {
        id: 'ladder',
        title: ['The ladder', 'La escalera'],
        checks: [
          [
            'rails',
            'Rails and rungs without cracks, bends or missing parts',
            'Largueros y peldaños sin grietas, dobleces ni faltantes',
          ],
          [
            'feet',
            'Feet, spreaders, locks and rope in working order',
            'Patas, seguros, trabas y cuerda funcionan',
          ],
          ['clean', 'Free of oil, mud and ice', 'Sin aceite, lodo ni hielo'],
          ['label', 'Duty rating can be read and is enough', 'La capacidad se lee y alcanza'],
        ],
      },
      {
        id: 'setup',
        title: ['How it stands', 'Cómo está puesta'],
        checks: [
          [
            'ground',
            'Firm and level; not on boxes or loose material',
            'Firme y nivelada; no sobre cajas ni material suelto',
          ],
          [
            'angle',
            'One foot out for every four feet up',
            'Un pie hacia afuera por cada cuatro de alto',
          ],
          [
            'reach',
            'At least 3 feet above the landing and tied off',
            'Al menos 3 pies arriba del descanso y amarrada',
          ],
          [
            'doors',
            'Not in front of a door or traffic without a barrier',
            'No frente a puerta o tráfico sin barrera',
          ],
          [
            'power',
            'Away from power lines; no metal near electricity',
            'Lejos de líneas eléctricas; nada de metal junto a electricidad',
          ],
        ],
      },
    ],
    safe: SAFE_TO_USE,
    signer: ['Checked by', 'Revisó'],
    figures: '29 CFR 1926.1053',
  },
  {
    id: 'scaffold_check',
    name: ['Scaffold inspection before the shift', 'Revisión de andamio antes del turno'],
    parts: [
      {
        id: 'base',
        title: ['Base and frame', 'Base y estructura'],
        checks: [
          [
            'sills',
            'Base plates on mud sills, ground firm',
            'Placas base sobre tablones, terreno firme',
          ],
          ['plumb', 'Plumb, level and fully braced', 'A plomo, nivelado y con todas las crucetas'],
          [
            'ties',
            'Tied to the building where it has to be',
            'Amarrado al edificio donde corresponde',
          ],
          ['parts', 'Frames, couplers and pins without damage', 'Marcos, coples y pernos sin daño'],
        ],
      },
      {
        id: 'platform',
        title: ['Platform', 'Plataforma'],
        checks: [
          [
            'planks',
            'Fully planked, planks sound and secured',
            'Plataforma completa, tablones buenos y fijos',
          ],
          [
            'rails',
            'Guardrails on all open sides above 10 feet',
            'Barandal en todos los lados abiertos a más de 10 pies',
          ],
          [
            'toe_boards',
            'Toe boards or area below closed off',
            'Rodapiés, o área de abajo cerrada',
          ],
          ['access', 'Ladder or stair for access', 'Escalera para subir'],
          [
            'load',
            'Not overloaded; clear of snow, ice and scrap',
            'Sin sobrecarga; sin nieve, hielo ni basura',
          ],
          ['lines', 'Clear of power lines', 'Lejos de líneas eléctricas'],
        ],
      },
    ],
    safe: SAFE_TO_USE,
    signer: COMPETENT,
    figures: '29 CFR 1926.451',
  },
  {
    id: 'generator_check',
    name: ['Generator check', 'Revisión de generador'],
    parts: [
      {
        id: 'place',
        title: ['Place', 'Lugar'],
        checks: [
          [
            'outside',
            'Outside, away from doors, windows and air intakes',
            'Afuera, lejos de puertas, ventanas y tomas de aire',
          ],
          [
            'dry',
            'On dry, level ground, covered from rain',
            'En piso seco y nivelado, protegido de la lluvia',
          ],
          EXTINGUISHER,
          [
            'fuel',
            'Fuel in approved cans, away from the engine',
            'Combustible en botes aprobados, lejos del motor',
          ],
        ],
      },
      {
        id: 'generator',
        title: ['Generator', 'Generador'],
        checks: [
          LEAKS,
          ['oil', 'Oil and coolant at level', 'Aceite y refrigerante a nivel'],
          [
            'outlets',
            'Outlets and covers not broken, GFCI trips on test',
            'Contactos y tapas sin roturas, el GFCI dispara al probarlo',
          ],
          [
            'cords',
            'Cords heavy-duty, undamaged, with ground pin',
            'Extensiones de uso rudo, sin daño, con tierra',
          ],
          [
            'grounding',
            'Grounded as the manufacturer says; never back-feeds a building',
            'Puesta a tierra según el fabricante; nunca conectado al tablero de un edificio',
          ],
          ['exhaust', 'Exhaust and guards in place', 'Escape y guardas en su lugar'],
        ],
        more: [METER],
      },
    ],
    safe: SAFE_TO_USE,
    signer: ['Checked by', 'Revisó'],
  },
  {
    id: 'trench_check',
    name: ['Trench and excavation daily inspection', 'Revisión diaria de zanja y excavación'],
    parts: [
      {
        id: 'soil',
        title: ['Soil and place', 'Suelo y lugar'],
        checks: [
          ['utilities', 'Utilities marked and supported', 'Servicios marcados y sostenidos'],
          [
            'soil_type',
            'Soil type known; no cracks, bulges or seeping water',
            'Tipo de suelo conocido; sin grietas, abombamientos ni filtración',
          ],
          [
            'spoil',
            'Spoil and machines at least 2 feet from the edge',
            'Tierra y máquinas al menos a 2 pies del borde',
          ],
          [
            'traffic',
            'Traffic and vibration kept away, edges barricaded',
            'Tráfico y vibración lejos, bordes con barricada',
          ],
          [
            'water',
            'Water pumped out, surface water kept away',
            'Agua bombeada, agua de lluvia desviada',
          ],
        ],
        more: [
          {
            id: 'depth',
            kind: 'number',
            label: { en: 'Deepest point', es: 'Profundidad máxima' },
            unit: { en: 'feet', es: 'pies' },
            required: true,
          },
          {
            id: 'protection',
            kind: 'choice',
            label: { en: 'Protective system', es: 'Sistema de protección' },
            help: {
              en: 'From 5 feet deep one is needed, unless it is all stable rock.',
              es: 'Desde 5 pies de profundidad se necesita uno, salvo que todo sea roca estable.',
            },
            required: true,
            choices: [
              { id: 'slope', label: { en: 'Sloped or benched', es: 'Talud o escalonado' } },
              { id: 'shore', label: { en: 'Shoring', es: 'Apuntalamiento' } },
              { id: 'shield', label: { en: 'Trench box', es: 'Caja de zanja' } },
              { id: 'rock', label: { en: 'Stable rock', es: 'Roca estable' } },
              {
                id: 'shallow',
                label: { en: 'Under 5 feet, none needed', es: 'Menos de 5 pies, no se necesita' },
              },
              { id: 'none', label: { en: 'None', es: 'Ninguno' } },
            ],
            fails: ['none'],
          },
        ],
      },
      {
        id: 'people',
        title: ['People', 'Gente'],
        checks: [
          [
            'exit',
            'From 4 feet deep: ladder or ramp within 25 feet of everyone',
            'Desde 4 pies: escalera o rampa a no más de 25 pies de cada uno',
          ],
          [
            'box',
            'Box or shoring installed as its data sheet says, nobody outside it',
            'Caja o puntales instalados según su ficha, nadie fuera de la protección',
          ],
          [
            'air',
            'Air tested below 4 feet where it could be bad',
            'Aire probado donde pueda ser malo, a más de 4 pies',
          ],
          ['loads', 'Nobody under loads or buckets', 'Nadie debajo de cargas o cucharones'],
          [
            'rescue',
            'Emergency number and rescue known',
            'Número de emergencia y rescate conocidos',
          ],
        ],
      },
    ],
    safe: ['Can people work in it?', '¿Puede entrar gente a trabajar?'],
    signer: COMPETENT,
    figures: '29 CFR 1926.651, 1926.652',
  },
];

export const EQUIPMENT_CHECKS: readonly FormTemplate[] = INSPECTIONS.map(inspection);

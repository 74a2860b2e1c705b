import { type Talk, toolboxTalk } from '@/features/forms/templates/toolbox-talk';

/** Weeks 27 to 39: summer. */
const TALKS: readonly Talk[] = [
  {
    id: 'heat_emergency',
    name: ['Heat: know the signs', 'Calor: conoce las señales'],
    points: [
      [
        'Heat exhaustion: heavy sweating, headache, dizziness, nausea, weakness. Shade, water, cool the skin, and somebody stays with the person.',
        'Agotamiento por calor: mucho sudor, dolor de cabeza, mareo, náusea, debilidad. Sombra, agua, enfría la piel, y alguien se queda con la persona.',
      ],
      [
        'Heat stroke: confusion, slurred speech, fainting, very hot skin, wet or dry. That is an emergency.',
        'Golpe de calor: confusión, hablar enredado, desmayo, piel muy caliente, mojada o seca. Es una emergencia.',
      ],
      [
        'Call 911. Say the address of the site and send somebody to the gate.',
        'Llama al 911. Di la dirección de la obra y manda a alguien a la entrada.',
      ],
      [
        'Cool first: ice, cold water, wet towels all over the body, moving air. Do not wait for the ambulance.',
        'Primero enfría: hielo, agua fría, toallas mojadas en todo el cuerpo, aire. No esperes a la ambulancia.',
      ],
      [
        'Nothing to drink for somebody who is confused or not awake.',
        'No des de beber a quien está confundido o inconsciente.',
      ],
      [
        'Watch each other. The person with heat stroke does not know it.',
        'Cuídense entre todos. Quien tiene un golpe de calor no se da cuenta.',
      ],
    ],
    ask: [
      'Do we have ice or cold water, and does everyone know whom to call?',
      '¿Tenemos hielo o agua fría y todos saben a quién llamar?',
    ],
  },
  {
    id: 'power_tools',
    name: ['Power tools', 'Herramienta eléctrica'],
    points: [
      [
        'Guards stay on. A grinder or saw without its guard is out of service.',
        'Las guardas se quedan puestas. Un esmeril o sierra sin guarda está fuera de servicio.',
      ],
      [
        'Unplug or take out the battery before you change a blade, clear a jam or hand it on.',
        'Desconecta o quita la batería antes de cambiar la hoja, destrabar o pasarla a otro.',
      ],
      [
        'The wheel or blade fits the tool and its speed. A dropped wheel is thrown away.',
        'El disco o la hoja es para esa herramienta y su velocidad. Un disco que se cayó se tira.',
      ],
      [
        'Clamp the work. Two hands on the tool, feet firm, nothing loose that can be pulled in.',
        'Sujeta la pieza. Dos manos en la herramienta, pies firmes, nada suelto que se pueda enredar.',
      ],
      [
        'Stand beside the line of the cut: kickback comes straight at you.',
        'Párate a un lado de la línea de corte: el rebote viene derecho a ti.',
      ],
      [
        'Glasses, hearing protection and a dust mask or vacuum as the work needs.',
        'Lentes, protección de oídos y mascarilla o aspiradora según el trabajo.',
      ],
    ],
    ask: [
      'Do all tools we use today have their guards?',
      '¿Tienen su guarda todas las herramientas que usamos hoy?',
    ],
    figures: '29 CFR 1926.300',
  },
  {
    id: 'silica',
    name: ['Silica dust', 'Polvo de sílice'],
    points: [
      [
        'Cutting, grinding, drilling or sweeping concrete, brick, block, stone and mortar makes dust too fine to see. It scars the lungs for good.',
        'Cortar, esmerilar, taladrar o barrer concreto, ladrillo, bloque, piedra y mortero hace un polvo que no se ve. Daña los pulmones para siempre.',
      ],
      [
        'Keep it down where it starts: water on the blade, or a shroud with a HEPA vacuum.',
        'Contrólalo donde nace: agua en la hoja, o capucha con aspiradora HEPA.',
      ],
      [
        'Use the tool the way the table in the rule and our plan say; they also say if you need a respirator, and for how long.',
        'Usa la herramienta como dicen la tabla de la norma y nuestro plan; ahí dice si necesitas respirador y por cuánto tiempo.',
      ],
      [
        'No dry sweeping and no compressed air on clothes. Wet it or vacuum it.',
        'Nada de barrer en seco ni aire comprimido en la ropa. Moja o aspira.',
      ],
      [
        'Keep others out of the cloud, and stand upwind.',
        'Que los demás no estén en la nube, y párate de donde viene el viento.',
      ],
      [
        'Wash hands and face before you eat; do not take the dust home.',
        'Lávate manos y cara antes de comer; no te lleves el polvo a casa.',
      ],
    ],
    ask: [
      'Do we have water or vacuums for all dusty work today?',
      '¿Tenemos agua o aspiradora para todo el trabajo con polvo de hoy?',
    ],
    figures: '29 CFR 1926.1153',
  },
  {
    id: 'wet_concrete',
    name: ['Wet concrete burns', 'El concreto fresco quema'],
    points: [
      [
        'Wet cement is caustic, like lye. It burns slowly; by the time you feel it, it is too late.',
        'El cemento fresco es cáustico, como la sosa. Quema despacio; lo sientes cuando ya es tarde.',
      ],
      [
        'Waterproof gloves and boots, long sleeves, pants outside the boots, goggles where it splashes.',
        'Guantes y botas impermeables, manga larga y pantalón por fuera de la bota, goggles si salpica.',
      ],
      [
        'Never kneel in it. Use boards or knee pads that keep water out.',
        'Nunca te hinques en él. Usa tablas o rodilleras que no dejen pasar agua.',
      ],
      [
        'Take wet clothes off at once. Rinse the skin with plenty of clean water.',
        'La ropa mojada se quita de inmediato. Enjuaga la piel con mucha agua limpia.',
      ],
      [
        'In the eye: rinse for 15 minutes and go to the doctor.',
        'En el ojo: enjuaga 15 minutos y ve al doctor.',
      ],
      [
        'At the pump: keep away from the hose end when it starts or clears; it whips.',
        'En la bomba: aléjate de la punta de la manguera al arrancar o destapar; da latigazos.',
      ],
    ],
    ask: [
      'Is there clean water for rinsing where we pour?',
      '¿Hay agua limpia para enjuagarse donde colamos?',
    ],
  },
  {
    id: 'rebar',
    name: ['Rebar and impalement', 'Varilla y empalamiento'],
    points: [
      [
        'Rebar, stakes and conduit that stick up can go through a person who falls on them.',
        'La varilla, las estacas y los tubos que salen pueden atravesar a quien cae encima.',
      ],
      [
        'Everything a person could fall on is capped, bent over or covered with a board.',
        'Todo lo que esté debajo de una posible caída lleva tapón, se dobla o se cubre con madera.',
      ],
      [
        'The small plastic caps stop scratches. Where people work above, use caps with steel inside or a trough made for impalement.',
        'Los tapones chicos evitan rasguños. Donde se trabaja arriba, usa tapones con acero o canaleta hecha para empalamiento.',
      ],
      [
        'If a cap gets knocked off, put it back. Carry some in your pocket.',
        'Si se cae un tapón, ponlo de nuevo. Trae unos en el bolsillo.',
      ],
      [
        'Walk on planks, not on the mat. Watch your ankles.',
        'Camina sobre tablones, no sobre la parrilla. Cuida los tobillos.',
      ],
      [
        'Bend tie wire ends down and wear gloves.',
        'Dobla hacia abajo las puntas del alambre y usa guantes.',
      ],
    ],
    ask: [
      'Is all rebar that sticks up capped or covered?',
      '¿Está tapada o cubierta toda la varilla que sale?',
    ],
    figures: '29 CFR 1926.701(b)',
  },
  {
    id: 'rigging',
    name: ['Rigging', 'Aparejos e izaje'],
    points: [
      [
        'Check slings, shackles and hooks before every use: tag, cuts, broken wires, bent hooks, missing latches. Without a tag it is not used.',
        'Revisa eslingas, grilletes y ganchos antes de cada uso: etiqueta, cortes, alambres rotos, ganchos doblados, seguros. Sin etiqueta no se usa.',
      ],
      ['Know the weight. Never lift on a guess.', 'Conoce el peso. No se iza al tanteo.'],
      [
        'Flat angles multiply the force: at 30 degrees each leg carries as much as the whole load.',
        'Los ángulos bajos multiplican la fuerza: a 30 grados cada ramal lleva lo mismo que toda la carga.',
      ],
      [
        'Pad sharp edges. No knots in slings, no load on the tip of a hook.',
        'Protege los filos. Sin nudos en las eslingas, sin cargar la punta del gancho.',
      ],
      [
        'Tag line on the load, hands off it, and never under it.',
        'Cuerda guía en la carga, sin manos encima, y nunca debajo.',
      ],
      [
        'Lift a few inches, stop, look, then go on.',
        'Levanta unas pulgadas, para, revisa, y luego sigue.',
      ],
    ],
    ask: [
      'Was all of today’s rigging inspected, tags included?',
      '¿Se revisó todo el aparejo de hoy, con sus etiquetas?',
    ],
    figures: '29 CFR 1926.251',
  },
  {
    id: 'suspended_loads',
    name: ['Cranes and suspended loads', 'Grúas y cargas suspendidas'],
    points: [
      [
        'Nobody stands or walks under a load, and nobody lifts over people.',
        'Nadie se para ni pasa debajo de una carga, y nadie iza sobre la gente.',
      ],
      [
        'One signal person, signals agreed on, by hand or radio. Anybody may signal stop.',
        'Un solo señalero, señas acordadas, a mano o por radio. Cualquiera puede dar alto.',
      ],
      [
        'Ground firm and level, outriggers fully out on mats.',
        'Terreno firme y nivelado, estabilizadores abiertos por completo sobre placas.',
      ],
      ['Barricade the swing of the counterweight.', 'Pon barricada en el giro del contrapeso.'],
      [
        'Know the load chart at that radius, and the wind limit.',
        'Conoce la tabla de carga en ese radio, y el límite de viento.',
      ],
      [
        'The operator may refuse a lift. Nobody argues with that.',
        'El operador puede negarse a un izaje. Eso no se discute.',
      ],
    ],
    ask: [
      'Is the lifting area closed off and the signal person named?',
      '¿Está cerrada el área de izaje y nombrado el señalero?',
    ],
    figures: '29 CFR 1926.1419, 1926.1425',
  },
  {
    id: 'aerial_lifts',
    name: ['Boom and scissor lifts', 'Elevadores de brazo y de tijera'],
    points: [
      [
        'Only trained people run it. Walk around it and try all controls, the ground controls too, before you go up.',
        'Solo lo maneja gente capacitada. Dale la vuelta y prueba todos los controles, también los de abajo, antes de subir.',
      ],
      [
        'In a boom lift: harness, tied to the point in the basket, from the moment it moves. Not to a pole or beam next to you.',
        'En el de brazo: arnés amarrado al punto de la canasta desde que se mueve. No a un poste o viga de al lado.',
      ],
      [
        'In a scissor lift: gate closed, feet on the floor, no ladder or bucket to get higher.',
        'En el de tijera: puerta cerrada, pies en el piso, sin escalera ni balde para llegar más alto.',
      ],
      [
        'Look at the ground: holes, slopes, drop-offs, covers. And up: lines, beams, where your head would be squeezed.',
        'Mira el piso: huecos, pendientes, bordes, tapas. Y arriba: líneas, vigas, donde tu cabeza quedaría prensada.',
      ],
      [
        'Wind above the limit on the plate: come down.',
        'Viento arriba del límite de la placa: baja.',
      ],
      [
        'Somebody on the ground knows how to bring it down in an emergency.',
        'Alguien abajo sabe cómo bajarlo en una emergencia.',
      ],
    ],
    ask: [
      'Does somebody on the ground know how to lower each lift?',
      '¿Alguien abajo sabe bajar cada elevador?',
    ],
    figures: '29 CFR 1926.453',
  },
  {
    id: 'forklifts',
    name: ['Forklifts and telehandlers', 'Montacargas y telehandlers'],
    points: [
      [
        'Only people trained and evaluated on this kind of machine run it; evaluated again at least every three years.',
        'Solo lo maneja quien fue capacitado y evaluado en ese tipo de máquina; se evalúa de nuevo al menos cada tres años.',
      ],
      [
        'Seat belt on. If it tips: stay in, hold on, lean away from the fall.',
        'Cinturón puesto. Si se voltea: quédate adentro, agárrate, inclínate al lado contrario.',
      ],
      [
        'Forks low, load against the back, mast tilted back. On a slope the load points uphill.',
        'Horquillas bajas, carga pegada al respaldo, mástil hacia atrás. En pendiente la carga va hacia arriba.',
      ],
      [
        'Know the load chart: a load it lifts up close can tip it over far out.',
        'Conoce la tabla de carga: lo que levanta de cerca lo puede voltear con el brazo extendido.',
      ],
      [
        'Cannot see over the load? Drive backward or with a spotter.',
        '¿No ves por encima de la carga? Maneja en reversa o con señalero.',
      ],
      [
        'Nobody rides the forks. A work platform only if it is made and approved for that machine.',
        'Nadie se sube a las horquillas. Plataforma solo si está hecha y aprobada para esa máquina.',
      ],
    ],
    ask: [
      'Is everyone who drives today trained on that machine?',
      '¿Están capacitados en esa máquina todos los que manejan hoy?',
    ],
    figures: '29 CFR 1910.178(l), 1926.602',
  },
  {
    id: 'fatigue',
    name: ['Tired people get hurt', 'El cansancio lastima'],
    points: [
      [
        'Being awake for 17 hours slows you about as much as two beers.',
        'Estar despierto 17 horas te hace tan lento como unas dos cervezas.',
      ],
      [
        'Long days, heat, a second job and bad sleep add up. The worst hours are early morning and after lunch.',
        'Días largos, calor, otro trabajo y mal sueño se suman. Las peores horas son temprano y después de comer.',
      ],
      [
        'Signs: you read a line twice, miss a turn, drop things, snap at people.',
        'Señales: lees dos veces lo mismo, te pasas una vuelta, se te caen cosas, te enojas.',
      ],
      [
        'Take your breaks. Drink water, eat something, walk.',
        'Toma tus descansos. Bebe agua, come algo, camina.',
      ],
      [
        'Do the most dangerous work when you are fresh.',
        'Haz lo más peligroso cuando estés descansado.',
      ],
      [
        'Say it before you climb or drive. We change the work; nobody is blamed.',
        'Dilo antes de subir o manejar. Cambiamos la tarea; nadie te culpa.',
      ],
    ],
    ask: [
      'Is everyone rested enough for today’s work?',
      '¿Están todos descansados para el trabajo de hoy?',
    ],
  },
  {
    id: 'confined_spaces',
    name: ['Confined spaces', 'Espacios confinados'],
    points: [
      [
        'A manhole, tank, vault, crawl space or pit can look fine and have no air in it.',
        'Un registro, tanque, bóveda, sótano bajo o fosa se puede ver bien y no tener aire.',
      ],
      [
        'Nobody goes in until the competent person has said what kind of space it is and, where one is needed, the permit is signed.',
        'Nadie entra hasta que la persona competente diga qué tipo de espacio es y, si lo requiere, esté firmado el permiso.',
      ],
      [
        'Test the air before and during: oxygen, then what burns, then what poisons, at the top, the middle and the bottom.',
        'Prueba el aire antes y durante: oxígeno, luego gases que explotan, luego tóxicos, arriba, en medio y abajo.',
      ],
      [
        'Ventilate, lock out what can flow in or start, and keep engines away from the opening.',
        'Ventila, bloquea lo que pueda entrar o arrancar, y aleja los motores de la entrada.',
      ],
      [
        'An attendant stays outside, counts, talks, and does nothing else.',
        'Un vigilante se queda afuera, cuenta, habla, y no hace otra cosa.',
      ],
      [
        'If somebody goes down, do not follow. Call the rescue team and use the line from outside.',
        'Si alguien cae, no entres. Llama al equipo de rescate y usa la línea desde afuera.',
      ],
    ],
    ask: [
      'Is every confined space here identified, tested and closed to anyone without a permit?',
      '¿Está cada espacio confinado de aquí identificado, probado y cerrado a quien no tiene permiso?',
    ],
    figures: '29 CFR 1926.1203, 1926.1204',
  },
  {
    id: 'chemicals',
    name: ['Labels and chemicals', 'Etiquetas y químicos'],
    points: [
      [
        'Every can and bottle has a label: what it is, a picture of the danger, what to do. Even the bottle you filled yourself.',
        'Todo bote y botella lleva etiqueta: qué es, el dibujo del peligro, qué hacer. Hasta la botella que llenaste tú.',
      ],
      [
        'The safety data sheet says how to protect yourself and what first aid to give. Know where ours are.',
        'La hoja de datos de seguridad dice cómo protegerte y los primeros auxilios. Debes saber dónde están las nuestras.',
      ],
      [
        'Never put chemicals into a drink bottle, and never mix cleaners.',
        'Nunca pongas químicos en una botella de bebida, y nunca mezcles limpiadores.',
      ],
      [
        'Solvents, glue and fuel: fresh air, no flame, no smoking.',
        'Solventes, pegamento y combustible: aire fresco, sin flama, sin fumar.',
      ],
      [
        'On the skin: take off the clothes and rinse. Swallowed: call Poison Control, 1-800-222-1222.',
        'En la piel: quítate la ropa y enjuaga. Si lo tragaste: llama a Control de Envenenamiento, 1-800-222-1222.',
      ],
      [
        'A spill: tell others, keep it from the drain, then clean it up with the right gloves.',
        'Un derrame: avisa, que no llegue al drenaje, y limpia con los guantes correctos.',
      ],
    ],
    ask: [
      'Are all containers on site labeled?',
      '¿Están etiquetados todos los envases de la obra?',
    ],
  },
  {
    id: 'fire',
    name: ['Fire and extinguishers', 'Fuego y extintores'],
    points: [
      [
        'Fire needs fuel, air and heat. Keep scrap, paper and gas cans away from anything hot.',
        'El fuego necesita combustible, aire y calor. Aleja la basura, el papel y los botes de gasolina de lo caliente.',
      ],
      [
        'Gas only in approved safety cans, marked. Shut the engine off and let it cool before filling.',
        'Gasolina solo en botes de seguridad aprobados y marcados. Apaga el motor y deja enfriar antes de llenar.',
      ],
      [
        'There is an extinguisher within 100 feet, charged, in plain sight, not behind material.',
        'Hay un extintor a no más de 100 pies, cargado, a la vista, no detrás del material.',
      ],
      [
        'PASS: pull the pin, aim at the base, squeeze, sweep.',
        'Jala el seguro, apunta a la base, aprieta y barre de lado a lado.',
      ],
      [
        'Only a small fire, with the way out behind you, and after somebody called 911.',
        'Solo un fuego pequeño, con la salida a tu espalda, y después de que alguien llamó al 911.',
      ],
      [
        'Smoke only where it is allowed, and put it out in sand or water.',
        'Fuma solo donde se permite, y apaga en arena o agua.',
      ],
    ],
    ask: [
      'Are the extinguishers charged and easy to reach?',
      '¿Están los extintores cargados y al alcance?',
    ],
    figures: '29 CFR 1926.150',
  },
];

export const TOOLBOX_TALKS_3 = TALKS.map(toolboxTalk);

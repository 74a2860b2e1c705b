import { type Talk, toolboxTalk } from '@/features/forms/templates/toolbox-talk';

/** Weeks 40 to 52: fall and the end of the year. */
const TALKS: readonly Talk[] = [
  {
    id: 'hot_work',
    name: ['Hot work', 'Trabajo en caliente'],
    points: [
      [
        'Welding, cutting, grinding and torches throw sparks farther than you think, and through cracks to the floor below.',
        'Soldar, cortar, esmerilar y el soplete avientan chispas más lejos de lo que crees, y por las grietas al piso de abajo.',
      ],
      [
        'Get the permit. Move anything that burns 35 feet away, or cover it with fire blankets.',
        'Saca el permiso. Aleja 35 pies lo que se quema, o cúbrelo con mantas ignífugas.',
      ],
      [
        'An extinguisher within reach and a fire watch who does nothing else, for at least half an hour after the last spark.',
        'Un extintor a la mano y un vigía de fuego que no haga otra cosa, por lo menos media hora después de la última chispa.',
      ],
      [
        'Cylinders upright, chained, caps on when they move; oxygen and fuel gas stored apart.',
        'Cilindros parados, encadenados, con tapa al moverlos; oxígeno y gas guardados aparte.',
      ],
      [
        'Check hoses, regulators and flashback arrestors. Test for leaks with soapy water, not a flame.',
        'Revisa mangueras, reguladores y arrestaflamas. Busca fugas con agua y jabón, no con flama.',
      ],
      [
        'Welding shade, gloves, leathers, and screens to protect the eyes of others.',
        'Careta, guantes, ropa de cuero, y pantallas que protejan los ojos de los demás.',
      ],
    ],
    ask: [
      'Is there a permit and a fire watch for all hot work today?',
      '¿Hay permiso y vigía para todo el trabajo en caliente de hoy?',
    ],
    figures: '29 CFR 1926.352, 1910.252(a)',
  },
  {
    id: 'noise',
    name: ['Noise', 'Ruido'],
    points: [
      [
        'If you have to shout at arm’s length, it is loud enough to take your hearing. It does not come back.',
        'Si tienes que gritar a un brazo de distancia, hay ruido para dejarte sordo. El oído no se recupera.',
      ],
      [
        'The limit for eight hours is 90 decibels; five more halve the time. A demolition saw is over 100.',
        'El límite por ocho horas es 90 decibeles; cinco más reducen el tiempo a la mitad. Una cortadora pasa de 100.',
      ],
      [
        'Quieter first: another blade, distance, a wall, less time.',
        'Primero menos ruido: otra hoja, distancia, una barrera, menos tiempo.',
      ],
      [
        'Roll plugs thin, pull the ear up and back, hold until they fill it. Clean hands.',
        'Enrolla el tapón delgado, jala la oreja arriba y atrás, sostén hasta que llene. Manos limpias.',
      ],
      [
        'Very loud work: plugs and muffs together.',
        'Trabajo muy ruidoso: tapones y orejeras juntos.',
      ],
      [
        'Ringing in the evening is a warning. Tell us.',
        'Si en la noche te zumban los oídos, es un aviso. Dilo.',
      ],
    ],
    ask: [
      'Does everyone in loud work have hearing protection?',
      '¿Tienen protección todos los que trabajan con ruido?',
    ],
    figures: '29 CFR 1926.52',
  },
  {
    id: 'lockout',
    name: ['Lockout', 'Bloqueo y etiquetado'],
    points: [
      [
        'Turning it off is not enough. Somebody else can turn it on while your hands are inside.',
        'Apagado no basta. Otro lo puede prender mientras tienes las manos adentro.',
      ],
      [
        'Find every source: electric, air, water, hydraulic, gravity, springs, and stored charge.',
        'Encuentra toda la energía: eléctrica, aire, agua, hidráulica, gravedad, resortes y carga guardada.',
      ],
      [
        'Shut it off, lock it, tag it with your name. One person, one lock, one key.',
        'Apágalo, ponle candado y etiqueta con tu nombre. Una persona, un candado, una llave.',
      ],
      [
        'Bleed pressure, block what can drop, discharge what is stored.',
        'Suelta la presión, calza lo que se puede caer, descarga lo guardado.',
      ],
      [
        'Try it: test with a meter you just checked, press start. Only then work.',
        'Compruébalo: mide con un probador que acabas de revisar, presiona arranque. Solo entonces trabaja.',
      ],
      [
        'Only the person who put the lock on takes it off.',
        'El candado solo lo quita quien lo puso.',
      ],
    ],
    ask: [
      'Is everything we repair or wire today locked and tagged?',
      '¿Está bloqueado y etiquetado todo lo que reparamos o cableamos hoy?',
    ],
    figures: '29 CFR 1926.417',
  },
  {
    id: 'work_zones',
    name: ['Working beside traffic', 'Trabajar junto al tráfico'],
    points: [
      [
        'Drivers look at their phones. Cones stop nobody; barriers and distance do.',
        'Los que manejan van viendo el teléfono. Los conos no paran a nadie; las barreras y la distancia sí.',
      ],
      [
        'Signs, taper and cones as the plan shows, before anyone gets out of the truck.',
        'Señales, transición y conos según el plano, antes de que alguien baje del camión.',
      ],
      [
        'Class 2 or 3 vest, at night class 3 and lights.',
        'Chaleco clase 2 o 3; de noche clase 3 y luces.',
      ],
      [
        'Face the traffic, or have somebody who does. Know where you would jump.',
        'De frente al tráfico, o que alguien lo vigile. Piensa a dónde saltarías.',
      ],
      [
        'Flaggers are trained, stand on the shoulder, never in the lane, with a way out.',
        'Los banderilleros están capacitados, se paran en el acotamiento, nunca en el carril, con salida.',
      ],
      [
        'Trucks enter and leave with the traffic, at the marked place.',
        'Los camiones entran y salen en el sentido del tráfico, en el lugar marcado.',
      ],
    ],
    ask: [
      'Are the signs and cones set up as the plan shows?',
      '¿Están las señales y los conos como dice el plano?',
    ],
  },
  {
    id: 'darkness',
    name: ['Short days and light', 'Días cortos y luz'],
    points: [
      [
        'When the clocks change, we start or end in the dark. Falls and backing accidents go up.',
        'Con el cambio de hora, empezamos o terminamos a oscuras. Suben las caídas y los accidentes de reversa.',
      ],
      [
        'Light the walkways, stairs and ladders first, then the work.',
        'Ilumina primero los pasos, las escaleras y los accesos, luego el trabajo.',
      ],
      [
        'Bulbs have guards, cords hang out of the way, and nobody hangs lights by the cord unless it is made for it.',
        'Los focos llevan guarda, los cables van fuera del paso, y nadie cuelga luces del cable si no están hechas para eso.',
      ],
      [
        'Lamp on the hard hat, reflective vest, clean windows and lights on machines.',
        'Lámpara en el casco, chaleco reflejante, vidrios limpios y luces en las máquinas.',
      ],
      [
        'Mark holes and edges so that they can be seen in the dark.',
        'Marca huecos y bordes para que se vean a oscuras.',
      ],
      [
        'Allow five more minutes for the drive: deer, rain, low sun.',
        'Sal cinco minutos antes: venados, lluvia, sol bajo.',
      ],
    ],
    ask: [
      'Are all walkways lit at the start and the end of the shift?',
      '¿Están iluminados todos los pasos al empezar y al terminar?',
    ],
  },
  {
    id: 'nail_guns',
    name: ['Nail guns and powder tools', 'Pistolas de clavos y de pólvora'],
    points: [
      [
        'Use the sequential trigger: one pull, one nail. A contact trigger doubles the injuries.',
        'Usa el gatillo secuencial: un jalón, un clavo. El de contacto duplica las lesiones.',
      ],
      [
        'Finger off the trigger when you walk or climb. Never point it at anybody, empty or not.',
        'El dedo fuera del gatillo al caminar o subir. Nunca apuntes a nadie, esté cargada o no.',
      ],
      [
        'Hand at least a foot from where the nail goes in. Watch knots, metal and edges.',
        'La mano al menos a un pie de donde entra el clavo. Cuidado con nudos, metal y orillas.',
      ],
      [
        'Take the air or battery off before you clear a jam.',
        'Quita el aire o la batería antes de destrabar.',
      ],
      [
        'Powder-actuated tools: only with the operator card, glasses and hearing protection; test the base, and never into hollow block or near an edge.',
        'Herramienta de pólvora: solo con tarjeta de operador, lentes y protección de oídos; prueba la base, y nunca en bloque hueco ni cerca de la orilla.',
      ],
      [
        'Misfire: hold it against the work as the manual says, then put the load into water.',
        'Si no dispara: mantenla contra la pieza como dice el manual y luego pon el cartucho en agua.',
      ],
    ],
    ask: [
      'Is everyone who uses these tools today trained on them?',
      '¿Está capacitado todo el que usa hoy estas herramientas?',
    ],
    figures: '29 CFR 1926.302(e)',
  },
  {
    id: 'walls_and_forms',
    name: ['Walls, forms and wind', 'Muros, cimbras y viento'],
    points: [
      [
        'A fresh wall has no strength. A gust can throw it on you.',
        'Un muro nuevo no tiene fuerza. Una racha te lo puede echar encima.',
      ],
      [
        'A masonry wall over 8 feet is braced until the building supports it.',
        'El muro de más de 8 pies se apuntala hasta que el edificio lo sostenga.',
      ],
      [
        'Keep the limited access zone clear: as wide as the wall is high, plus 4 feet, on the side without scaffold.',
        'Deja libre la zona de acceso limitado: la altura del muro más 4 pies, del lado sin andamio.',
      ],
      [
        'Forms and shores are set as drawn, checked before and during the pour. Nobody underneath.',
        'La cimbra y los puntales van como en el plano, revisados antes y durante el colado. Nadie abajo.',
      ],
      [
        'Do not strip forms until the person in charge says the concrete holds.',
        'No descimbres hasta que el encargado diga que el concreto aguanta.',
      ],
      [
        'Tilt-up and framed walls: braces before the crane or the hands let go.',
        'Muros prefabricados y de madera: los puntales antes de soltar la grúa o las manos.',
      ],
    ],
    ask: [
      'Are all fresh walls braced and the zones closed off?',
      '¿Están apuntalados los muros nuevos y cerradas las zonas?',
    ],
    figures: '29 CFR 1926.703, 1926.706',
  },
  {
    id: 'old_buildings',
    name: ['Old buildings: asbestos and lead', 'Edificios viejos: asbesto y plomo'],
    points: [
      [
        'Before demolition or remodeling, ask for the survey. What was not tested is treated as if it had asbestos or lead.',
        'Antes de demoler o remodelar, pide el estudio. Lo que no se probó se trata como si tuviera asbesto o plomo.',
      ],
      [
        'Asbestos hides in floor tile, pipe wrap, siding, roofing, joint compound. Do not break, drill or sweep it.',
        'El asbesto se esconde en loseta, forro de tubos, fachada, techo, pasta. No lo rompas, taladres ni barras.',
      ],
      [
        'Paint in houses from before 1978 can have lead. Dry sanding and torches make it worse.',
        'La pintura de casas de antes de 1978 puede tener plomo. Lijar en seco o usar soplete lo empeora.',
      ],
      [
        'Only trained crews take it out, with the right respirator and suit, in a closed-off area.',
        'Solo lo quitan cuadrillas capacitadas, con respirador, traje y área cerrada.',
      ],
      [
        'Wash before you eat, and do not take work clothes home to your children.',
        'Lávate antes de comer, y no lleves la ropa de trabajo a casa con tus niños.',
      ],
      [
        'If you find something you do not recognize: stop, cover it, tell the office.',
        'Si encuentras algo que no conoces: para, cúbrelo, avisa a la oficina.',
      ],
    ],
    ask: [
      'Do we know what was tested where we tear out today?',
      '¿Sabemos qué se probó donde demolemos hoy?',
    ],
  },
  {
    id: 'respirators',
    name: ['Respirators', 'Respiradores'],
    points: [
      [
        'A respirator is the last step: water, vacuum and fresh air come first.',
        'El respirador es el último paso: primero agua, aspiradora y aire fresco.',
      ],
      [
        'It only works if it seals. No beard under it, fit test once a year, and a check each time you put it on.',
        'Solo sirve si sella. Sin barba debajo, prueba de ajuste cada año, y revisión cada vez que te lo pones.',
      ],
      [
        'The cartridge has to match the hazard: dust filters do not stop vapors.',
        'El cartucho depende del peligro: el filtro de polvo no para vapores.',
      ],
      [
        'Change it when it gets hard to breathe, you smell something, or the plan says so.',
        'Cámbialo cuando cueste respirar, huelas algo, o lo diga el plan.',
      ],
      [
        'Clean it, bag it, keep it out of the sun. Do not share it.',
        'Límpialo, guárdalo en bolsa, fuera del sol. No lo prestes.',
      ],
      [
        'None of these help where there is too little oxygen.',
        'Ninguno de estos ayuda donde falta oxígeno.',
      ],
    ],
    ask: [
      'Is everyone who needs a respirator today fit-tested?',
      '¿Tiene prueba de ajuste todo el que necesita respirador hoy?',
    ],
    figures: '29 CFR 1910.134',
  },
  {
    id: 'near_misses',
    name: ['Near misses', 'Casi accidentes'],
    points: [
      [
        'A near miss is an accident that got lucky. Tomorrow it may not.',
        'Un casi accidente es un accidente con suerte. Mañana puede no tenerla.',
      ],
      [
        'Report it the same day, on your phone, with a photo. Nobody but us sees your name.',
        'Repórtalo el mismo día, en el teléfono, con foto. Tu nombre solo lo vemos nosotros.',
      ],
      [
        'First make it safe: block it off, shut it down, put it back.',
        'Primero hazlo seguro: cierra el paso, apágalo, ponlo en su lugar.',
      ],
      [
        'We ask what happened, not who is to blame.',
        'Preguntamos qué pasó, no de quién es la culpa.',
      ],
      [
        'Injuries are reported at once, even small ones. Nobody may be punished for it.',
        'Las lesiones se reportan de inmediato, hasta las pequeñas. A nadie se le puede castigar por eso.',
      ],
      [
        'The office must tell OSHA of a death within 8 hours, and of a hospital stay, an amputation or a lost eye within 24.',
        'La oficina debe avisar a OSHA de una muerte en 8 horas, y de una hospitalización, amputación o pérdida de un ojo en 24.',
      ],
    ],
    ask: [
      'Does everyone know how to report a near miss?',
      '¿Todos saben cómo reportar un casi accidente?',
    ],
    figures: '29 CFR 1904.39',
  },
  {
    id: 'each_other',
    name: ['Looking out for each other', 'Cuidarnos entre todos'],
    points: [
      [
        'Our trade loses more people to suicide than to falls. It is a safety topic like any other.',
        'En este oficio mueren más personas por suicidio que por caídas. Es un tema de seguridad como cualquier otro.',
      ],
      [
        'Look for changes: quiet, angry, late, gives things away, drinks more, takes risks.',
        'Fíjate en los cambios: callado, enojado, llega tarde, regala cosas, toma más, no le importa el riesgo.',
      ],
      [
        'Ask directly: are you OK? Are you thinking about suicide? Asking does not put the idea there.',
        'Pregunta directo: ¿estás bien?, ¿piensas en quitarte la vida? Preguntar no da la idea.',
      ],
      [
        'Listen, stay, do not leave the person alone. Call or text 988, day and night; press 2 for Spanish.',
        'Escucha, quédate, no lo dejes solo. Llama o manda mensaje al 988, día y noche; marca 2 para español.',
      ],
      [
        'Nobody works drunk or high, and pain pills count. Tell us early and we find other work.',
        'Nadie trabaja tomado ni drogado, y las pastillas para el dolor cuentan. Avisa a tiempo y buscamos otra tarea.',
      ],
      ['What you tell us stays between us.', 'Lo que nos cuentes queda entre nosotros.'],
    ],
    ask: [
      'Does everyone know 988 and whom to talk to here?',
      '¿Todos conocen el 988 y con quién hablar aquí?',
    ],
  },
  {
    id: 'first_aid',
    name: ['First aid and emergencies', 'Primeros auxilios y emergencias'],
    points: [
      [
        'Know who on this site is trained in first aid and CPR.',
        'Debes saber quién en esta obra está capacitado en primeros auxilios y RCP.',
      ],
      [
        'Scene safe first: power off, traffic stopped, gas away. Then help.',
        'Primero el lugar seguro: sin corriente, sin tráfico, sin gas. Luego ayuda.',
      ],
      [
        'Call 911: address, gate, what happened, how many. Stay on the line and send somebody to the street.',
        'Llama al 911: dirección, entrada, qué pasó, cuántos. No cuelgues y manda a alguien a la calle.',
      ],
      [
        'Heavy bleeding: press hard with something clean, do not let go; a tourniquet on an arm or leg if it does not stop.',
        'Sangrado fuerte: presiona duro con algo limpio, no sueltes; torniquete en brazo o pierna si no para.',
      ],
      [
        'Not breathing: push hard and fast in the middle of the chest, and get the AED.',
        'Si no respira: presiona fuerte y rápido en el centro del pecho, y trae el desfibrilador.',
      ],
      [
        'After a fall do not move the person, unless they are in danger there.',
        'Después de una caída no muevas a la persona, salvo que ahí corra peligro.',
      ],
    ],
    ask: [
      'Is the first aid kit full, and is somebody trained on site?',
      '¿Está completo el botiquín y hay alguien capacitado en la obra?',
    ],
    figures: '29 CFR 1926.50',
  },
  {
    id: 'no_rush',
    name: ['No rush before the holidays', 'Sin prisa antes de las fiestas'],
    points: [
      [
        'The last days before a holiday are dangerous: short days, tired people, and everything must be done.',
        'Los últimos días antes de las fiestas son peligrosos: días cortos, gente cansada y todo por terminar.',
      ],
      [
        'A step you skip saves two minutes and can cost everything. Tie off, lock out, look behind you.',
        'Un paso que te saltas ahorra dos minutos y te puede costar todo. Amárrate, bloquea, mira atrás.',
      ],
      [
        'Before we close: power off, gas off, ladders down, holes covered, fence locked.',
        'Antes de cerrar: sin corriente, sin gas, escaleras abajo, huecos tapados, cerca con candado.',
      ],
      [
        'Machines parked, keys out, tools put away.',
        'Máquinas estacionadas, llaves fuera, herramienta guardada.',
      ],
      [
        'Celebrate after work, and do not drive after drinking.',
        'Festeja después del trabajo, y no manejes si tomaste.',
      ],
      [
        'What was our closest call this year, and what do we do differently next year?',
        '¿Cuál fue nuestro peor susto este año, y qué haremos distinto el próximo?',
      ],
    ],
    ask: [
      'Is the site secured so that nobody can get hurt while we are away?',
      '¿Queda cerrada la obra para que nadie se lastime mientras no estamos?',
    ],
  },
];

export const TOOLBOX_TALKS_4 = TALKS.map(toolboxTalk);

import { type Talk, toolboxTalk } from '@/features/forms/templates/toolbox-talk';

/** Weeks 14 to 26: spring and the first heat. */
const TALKS: readonly Talk[] = [
  {
    id: 'trenches',
    name: ['Trenches', 'Zanjas'],
    points: [
      [
        'A cubic yard of soil can weigh as much as a small car. Anyone buried has only minutes.',
        'Una yarda cúbica de tierra puede pesar como un carro pequeño. Quien queda enterrado solo tiene minutos.',
      ],
      [
        'From 5 feet deep: slope, shore or shield, unless it is all stable rock. Shallower too, if the competent person sees signs of a cave-in.',
        'Desde 5 pies de profundidad: talud, apuntalamiento o caja, salvo que todo sea roca estable. Menos hondo también, si la persona competente ve señales de derrumbe.',
      ],
      [
        'From 4 feet deep there is a ladder or ramp within 25 feet of everyone in the trench.',
        'Desde 4 pies de profundidad hay una escalera o rampa a no más de 25 pies de cada trabajador.',
      ],
      [
        'Spoil, pipe and machines stay at least 2 feet back from the edge.',
        'La tierra, los tubos y las máquinas quedan al menos 2 pies atrás del borde.',
      ],
      [
        'The competent person looks at it every day before work, and again after rain or any change.',
        'La persona competente la revisa cada día antes de empezar, y otra vez después de lluvia o cualquier cambio.',
      ],
      [
        'If somebody is caught, do not jump in. Call 911 and keep everyone out.',
        'Si alguien queda atrapado, no te metas. Llama al 911 y que nadie entre.',
      ],
    ],
    ask: [
      'Did the competent person inspect every open trench today?',
      '¿La persona competente revisó hoy cada zanja abierta?',
    ],
    figures: '29 CFR 1926.651, 1926.652',
  },
  {
    id: 'utilities',
    name: ['Call before you dig', 'Llama antes de excavar'],
    points: [
      [
        'Before any digging, even with a shovel or a post-hole auger: call 811 and wait until the lines are marked.',
        'Antes de excavar, aunque sea con pala o barrena: llama al 811 y espera a que marquen las líneas.',
      ],
      [
        'Read the colors: red electric, yellow gas, orange communication, blue water, green sewer.',
        'Lee los colores: rojo electricidad, amarillo gas, naranja comunicación, azul agua, verde drenaje.',
      ],
      [
        'Marks are not exact, and private lines are not marked. Dig by hand or with vacuum near them.',
        'Las marcas no son exactas y las líneas privadas no se marcan. Cerca de ellas excava a mano o con vacío.',
      ],
      [
        'Protect the marks. If rain or traffic wiped them out, call again.',
        'Cuida las marcas. Si la lluvia o el tráfico las borró, vuelve a llamar.',
      ],
      [
        'If you hit a gas line: stop engines, no phone or lighter there, get everybody away upwind, call 911 and the utility.',
        'Si pegas a una línea de gas: apaga motores, nada de teléfono ni encendedor, aleja a todos contra el viento, llama al 911 y a la compañía.',
      ],
      [
        'If you hit an electric line: stay in the cab if you can, and keep others far away.',
        'Si pegas a una línea eléctrica: quédate en la cabina si puedes y que los demás se alejen.',
      ],
    ],
    ask: [
      'Are all lines marked where we dig today?',
      '¿Están marcadas todas las líneas donde excavamos hoy?',
    ],
  },
  {
    id: 'around_machines',
    name: ['Working around machines', 'Trabajar cerca de máquinas'],
    points: [
      [
        'The operator cannot see you behind the counterweight, beside the boom or close to the tracks.',
        'El operador no te ve detrás del contrapeso, junto al brazo ni cerca de las orugas.',
      ],
      [
        'Eye contact and a hand signal before you come near, and only when bucket or blade is on the ground.',
        'Contacto visual y una seña antes de acercarte, y solo con el cucharón o la hoja en el suelo.',
      ],
      [
        'Stay out of the swing. Barricade it where people have to pass.',
        'Quédate fuera del giro. Pon barricada donde la gente tiene que pasar.',
      ],
      [
        'Never stand between a machine and a wall, a trench box or a truck.',
        'Nunca te pares entre una máquina y una pared, una caja de zanja o un camión.',
      ],
      [
        'High-visibility vest, always, even for five minutes.',
        'Chaleco de alta visibilidad, siempre, aunque sean cinco minutos.',
      ],
      [
        'Nobody rides on steps, forks or in the bucket.',
        'Nadie viaja en los estribos, las horquillas ni el cucharón.',
      ],
    ],
    ask: [
      'Do people on foot and machines have separate routes today?',
      '¿Tienen pasos separados hoy la gente a pie y las máquinas?',
    ],
  },
  {
    id: 'backing',
    name: ['Backing up and spotters', 'Reversa y señaleros'],
    points: [
      [
        'The safest backing is none: plan the site so that trucks drive through.',
        'La reversa más segura es la que no se hace: planea la obra para que los camiones pasen de frente.',
      ],
      [
        'Where the view back is blocked, there is a backup alarm that works or a spotter, or you do not back up.',
        'Donde no se ve atrás, hay alarma de reversa que funcione o un señalero, o no se da reversa.',
      ],
      [
        'Driver and spotter agree on the signals before the truck moves. Only one person signals.',
        'El chofer y el señalero acuerdan las señas antes de mover. Solo una persona da señas.',
      ],
      [
        'The spotter stands where the driver can see them, never behind the truck, with no other work and no phone.',
        'El señalero se para donde el chofer lo ve, nunca detrás, sin otro trabajo y sin teléfono.',
      ],
      [
        'Driver: if you lose sight of the spotter, stop.',
        'Chofer: si pierdes de vista al señalero, detente.',
      ],
      ['Getting out to look is never a waste of time.', 'Bajarse a mirar nunca es tiempo perdido.'],
    ],
    ask: [
      'Do the backup alarms of today’s machines and trucks work?',
      '¿Funcionan las alarmas de reversa de las máquinas y camiones de hoy?',
    ],
    figures: '29 CFR 1926.601, 1926.602',
  },
  {
    id: 'roof_edges',
    name: ['Roofs and edges', 'Techos y bordes'],
    points: [
      [
        'Every roof edge 6 feet or higher has guardrails, nets or people tied off. A plan on paper holds nobody.',
        'Todo borde de techo a 6 pies o más lleva barandal, red o gente amarrada. Un plan en papel no detiene a nadie.',
      ],
      [
        'On low-slope roofs a warning line with a monitor is only for roofing work, and only where the rules allow it.',
        'En techos de poca pendiente, la línea de aviso con vigilante es solo para trabajo de techado y donde la regla lo permite.',
      ],
      [
        'Skylights and plastic panels do not hold you. Cover them or guard them.',
        'Los tragaluces y láminas de plástico no te aguantan. Tápalos o ponles barandal.',
      ],
      [
        'Wind takes sheets of plywood and insulation like a sail, and you with it. Stop when it is strong.',
        'El viento se lleva el plywood y el aislante como una vela, y a ti también. Para cuando sople fuerte.',
      ],
      [
        'Load the roof near the supports, not in one pile at the edge.',
        'Carga el techo cerca de los apoyos, no todo en un montón en el borde.',
      ],
      [
        'Go up and down by the tied-off ladder, not by a pile of material.',
        'Sube y baja por la escalera amarrada, no por un montón de material.',
      ],
    ],
    ask: [
      'Is every open edge we work at protected?',
      '¿Está protegido cada borde abierto donde trabajamos?',
    ],
    figures: '29 CFR 1926.501, 1926.502',
  },
  {
    id: 'holes',
    name: ['Holes and covers', 'Huecos y tapas'],
    points: [
      [
        'A hole in the floor is a fall. Even a small one can catch a foot, a tool or a wheel.',
        'Un hueco en el piso es una caída. Hasta uno pequeño atrapa un pie, una herramienta o una rueda.',
      ],
      [
        'Cover it or guard it as soon as it is made, not at the end of the day.',
        'Tápalo o ponle barandal en cuanto se hace, no al final del día.',
      ],
      [
        'A cover holds at least twice the load that can come onto it: people, material and machines.',
        'La tapa aguanta al menos el doble de lo que le puede pasar por encima: gente, material y máquinas.',
      ],
      [
        'It is fastened so that wind, feet or wheels cannot move it, and marked HOLE or COVER, in words the crew reads.',
        'Va fija para que el viento, los pies o las ruedas no la muevan, y marcada HOLE o COVER (HUECO), para que todos la lean.',
      ],
      [
        'Never pick up a sheet of plywood and walk forward: look under it first.',
        'Nunca levantes una hoja de plywood y camines: mira primero qué hay debajo.',
      ],
      [
        'Open stairs and shafts get rails on every floor.',
        'Las escaleras abiertas y los ductos llevan barandal en cada piso.',
      ],
    ],
    ask: [
      'Are all holes covered, fastened and marked?',
      '¿Están todos los huecos tapados, fijos y marcados?',
    ],
    figures: '29 CFR 1926.501, 1926.502(i)',
  },
  {
    id: 'scaffolds',
    name: ['Scaffolds', 'Andamios'],
    points: [
      [
        'Only trained people under a competent person put up, move, change or take down a scaffold.',
        'Solo gente capacitada, con una persona competente, arma, mueve, cambia o desarma un andamio.',
      ],
      [
        'The competent person checks it before every shift. Look for the tag before you climb.',
        'La persona competente lo revisa antes de cada turno. Busca la etiqueta antes de subir.',
      ],
      [
        'Base plates on mud sills, plumb and level. No blocks, buckets or bricks under the legs.',
        'Placas base sobre tablones, a plomo y nivel. Nada de bloques, baldes ni ladrillos bajo las patas.',
      ],
      [
        'Fully planked, and above 10 feet with guardrails or tied off.',
        'Plataforma completa, y a más de 10 pies con barandal o amarrado.',
      ],
      [
        'Use the ladder or stair. Cross braces are not a ladder.',
        'Usa la escalera. Las crucetas no son escalera.',
      ],
      [
        'Do not overload it, keep snow and mud off it, and nobody rides on it while it is moved.',
        'No lo sobrecargues, quítale nieve y lodo, y nadie va arriba mientras se mueve.',
      ],
    ],
    ask: [
      'Was every scaffold inspected by the competent person before this shift?',
      '¿La persona competente revisó cada andamio antes de este turno?',
    ],
    figures: '29 CFR 1926.451',
  },
  {
    id: 'storms',
    name: ['Storms and lightning', 'Tormentas y rayos'],
    points: [
      [
        'When you hear thunder, lightning can hit you. Get down from roofs, scaffolds, cranes and lifts.',
        'Si oyes un trueno, un rayo te puede alcanzar. Baja de techos, andamios, grúas y elevadores.',
      ],
      [
        'Go into a building or a closed vehicle with a metal roof. Not under a tree, not beside a container.',
        'Métete en un edificio o un vehículo cerrado con techo de metal. No bajo un árbol ni junto a un contenedor.',
      ],
      ['Wait 30 minutes after the last thunder.', 'Espera 30 minutos después del último trueno.'],
      [
        'Before a storm: lower booms, tie down sheets and forms, close off the site.',
        'Antes de la tormenta: baja los brazos, amarra hojas y cimbras, cierra la obra.',
      ],
      [
        'After it: trenches, scaffolds, cords and panels are checked before anyone uses them.',
        'Después: se revisan zanjas, andamios, cables y tableros antes de usarlos.',
      ],
      [
        'Water on the floor and electricity do not mix. Turn it off first.',
        'El agua en el piso y la electricidad no se llevan. Corta la corriente primero.',
      ],
    ],
    ask: [
      'Does everyone know where to go when it thunders?',
      '¿Todos saben a dónde ir cuando empiece a tronar?',
    ],
  },
  {
    id: 'heat',
    name: ['Heat: water, rest, shade', 'Calor: agua, descanso, sombra'],
    points: [
      [
        'Heat kills healthy people. It starts with a headache and a bad temper, and then it moves fast.',
        'El calor mata a gente sana. Empieza con dolor de cabeza y mal humor, y luego avanza rápido.',
      ],
      [
        'Drink a cup of cool water every 15 to 20 minutes, even when you are not thirsty.',
        'Toma un vaso de agua fresca cada 15 a 20 minutos, aunque no tengas sed.',
      ],
      [
        'Rest in the shade before you need it. Where your state or company has a rule for breaks in the heat, it applies to everyone.',
        'Descansa en la sombra antes de necesitarlo. Si tu estado o la compañía tiene una regla de descansos por calor, vale para todos.',
      ],
      [
        'Do the heavy work early. Switch tasks and people.',
        'Haz lo pesado temprano. Cambien de tarea y de gente.',
      ],
      [
        'Light-colored, loose clothes. Take the vest or suit off on your break.',
        'Ropa clara y suelta. Quítate el chaleco o traje en el descanso.',
      ],
      [
        'No energy drinks, no alcohol the night before. Tell us about medicine that dries you out.',
        'Nada de bebidas energéticas ni alcohol la noche antes. Avisa si tomas medicina que te deshidrata.',
      ],
    ],
    ask: [
      'Are there water and shade close to everyone today?',
      '¿Hay agua y sombra cerca de todos hoy?',
    ],
  },
  {
    id: 'heat_new_people',
    name: ['Heat: the first days', 'Calor: los primeros días'],
    points: [
      [
        'Most people who die of heat at work die in their first days, or in the first hot days of the year.',
        'La mayoría de los que mueren por calor en el trabajo están en sus primeros días, o en los primeros días calientes del año.',
      ],
      [
        'The body needs one to two weeks to get used to it.',
        'El cuerpo necesita de una a dos semanas para acostumbrarse.',
      ],
      [
        'New people: about a fifth of the work in the heat on the first day, a fifth more each day.',
        'Gente nueva: como una quinta parte del trabajo en el calor el primer día, y una quinta parte más cada día.',
      ],
      [
        'After a week away or sick, start slow again.',
        'Después de una semana fuera o enfermo, empieza despacio otra vez.',
      ],
      [
        'Nobody works alone. New people have a buddy who watches them and asks how they feel.',
        'Nadie trabaja solo. El nuevo tiene un compañero que lo cuida y le pregunta cómo se siente.',
      ],
      [
        'It is not weak to say you feel bad. It is how we all go home.',
        'No es debilidad decir que te sientes mal. Así llegamos todos a casa.',
      ],
    ],
    ask: [
      'Does everyone who is new to the heat have a buddy and lighter work?',
      '¿Todo el que es nuevo en el calor tiene compañero y trabajo más ligero?',
    ],
  },
  {
    id: 'sun_and_insects',
    name: ['Sun, ticks and stings', 'Sol, garrapatas y picaduras'],
    points: [
      [
        'Cover up: long sleeves, neck flap, hat brim on the hard hat. Sunscreen on what is left, again after two hours.',
        'Cúbrete: manga larga, cubrenuca, ala en el casco. Bloqueador en lo demás, otra vez a las dos horas.',
      ],
      [
        'Look for wasps and spiders in boxes, pipes, port-a-johns and under boards before you reach in.',
        'Busca avispas y arañas en cajas, tubos, baños portátiles y debajo de tablas antes de meter la mano.',
      ],
      [
        'Ticks live in tall grass. Tuck your pants into your boots, use repellent, and check yourself at night.',
        'Las garrapatas están en el pasto alto. Mete el pantalón en las botas, usa repelente, revísate en la noche.',
      ],
      [
        'Know who is allergic and where their injector is.',
        'Debes saber quién es alérgico y dónde está su inyector.',
      ],
      [
        'Swelling of face or throat, trouble breathing: injector, 911, at once.',
        'Cara o garganta hinchada, dificultad para respirar: inyector y 911, de inmediato.',
      ],
      [
        'Poison ivy and poison oak: leaves of three. Wash skin and tools; never burn it.',
        'Hiedra y roble venenosos: hojas de tres. Lava la piel y la herramienta; nunca los quemes.',
      ],
    ],
    ask: [
      'Is there sunscreen and repellent, and do we know who is allergic?',
      '¿Hay bloqueador y repelente, y sabemos quién es alérgico?',
    ],
  },
  {
    id: 'cords',
    name: ['Cords and GFCI', 'Extensiones y GFCI'],
    points: [
      [
        'Every 120-volt outlet we use on site has a GFCI, or the company has a grounding program. Press test before you plug in.',
        'Todo contacto de 120 voltios que usamos en obra lleva GFCI, o la compañía tiene un programa de tierra. Presiona “test” antes de conectar.',
      ],
      [
        'Look at the cord: no cuts, no tape, no missing ground pin. A bad one is cut and thrown away.',
        'Revisa la extensión: sin cortes, sin cinta, con la pata de tierra. La mala se corta y se tira.',
      ],
      [
        'Construction cords are heavy-duty. House cords stay at home.',
        'En obra se usan extensiones de uso rudo. Las de casa se quedan en casa.',
      ],
      [
        'Keep cords out of water, off doors and sharp edges, and away from wheels.',
        'Las extensiones van fuera del agua, de puertas y filos, y lejos de las ruedas.',
      ],
      [
        'Unplug by the plug, and before you change a blade or bit.',
        'Desconecta jalando la clavija, y antes de cambiar una hoja o broca.',
      ],
      [
        'Panels are closed, and only qualified people open them.',
        'Los tableros van cerrados, y solo los abre gente calificada.',
      ],
    ],
    ask: ['Were today’s cords and GFCIs checked?', '¿Se revisaron hoy las extensiones y los GFCI?'],
    figures: '29 CFR 1926.404(b)(1), 1926.405',
  },
  {
    id: 'power_lines',
    name: ['Overhead power lines', 'Líneas eléctricas aéreas'],
    points: [
      [
        'Look up first. Every line is live until the utility says in writing that it is not.',
        'Primero mira arriba. Toda línea está viva hasta que la compañía diga por escrito que no.',
      ],
      [
        'Stay at least 10 feet away with yourself, ladders, pipe and lifts; more for higher voltage.',
        'Quédate al menos a 10 pies, tú, la escalera, el tubo y el elevador; más con mayor voltaje.',
      ],
      [
        'Cranes: if any part could get within 20 feet of a line, plan it before it is set up, with the line’s voltage, a spotter and the distance for it.',
        'Grúas: si alguna parte puede llegar a 20 pies de una línea, planéalo antes de instalarla, con el voltaje, un señalero y la distancia que toca.',
      ],
      [
        'Carry ladders, scaffold frames and long pipe flat, two people.',
        'Carga escaleras, marcos y tubos largos acostados, entre dos.',
      ],
      [
        'If you touch a line: stay in the cab. If there is fire, jump with both feet together and shuffle away without lifting them.',
        'Si tocas una línea: quédate en la cabina. Si hay fuego, salta con los pies juntos y aléjate arrastrándolos.',
      ],
      [
        'Nobody touches the machine or the person until the power is off.',
        'Nadie toca la máquina ni a la persona hasta que corten la corriente.',
      ],
    ],
    ask: [
      'Do we know all lines here, and is the distance marked?',
      '¿Conocemos todas las líneas de aquí y está marcada la distancia?',
    ],
    figures: '29 CFR 1926.416, 1926.1408',
  },
];

export const TOOLBOX_TALKS_2 = TALKS.map(toolboxTalk);

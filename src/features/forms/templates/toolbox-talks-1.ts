import { type Talk, toolboxTalk } from '@/features/forms/templates/toolbox-talk';

/** Weeks 1 to 13: winter and the start of spring. */
const TALKS: readonly Talk[] = [
  {
    id: 'know_your_site',
    name: ['Know your site', 'Conoce tu obra'],
    points: [
      [
        'Every site is different, and this one changes every day. Look before you walk.',
        'Cada obra es distinta, y esta cambia todos los días. Mira antes de caminar.',
      ],
      [
        'Know two ways out of where you work, and where we meet if we have to leave.',
        'Conoce dos salidas desde donde trabajas y el punto de reunión si hay que salir.',
      ],
      [
        'Know where the first aid kit, the fire extinguisher and the eyewash are.',
        'Debes saber dónde están el botiquín, el extintor y el lavaojos.',
      ],
      [
        'Know the address of the site. In an emergency the ambulance needs it first.',
        'Apréndete la dirección de la obra. En una emergencia es lo primero que pide la ambulancia.',
      ],
      [
        'If you are new or came from another site, ask. Nobody expects you to guess.',
        'Si eres nuevo o vienes de otra obra, pregunta. Nadie espera que adivines.',
      ],
      [
        'Anyone may stop work that looks dangerous. No one gets in trouble for it.',
        'Cualquiera puede parar un trabajo que se ve peligroso. Nadie se mete en problemas por eso.',
      ],
    ],
    ask: [
      'Does everyone know the way out, the meeting point and the address?',
      '¿Todos conocen la salida, el punto de reunión y la dirección?',
    ],
  },
  {
    id: 'cold',
    name: ['Working in the cold', 'Trabajar con frío'],
    points: [
      [
        'Cold, wind and wet clothes together take heat out of your body faster than you notice.',
        'El frío, el viento y la ropa mojada juntos te quitan calor más rápido de lo que crees.',
      ],
      [
        'Dress in layers: a dry one on the skin, a warm one, and one that stops wind and water. Cover head and ears.',
        'Vístete por capas: una seca sobre la piel, una que abrigue y una que pare el viento y el agua. Cúbrete la cabeza y las orejas.',
      ],
      [
        'Keep spare gloves and socks in the truck. Change as soon as they are wet.',
        'Lleva guantes y calcetines de repuesto en la camioneta. Cámbiate en cuanto se mojen.',
      ],
      [
        'Take warm-up breaks out of the wind and drink warm, sweet drinks, not alcohol.',
        'Toma descansos para calentarte fuera del viento y bebe algo caliente y dulce, nada de alcohol.',
      ],
      [
        'Frostbite: skin turns white, hard and numb. Warm it gently, never rub it.',
        'Congelación: la piel se pone blanca, dura y sin sensibilidad. Caliéntala con cuidado, nunca la frotes.',
      ],
      [
        'Strong shivering, slurred speech, confusion or sleepiness is an emergency. Get the person warm and dry and call 911.',
        'Temblor fuerte, hablar enredado, confusión o sueño son una emergencia. Seca y abriga a la persona y llama al 911.',
      ],
    ],
    ask: [
      'Is there a warm, dry place for breaks today?',
      '¿Hay hoy un lugar seco y caliente para los descansos?',
    ],
  },
  {
    id: 'ice_and_snow',
    name: ['Ice and snow', 'Hielo y nieve'],
    points: [
      [
        'Walkways, stairs, ramps and ladders are cleared and sanded before work starts on them.',
        'Los pasillos, escaleras, rampas y escaleras de mano se limpian y se les pone arena antes de usarlos.',
      ],
      [
        'Walk like a penguin: short steps, feet flat, hands out of your pockets.',
        'Camina como pingüino: pasos cortos, el pie plano, las manos fuera de los bolsillos.',
      ],
      [
        'Ice hides in the shade, under snow and on steel and plywood in the morning.',
        'El hielo se esconde en la sombra, debajo de la nieve y sobre el acero y la madera por la mañana.',
      ],
      [
        'Clear roofs and decks from the ground or with fall protection. Snow hides edges, skylights and holes.',
        'Limpia los techos desde el suelo o con protección contra caídas. La nieve esconde bordes, tragaluces y huecos.',
      ],
      [
        'Do not carry so much that you cannot see your feet or hold the handrail.',
        'No cargues tanto que no veas tus pies ni puedas agarrar el barandal.',
      ],
      [
        'Clear the whole windshield, lights and mirrors before you move a vehicle.',
        'Limpia todo el parabrisas, las luces y los espejos antes de mover un vehículo.',
      ],
    ],
    ask: [
      'Are the walkways we use today cleared and sanded?',
      '¿Están limpios y con arena los pasos que usamos hoy?',
    ],
  },
  {
    id: 'gloves',
    name: ['Hands and gloves', 'Manos y guantes'],
    points: [
      [
        'Hands are hurt more than almost any other part. Most of it is cuts, pinches and burns.',
        'Las manos se lastiman más que casi cualquier otra parte: cortadas, machucones y quemaduras.',
      ],
      [
        'The glove follows the work: cut-resistant for sheet metal and glass, rubber for wet concrete, insulated for cold.',
        'El guante depende del trabajo: anticorte para lámina y vidrio, de hule para concreto fresco, térmico para el frío.',
      ],
      [
        'Take gloves off at a drill press, table saw or anything that turns: it pulls the glove in, and the hand with it.',
        'Quítate los guantes en el taladro de banco, la sierra de mesa o lo que gire: jala el guante y la mano con él.',
      ],
      [
        'Keep your hands where you see both of them, and out of the line of the blade or the load.',
        'Ten las manos donde veas las dos, y fuera de la línea de la hoja o de la carga.',
      ],
      [
        'Use a push stick, a tag line or a bar instead of your fingers.',
        'Usa un empujador, una cuerda guía o una barra en lugar de los dedos.',
      ],
      ['Rings and bracelets stay at home.', 'Los anillos y pulseras se quedan en casa.'],
    ],
    ask: [
      'Does everyone have the right gloves for today’s work?',
      '¿Todos tienen los guantes correctos para el trabajo de hoy?',
    ],
  },
  {
    id: 'carbon_monoxide',
    name: ['Heaters and carbon monoxide', 'Calentadores y monóxido de carbono'],
    points: [
      [
        'Heaters, generators, saws and engines make carbon monoxide. You cannot see it or smell it, and it kills.',
        'Los calentadores, generadores, sierras y motores hacen monóxido de carbono. No se ve, no huele, y mata.',
      ],
      [
        'Never run a generator or a gas engine inside, in a basement or in a tented area, not even “just for a minute”.',
        'Nunca uses un generador o motor de gasolina adentro, en un sótano o bajo lonas, ni siquiera “por un minuto”.',
      ],
      [
        'Fuel-burning heaters need fresh air. Keep an opening and a carbon monoxide alarm where people work.',
        'Los calentadores de combustible necesitan aire fresco. Deja una abertura y pon una alarma de monóxido donde hay gente.',
      ],
      [
        'Keep heaters away from tarps, insulation and wood, on firm level ground, and watched.',
        'Pon los calentadores lejos de lonas, aislante y madera, sobre piso firme y nivelado, y vigilados.',
      ],
      [
        'Headache, dizziness, feeling sick, several people at once: get everyone into fresh air and call 911.',
        'Dolor de cabeza, mareo, náusea, varios a la vez: saca a todos al aire fresco y llama al 911.',
      ],
      [
        'Do not go back in to help without air supply. That is how there are two victims.',
        'No entres de nuevo a ayudar sin equipo de aire. Así es como hay dos víctimas.',
      ],
    ],
    ask: [
      'Is every heater and engine outside or with fresh air and an alarm?',
      '¿Está cada calentador y motor afuera, o con aire fresco y alarma?',
    ],
  },
  {
    id: 'ladders',
    name: ['Ladders', 'Escaleras de mano'],
    points: [
      [
        'Look at the ladder before you climb: rails, rungs, feet, spreaders. A bad one gets a tag and leaves the site.',
        'Revisa la escalera antes de subir: largueros, peldaños, patas, seguros. La mala se etiqueta y sale de la obra.',
      ],
      [
        'Set an extension ladder one foot out for every four feet up, on firm level ground.',
        'Pon la escalera de extensión un pie hacia afuera por cada cuatro pies de alto, sobre piso firme y nivelado.',
      ],
      [
        'It reaches at least 3 feet above the landing and is tied off.',
        'Sobresale al menos 3 pies arriba del descanso y va amarrada.',
      ],
      [
        'Face the ladder and keep three points of contact. Tools go up on a belt or a rope.',
        'Sube de frente con tres puntos de apoyo. La herramienta sube en el cinturón o con cuerda.',
      ],
      [
        'Do not stand on the top cap or the step below it, and do not use a stepladder folded.',
        'No te pares en la tapa ni en el escalón de abajo, y no uses la escalera de tijera cerrada.',
      ],
      [
        'Your belt buckle stays between the rails. If you have to reach, get down and move it.',
        'La hebilla del cinturón queda entre los largueros. Si tienes que estirarte, baja y muévela.',
      ],
    ],
    ask: [
      'Are all ladders on site in good condition and tied off?',
      '¿Están todas las escaleras en buen estado y amarradas?',
    ],
    figures: '29 CFR 1926.1053',
  },
  {
    id: 'housekeeping',
    name: ['A clean site', 'Una obra limpia'],
    points: [
      [
        'Most trips are over things somebody meant to pick up later. Later is now.',
        'La mayoría de los tropiezos son con algo que alguien iba a levantar después. Después es ahora.',
      ],
      [
        'Keep walkways, stairs and exits clear, of cords and hoses too.',
        'Deja libres los pasillos, las escaleras y las salidas, sin cables ni mangueras.',
      ],
      [
        'Pull or bend over nails in scrap wood at once.',
        'Saca o dobla los clavos de la madera de desecho en el momento.',
      ],
      [
        'Stack material so that it cannot slide or roll, away from edges and openings.',
        'Apila el material para que no se deslice ni ruede, lejos de bordes y huecos.',
      ],
      [
        'Oily rags go into a metal can with a lid. They can start burning by themselves.',
        'Los trapos con aceite van en un bote de metal con tapa. Pueden prenderse solos.',
      ],
      [
        'Clean up while you work, and ten minutes before the end of the shift.',
        'Limpia mientras trabajas, y diez minutos antes de terminar el turno.',
      ],
    ],
    ask: [
      'Are the walkways, stairs and exits clear?',
      '¿Están libres los pasillos, las escaleras y las salidas?',
    ],
  },
  {
    id: 'lifting',
    name: ['Lifting without hurting your back', 'Cargar sin lastimarte la espalda'],
    points: [
      [
        'Before you lift, plan: how heavy, how far, what is in the way, where do I set it down?',
        'Antes de cargar, piensa: cuánto pesa, qué tan lejos, qué estorba, dónde lo pongo.',
      ],
      [
        'A cart, a hoist, a forklift or a second person is always better than one back.',
        'Un carrito, un polipasto, un montacargas o un compañero siempre es mejor que una sola espalda.',
      ],
      [
        'Feet apart, load close, back straight, and lift with your legs.',
        'Pies separados, la carga pegada, la espalda recta, y levanta con las piernas.',
      ],
      ['Turn with your feet, not with your waist.', 'Gira con los pies, no con la cintura.'],
      [
        'When two lift, one counts and both set it down together.',
        'Cuando cargan dos, uno cuenta y los dos la bajan juntos.',
      ],
      [
        'Stretch and warm up before the first load. Report pain early: it heals faster.',
        'Estírate y calienta antes de la primera carga. Avisa pronto si te duele: sana más rápido.',
      ],
    ],
    ask: [
      'Do we have carts, hoists or help for what is heavy today?',
      '¿Tenemos carritos, equipo o ayuda para lo pesado de hoy?',
    ],
  },
  {
    id: 'driving',
    name: ['Driving to and between sites', 'Manejar a la obra y entre obras'],
    points: [
      [
        'The road is the most dangerous part of many work days. Everyone wears the seat belt, in every seat.',
        'El camino es lo más peligroso de muchos días de trabajo. Todos usan el cinturón, en cada asiento.',
      ],
      [
        'No phone in your hand. Set the navigation before you move; pull over for calls and messages.',
        'Nada de teléfono en la mano. Pon el mapa antes de salir; párate para llamadas y mensajes.',
      ],
      [
        'Walk around the vehicle: tires, lights, load, trailer hitch, safety chains.',
        'Da una vuelta al vehículo: llantas, luces, carga, enganche del remolque, cadenas de seguridad.',
      ],
      [
        'Tie down everything. A bucket on the highway can kill somebody behind you.',
        'Amarra todo. Un balde en la autopista puede matar a quien viene atrás.',
      ],
      [
        'Leave more room in rain, snow and with a trailer: three seconds become six.',
        'Deja más distancia con lluvia, nieve o remolque: tres segundos se vuelven seis.',
      ],
      [
        'Tired? Say so. Somebody else drives, or you start later.',
        '¿Cansado? Dilo. Maneja otro, o sales más tarde.',
      ],
    ],
    ask: [
      'Were today’s vehicles and loads checked?',
      '¿Se revisaron los vehículos y las cargas de hoy?',
    ],
  },
  {
    id: 'falling_objects',
    name: ['Hard hats and falling objects', 'Cascos y objetos que caen'],
    points: [
      [
        'A wrench from the third floor can go through a hard hat. The hat is the last line, not the first.',
        'Una llave que cae del tercer piso puede atravesar un casco. El casco es lo último que te protege, no lo primero.',
      ],
      [
        'Wear it wherever something can fall or swing, or you can bump your head: brim to the front unless it is made to be turned.',
        'Úsalo donde algo pueda caer o balancearse, o te puedas golpear: la visera al frente, salvo que esté hecho para voltearse.',
      ],
      [
        'Replace a hat after a hard hit, if it is cracked, or past its date. No paint, no drilled holes.',
        'Cambia el casco después de un golpe fuerte, con grietas o vencido. Sin pintura ni agujeros.',
      ],
      [
        'Above: toe boards, nets, tool lanyards, nothing loose at the edge.',
        'Arriba: rodapiés, redes, herramienta amarrada, nada suelto en el borde.',
      ],
      [
        'Below: barricade and signs. Nobody walks or works under others.',
        'Abajo: barricada y letreros. Nadie pasa ni trabaja debajo de otros.',
      ],
      [
        'Shout before you throw, and throw only into a chute or a closed-off area.',
        'Avisa fuerte antes de tirar algo, y tira solo por un ducto o en un área cerrada.',
      ],
    ],
    ask: [
      'Is the area under overhead work closed off?',
      '¿Está cerrada el área debajo del trabajo en altura?',
    ],
  },
  {
    id: 'eyes',
    name: ['Eyes and face', 'Ojos y cara'],
    points: [
      [
        'Most eye injuries at work come from something small that flies: dust, chips, a nail, a drop.',
        'La mayoría de las lesiones de ojos vienen de algo pequeño que vuela: polvo, astillas, un clavo, una gota.',
      ],
      [
        'Safety glasses with side shields are the minimum. Look for the Z87 mark.',
        'Lo mínimo son lentes de seguridad con protección lateral. Busca la marca Z87.',
      ],
      [
        'Cutting and grinding: a face shield over the glasses. Chemicals and wet concrete: goggles.',
        'Para cortar y esmerilar: careta sobre los lentes. Químicos y concreto fresco: goggles.',
      ],
      [
        'Protect the person beside you too: screens, and no grinding toward people.',
        'Protege también al de al lado: pantallas, y no esmeriles hacia la gente.',
      ],
      [
        'Clean lenses with water. Replace scratched ones; do not put up with them.',
        'Limpia los lentes con agua. Los rayados se cambian, no se aguantan.',
      ],
      [
        'Something in the eye: do not rub. Rinse for 15 minutes and get it looked at.',
        'Algo en el ojo: no te talles. Enjuaga 15 minutos y que te lo revisen.',
      ],
    ],
    ask: [
      'Does everyone have eye protection for today’s work?',
      '¿Todos tienen protección de ojos para el trabajo de hoy?',
    ],
  },
  {
    id: 'falls',
    name: ['Falls: the 6-foot rule', 'Caídas: la regla de los 6 pies'],
    points: [
      [
        'Falls kill more people in construction than anything else, and most of them from low heights.',
        'Las caídas matan a más gente en la construcción que cualquier otra cosa, y muchas desde poca altura.',
      ],
      [
        'From 6 feet up you are protected: guardrail, net, or harness tied to an anchor. Over dangerous equipment at any height.',
        'Desde 6 pies de altura vas protegido: barandal, red o arnés amarrado a un anclaje. Sobre equipo peligroso, a cualquier altura.',
      ],
      [
        'Guardrails first: they protect everybody, all the time, even the ones who forget.',
        'Primero los barandales: protegen a todos, siempre, hasta al que se le olvida.',
      ],
      [
        'A top rail is about 42 inches high, with a midrail, and holds if you fall against it.',
        'El barandal va a unas 42 pulgadas, con travesaño intermedio, y aguanta si te caes contra él.',
      ],
      [
        'If you take a rail or cover away to work, tie off first and put it back before you leave.',
        'Si quitas un barandal o una tapa para trabajar, amárrate primero y ponlo de nuevo antes de irte.',
      ],
      [
        'Before you climb, know how we get down a person who is hanging in a harness.',
        'Antes de subir, debes saber cómo bajamos a una persona que quedó colgada del arnés.',
      ],
    ],
    ask: [
      'Is everyone who works at 6 feet or higher protected today?',
      '¿Están protegidos hoy todos los que trabajan a 6 pies o más?',
    ],
    figures: '29 CFR 1926.501, 1926.502',
  },
  {
    id: 'harness',
    name: ['Check your harness', 'Revisa tu arnés'],
    points: [
      [
        'Before each use, feel every inch of the webbing: cuts, burns, stiff places, pulled stitches.',
        'Antes de cada uso, palpa toda la cinta: cortes, quemaduras, partes duras, costuras jaladas.',
      ],
      [
        'Buckles close, D-ring not bent, the label can be read, and the lanyard’s shock pack is not opened.',
        'Las hebillas cierran, la argolla D no está doblada, la etiqueta se lee y el amortiguador no está abierto.',
      ],
      [
        'Wear it snug: two fingers under the leg straps, the D-ring between the shoulder blades.',
        'Úsalo ajustado: dos dedos bajo las cintas de las piernas, la argolla D entre los omóplatos.',
      ],
      [
        'The anchor holds 5,000 pounds for each person, or was planned by a qualified person. Conduit and vent pipes are no anchor.',
        'El anclaje aguanta 5,000 libras por persona, o lo planeó una persona calificada. Un tubo conduit o de ventilación no.',
      ],
      [
        'Tie off above your head where you can, and count the fall: rope, shock pack, your height and room to spare.',
        'Amárrate arriba de la cabeza si puedes, y calcula la caída: cuerda, amortiguador, tu estatura y espacio libre.',
      ],
      [
        'A harness that has caught a fall is taken out of service.',
        'Un arnés que ya detuvo una caída se retira de servicio.',
      ],
    ],
    ask: [
      'Was every harness and lanyard checked before use today?',
      '¿Se revisó hoy cada arnés y línea de vida antes de usarlo?',
    ],
    figures: '29 CFR 1926.502(d)',
  },
];

export const TOOLBOX_TALKS_1 = TALKS.map(toolboxTalk);

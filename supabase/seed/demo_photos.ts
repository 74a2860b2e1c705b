// Thirty small photos of the demo company, drawn here: no file of others, nothing large in the repository.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { seedKioskPhotos } from './demo_kiosk_photos.ts';

/** What the server hands to a seed that brings files. */
interface Tools {
  readonly sql: (text: TemplateStringsArray, ...values: unknown[]) => Promise<unknown[]>;
  readonly store: (bucket: string, name: string, type: string, bytes: Buffer) => Promise<void>;
}

const SIZE = { width: 960, height: 720 };
const PHOTOS = 30;
const PROJECTS = ['P100', 'P110', 'P120'];
const PEOPLE = ['Luis Ortega', 'Aisha Grant', 'Trevor Nolan', 'Cole Ramsey'];
const DAYS = [0, 0, 1, 1, 2, 3];
const SCENES = [
  { caption: 'Mat before pour', tags: ['rebar'], draw: rebar },
  { caption: 'Level 3 deck from the south', tags: ['steel'], draw: frame },
  { caption: 'North wall, lift 3', tags: ['masonry'], draw: bricks },
  { caption: 'Honeycomb at column line 4', tags: ['concrete', 'quality'], draw: concrete },
  { caption: 'Storm line, station 1+40', tags: ['utilities'], draw: trench },
];

const demoId = (key: string): string => {
  const hex = createHash('md5').update(`chalkline demo ${key}`).digest('hex');
  const marked = `${hex.slice(0, 12)}4${hex.slice(13, 16)}a${hex.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const worker = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y - 46}" r="12" fill="#f4f1ea"/>${rect(x - 14, y - 36, 28, 44, '#d7e34a')}${rect(x - 12, y + 8, 10, 40, '#3c4653')}${rect(x + 2, y + 8, 10, 40, '#3c4653')}`;

function rebar(): string {
  const bars = times(
    24,
    (i) => `<path d="M${i * 60 - 300} 720L${i * 30 + 150} 330" stroke="#a4502f" stroke-width="5"/>`,
  );
  const rows = times(9, (i) => rect(0, 340 + i * 44, 960, 4, '#a4502f'));
  return `${rect(0, 330, 960, 390, '#5f5a54')}${rows}${bars}${rect(0, 310, 960, 26, '#c79a4b')}${worker(300, 380)}${worker(640, 350)}`;
}

function frame(): string {
  const columns = times(6, (i) => rect(180 + i * 120, 180, 16, 400, '#69707a'));
  const floors = times(4, (i) => rect(160, 180 + i * 110, 660, 18, '#525963'));
  return `${rect(0, 580, 960, 140, '#8b7355')}${columns}${floors}${worker(420, 600)}${worker(480, 610)}`;
}

function bricks(): string {
  const wall = times(15, (row) =>
    times(13, (i) =>
      rect(i * 78 - (row % 2) * 39, 110 + row * 34, 74, 30, i % 3 ? '#a8563f' : '#94493a'),
    ),
  );
  return `${wall}${rect(380, 260, 200, 150, '#4d5b6b')}${rect(0, 600, 960, 16, '#c79a4b')}${worker(220, 570)}${rect(0, 620, 960, 100, '#8b7355')}`;
}

function concrete(): string {
  const joints = times(4, (i) => rect(i * 260 + 80, 60, 3, 580, '#8f8c87'));
  const holes = times(
    18,
    (i) =>
      `<circle cx="${560 + ((i * 47) % 190)}" cy="${380 + ((i * 31) % 130)}" r="${5 + (i % 4) * 4}" fill="#6d6a66"/>`,
  );
  return `${rect(0, 40, 960, 620, '#a6a39d')}${joints}${holes}${rect(0, 640, 960, 80, '#7a6a52')}`;
}

function trench(): string {
  return `${rect(0, 420, 960, 300, '#9a7b52')}<path d="M360 720L440 430L520 430L640 720Z" fill="#4b3b28"/><path d="M470 720L478 440L486 440L520 720Z" fill="#4f8fc0"/>${rect(640, 300, 170, 90, '#d9a92f')}${rect(610, 390, 230, 40, '#2f3338')}<path d="M650 330L520 240L470 400" stroke="#d9a92f" stroke-width="22" fill="none"/>`;
}

/** The same scene by another light. */
function drawing(index: number): Buffer {
  const scene = SCENES[index % SCENES.length];
  const sky = `hsl(${205 + (index % 4) * 8}, ${35 + (index % 3) * 12}%, ${72 + (index % 5) * 3}%)`;
  const body = `${rect(0, 0, SIZE.width, SIZE.height, sky)}${scene?.draw() ?? ''}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${body}</svg>`,
  );
}

export async function seed({ sql, store }: Tools): Promise<void> {
  const company = demoId('company');
  const known = await sql`select id from public.photos where company_id = ${company} limit 1`;
  if (known.length > 0) return;
  await seedKioskPhotos({ sql, store }, company, demoId);
  for (let index = 0; index < PHOTOS; index += 1) {
    const scene = SCENES[index % SCENES.length];
    const bytes = await sharp(drawing(index)).jpeg({ quality: 70 }).toBuffer();
    const id = demoId(`photo ${index}`);
    const project = demoId(PROJECTS[Math.floor(index / 2) % PROJECTS.length] ?? '');
    const path = `${company}/${project}/${id}.jpg`;
    const person = demoId(PEOPLE[index % PEOPLE.length] ?? '');
    const daysAgo = DAYS[index % DAYS.length] ?? 0;
    const hash = createHash('sha256').update(bytes).digest('hex');
    await sql`
      insert into public.photos (company_id, id, project_id, employee_id, cost_code_id, path, sha256, size_bytes,
        width, height, taken_at, taken_from, caption, tags, latitude, longitude, accuracy_m)
      select ${company}, ${id}, ${project}, e.id,
        (select c.id from public.cost_codes c where c.company_id = e.company_id order by c.code offset ${index % 6} limit 1),
        ${path}, ${hash}, ${bytes.length}, ${SIZE.width}, ${SIZE.height},
        now() - make_interval(days => ${daysAgo}, mins => ${10 + index * 9}), 'file', ${scene?.caption ?? ''},
        ${scene?.tags ?? []}, 42.6526, -73.7562, 6
      from public.employees e where e.company_id = ${company} and e.id = ${person}`;
    await store('photos', path, 'image/jpeg', bytes);
  }
  await sql`update public.photos set before_id = ${demoId('photo 8')} where company_id = ${company} and id = ${demoId('photo 3')}`;
  await sql`
    update public.photos set markup = ${JSON.stringify([
      {
        kind: 'circle',
        color: '#e5484d',
        points: [
          [0.55, 0.48],
          [0.82, 0.76],
        ],
      },
      {
        kind: 'arrow',
        color: '#e5484d',
        points: [
          [0.3, 0.3],
          [0.54, 0.5],
        ],
      },
    ])}::jsonb where company_id = ${company} and id = ${demoId('photo 3')}`;
  await sql`
    insert into public.photo_comments (company_id, photo_id, employee_id, body)
    values (${company}, ${demoId('photo 3')}, ${demoId('Luis Ortega')}, 'How deep is it? Can we patch before the engineer is here?'),
      (${company}, ${demoId('photo 3')}, ${demoId('Aisha Grant')}, 'About 2 inches, no rebar showing. I marked the area.')`;
}

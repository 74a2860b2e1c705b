// Photos with punches at the kiosk of the demo company, for a manager to look at.
import sharp from 'sharp';

interface Tools {
  readonly sql: (text: TemplateStringsArray, ...values: unknown[]) => Promise<unknown[]>;
  readonly store: (bucket: string, name: string, type: string, bytes: Buffer) => Promise<void>;
}

const SIZE = { width: 480, height: 360 };
const PHOTOS = 6;
const FIRST = { skin: '#c98f6b', hat: '#f2c230', shirt: '#d7e34a' };
const PORTRAITS = [
  FIRST,
  { skin: '#8d5a3c', hat: '#f5f3ee', shirt: '#e8792b' },
  { skin: '#e3b79a', hat: '#3c78c8', shirt: '#d7e34a' },
];

/** A head with a hard hat in front of the trailer. */
function portrait(index: number): Buffer {
  const { skin, hat, shirt } = PORTRAITS[index % PORTRAITS.length] ?? FIRST;
  const x = 240 + ((index * 37) % 60) - 30;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="480" height="360" fill="hsl(${205 + index * 9}, 22%, ${70 + (index % 3) * 5}%)"/>
    <rect y="250" width="480" height="110" fill="#8b7355"/>
    <path d="M${x - 110} 360Q${x - 100} 262 ${x} 258Q${x + 100} 262 ${x + 110} 360Z" fill="${shirt}"/>
    <rect x="${x - 24}" y="228" width="48" height="50" fill="${skin}"/>
    <ellipse cx="${x}" cy="178" rx="58" ry="72" fill="${skin}"/>
    <path d="M${x - 72} 152Q${x} 40 ${x + 72} 152Z" fill="${hat}"/>
    <rect x="${x - 84}" y="148" width="168" height="12" rx="6" fill="${hat}"/>
    <circle cx="${x - 22}" cy="180" r="6" fill="#2b2622"/><circle cx="${x + 22}" cy="180" r="6" fill="#2b2622"/>
    <path d="M${x - 22} 214Q${x} ${228 + (index % 2) * 6} ${x + 22} 214" stroke="#2b2622" stroke-width="4" fill="none"/>
  </svg>`);
}

/** The last punches of people without a phone. */
export async function seedKioskPhotos(
  { sql, store }: Tools,
  company: string,
  idOf: (key: string) => string,
): Promise<void> {
  await sql`update public.companies set kiosk_photos = true where id = ${company}`;
  await sql`
    insert into public.photo_consents (company_id, employee_id, agreed, language)
    select p.company_id, p.employee_id, true, e.language from public.employee_pins p
    join public.employees e on e.company_id = p.company_id and e.id = p.employee_id where p.company_id = ${company}`;
  for (let index = 0; index < PHOTOS; index += 1) {
    const id = idOf(`kiosk photo ${index}`);
    const [row] = (await sql`
      insert into public.kiosk_photos (company_id, id, employee_id, time_entry_id, moment, path, taken_at)
      select t.company_id, ${id}::uuid, t.employee_id, t.id, 'clock_in', format('%s/%s/%s.jpg', t.company_id, t.employee_id, ${id}::text), t.clock_in
      from public.time_entries t join public.employee_pins p on p.company_id = t.company_id and p.employee_id = t.employee_id
      where t.company_id = ${company} and t.clock_in < now() order by t.clock_in desc, t.id offset ${index} limit 1
      returning path`) as { path: string }[];
    if (!row) return;
    const bytes = await sharp(portrait(index)).jpeg({ quality: 70 }).toBuffer();
    await store('kiosk-photos', row.path, 'image/jpeg', bytes);
  }
}

/** A refusal as QuickBooks words it. */
export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;

  constructor(code: string, message: string, { status = 400, type = 'ValidationFault' } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.type = type;
  }

  get body() {
    return {
      Fault: {
        Error: [{ Message: this.message, Detail: this.message, code: this.code }],
        type: this.type,
      },
      time: '2026-11-18T08:00:00.000-08:00',
    };
  }
}

export type Entity = Record<string, unknown> & { Id: string; SyncToken: string };
type Fields = Readonly<Record<string, unknown>>;

/** Intuit's reference of TimeActivity; PayrollItemRef is for a closed group of developers. */
const FIELDS = new Set(
  'Id SyncToken sparse TxnDate NameOf EmployeeRef VendorRef Hours Minutes CustomerRef ProjectRef ItemRef ClassRef DepartmentRef HourlyRate CostRate BillableStatus Taxable Description'.split(
    ' ',
  ),
);
const MAX_HOURS = 8_760;
const MAX_DESCRIPTION = 4_000;
const MAX_PAGE = 1_000;
const CHANGES_MS = 30 * 24 * 3_600_000;

/** One company of QuickBooks Online: its lists, its time, and what it refuses. */
export class QuickBooksCompany {
  readonly realmId: string;
  readonly name: string;
  readonly environment: 'production' | 'sandbox';
  readonly #rows = new Map<string, Map<string, Entity>>();
  readonly #deleted: { entity: string; id: string; at: number }[] = [];
  readonly #byDay = new Map<string, Set<string>>();
  #nextId = 1;

  constructor(realmId: string, name: string, environment: 'production' | 'sandbox') {
    this.realmId = realmId;
    this.name = name;
    this.environment = environment;
  }

  /** As somebody does in QuickBooks itself. */
  add(entity: string, fields: Fields): Entity {
    const row = {
      Active: true,
      ...fields,
      Id: String(this.#nextId++),
      SyncToken: '0',
      MetaData: { LastUpdatedTime: new Date().toISOString() },
    };
    this.#table(entity).set(row.Id, row);
    if (entity === 'TimeActivity') this.#dayOf(row).add(row.Id);
    return row;
  }

  edit(entity: string, id: string, changes: Fields): Entity {
    const row = this.get(entity, id);
    if (entity === 'TimeActivity') this.#dayOf(row).delete(id);
    const next = {
      ...row,
      ...changes,
      SyncToken: String(Number(row.SyncToken) + 1),
      MetaData: { LastUpdatedTime: new Date().toISOString() },
    };
    this.#table(entity).set(id, next);
    if (entity === 'TimeActivity') this.#dayOf(next).add(id);
    return next;
  }

  delete(entity: string, id: string): void {
    if (entity === 'TimeActivity') this.#dayOf(this.get(entity, id)).delete(id);
    this.#table(entity).delete(id);
    this.#deleted.push({ entity, id, at: Date.now() });
  }

  all(entity: string): Entity[] {
    return [...this.#table(entity).values()];
  }

  get(entity: string, id: string): Entity {
    const row = this.#table(entity).get(id);
    if (!row) throw new Fault('610', 'Object Not Found');
    return row;
  }

  write(body: Fields): Entity {
    for (const name of Object.keys(body)) {
      if (!FIELDS.has(name)) {
        throw new Fault('2010', `Request has invalid or unsupported property: ${name}`);
      }
    }
    this.#check(body);
    const { sparse: _sparse, ...fields } = body;
    const id = fields['Id'];
    if (id === undefined) return this.add('TimeActivity', fields);
    const before = this.#current(String(id), fields['SyncToken']);
    if (before['BillableStatus'] !== fields['BillableStatus']) {
      throw new Fault('6000', 'A business validation error: BillableStatus cannot be changed');
    }
    // What a full update leaves out is emptied.
    const emptied = Object.fromEntries([...FIELDS].map((name) => [name, undefined]));
    return this.edit('TimeActivity', String(id), { ...emptied, ...fields });
  }

  remove(body: Fields): { Id: string; status: string; domain: string } {
    const extra = Object.keys(body).find((name) => !['Id', 'SyncToken'].includes(name));
    if (extra !== undefined) throw new Fault('2010', `Unsupported property: ${extra}`);
    const { Id: id } = this.#current(String(body['Id']), body['SyncToken']);
    this.delete('TimeActivity', id);
    return { domain: 'QBO', status: 'Deleted', Id: id };
  }

  /** `select * from X where … startposition n maxresults n`, as far as it is asked for. */
  query(text: string): object {
    const parsed =
      /^select \* from (\w+)(?: where (.+?))? startposition (\d+) maxresults (\d+)$/.exec(text);
    if (!parsed) throw new Fault('4000', `Error parsing query: ${text}`);
    const [, entity = '', where = '', start, max] = parsed;
    if (Number(max) > MAX_PAGE || Number(start) < 1) {
      throw new Fault('4001', 'Query validation error: maxresults takes 1 to 1000');
    }
    const found = this.#matching(entity, where);
    const page = found.slice(Number(start) - 1, Number(start) - 1 + Number(max));
    // Without any rows the name of the entity is left out.
    const rows = page.length > 0 ? { [entity]: page, maxResults: page.length } : {};
    return { QueryResponse: { ...rows, startPosition: Number(start) }, time: 'now' };
  }

  changes(entities: string, changedSince: string): object {
    const since = Date.parse(changedSince);
    if (Number.isNaN(since) || since < Date.now() - CHANGES_MS) {
      throw new Fault('2000', 'changedSince may be at most 30 days ago');
    }
    const responses = entities.split(',').map((entity) => {
      const changed = this.#changedSince(entity, since);
      const gone = this.#deleted
        .filter((each) => each.entity === entity && each.at >= since)
        .map(({ id }) => ({ domain: 'QBO', status: 'Deleted', Id: id }));
      const rows = [...changed, ...gone].slice(0, MAX_PAGE);
      return rows.length > 0 ? { [entity]: rows } : {};
    });
    return { CDCResponse: [{ QueryResponse: responses }], time: 'now' };
  }

  #changedSince(entity: string, since: number): Entity[] {
    return this.all(entity).filter((row) => {
      const { LastUpdatedTime: at } = row['MetaData'] as { LastUpdatedTime: string };
      return Date.parse(at) >= since;
    });
  }

  #matching(entity: string, where: string): Entity[] {
    const [, day] = /^TxnDate = '(\d{4}-\d\d-\d\d)'$/.exec(where) ?? [];
    if (entity === 'TimeActivity' && day !== undefined) {
      return [...(this.#byDay.get(day) ?? [])].map((id) => this.get(entity, id));
    }
    const [, since] = /^MetaData\.LastUpdatedTime >= '([^']+)'$/.exec(where) ?? [];
    if (since !== undefined) return this.#changedSince(entity, Date.parse(since));
    const conditions = where.split(/ and (?=[A-Z])/);
    const isAll = conditions.includes('Active in (true, false)');
    const isService = conditions.includes("Type = 'Service'");
    if (conditions.length !== Number(isAll) + Number(isService)) {
      throw new Fault('4001', `Query validation error: ${where}`);
    }
    return this.all(entity).filter(
      (row) => (isAll || row['Active']) && (!isService || row['Type'] === 'Service'),
    );
  }

  #current(id: string, token: unknown): Entity {
    const row = this.get('TimeActivity', id);
    if (typeof token !== 'string') {
      throw new Fault('2020', 'Required parameter SyncToken is missing in the request');
    }
    if (row.SyncToken !== token) throw new Fault('5010', 'Stale Object Error');
    if (row['BillableStatus'] === 'HasBeenBilled') {
      throw new Fault('6000', 'A business validation error: the time was billed');
    }
    return row;
  }

  #check(body: Fields): void {
    const { NameOf, TxnDate, Hours, Minutes, BillableStatus, Description } = body;
    if (NameOf !== 'Employee' && NameOf !== 'Vendor') {
      throw new Fault('2020', 'Required parameter NameOf is missing in the request');
    }
    const other = NameOf === 'Employee' ? 'VendorRef' : 'EmployeeRef';
    if (body[other] !== undefined) throw new Fault('2010', `${other} does not fit NameOf`);
    this.#reference(body, `${NameOf}Ref`, NameOf, true);
    this.#reference(body, 'CustomerRef', 'Customer', BillableStatus === 'Billable');
    this.#reference(body, 'ItemRef', 'Item', true);
    this.#reference(body, 'ClassRef', 'Class', false);
    if (typeof TxnDate !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(TxnDate)) {
      throw new Fault('2030', 'Invalid TxnDate');
    }
    if (!isCount(Hours, MAX_HOURS) || !isCount(Minutes, 59))
      throw new Fault('2030', 'Invalid time');
    if (!['Billable', 'NotBillable'].includes(String(BillableStatus))) {
      throw new Fault('2030', 'Invalid BillableStatus');
    }
    if (BillableStatus === 'Billable' && typeof body['HourlyRate'] !== 'number') {
      throw new Fault('2020', 'Required parameter HourlyRate is missing in the request');
    }
    if (typeof Description === 'string' && Description.length > MAX_DESCRIPTION) {
      throw new Fault('2050', 'String length is either shorter or longer than supported');
    }
  }

  #reference(body: Fields, name: string, entity: string, isRequired: boolean): void {
    const given = body[name] as { value?: unknown } | undefined;
    if (given === undefined) {
      if (isRequired) {
        throw new Fault('2020', `Required parameter ${name} is missing in the request`);
      }
      return;
    }
    const row = this.#table(entity).get(String(given.value));
    if (typeof given.value !== 'string' || !row) {
      throw new Fault('2500', `Invalid Reference Id: ${name}`);
    }
    if (!row['Active']) throw new Fault('610', `Object Not Found: ${name} was made inactive`);
  }

  #table(entity: string): Map<string, Entity> {
    const table = this.#rows.get(entity) ?? new Map<string, Entity>();
    this.#rows.set(entity, table);
    return table;
  }

  #dayOf(row: Fields): Set<string> {
    const day = String(row['TxnDate']);
    const ids = this.#byDay.get(day) ?? new Set<string>();
    this.#byDay.set(day, ids);
    return ids;
  }
}

function isCount(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
}

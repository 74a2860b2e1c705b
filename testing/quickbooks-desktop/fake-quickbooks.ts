import {
  child,
  readXml,
  textAt,
  type XmlElement,
  XmlError,
} from '../../server/accounting/desktop/xml-reader.ts';
import { escapeXml } from '../../server/accounting/desktop/xml-writer.ts';
import { GRAMMAR, grammarError } from './qbxml-grammar.ts';

export interface ListRow {
  readonly id: string;
  readonly name: string;
  readonly isActive?: boolean;
  readonly parent?: string;
  readonly email?: string;
}

export interface TimeRow {
  readonly txnId: string;
  editSequence: number;
  readonly created: string;
  modified: string;
  /** Child elements as they were sent, without references' names. */
  readonly fields: Map<string, string>;
}

export type Processed =
  | { readonly response: string }
  | { readonly hresult: string; readonly message: string };

type Refusal = readonly [code: number, message: string];

const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  EntityRef: ['Employee', 'Vendor', 'OtherName'],
  CustomerRef: ['Customer'],
  ItemServiceRef: ['ItemService'],
  ClassRef: ['Class'],
  PayrollItemWageRef: ['PayrollItemWage'],
};

const NOTHING_FOUND: Refusal = [1, 'A query request did not find a matching object in QuickBooks'];

/** Which lists come in parts. */
const ITERATED = new Set(['Vendor', 'Customer', 'ItemService']);

/**
 * QuickBooks Desktop with one company file, as strict as the real one: another order of elements, an unknown
 * reference or a stale EditSequence is refused, and what is added twice is there twice.
 */
export class FakeQuickBooks {
  companyName = 'Keller Drywall LLC';
  /** What Web Connectors marked the company file with: owner and file. */
  marks: readonly { readonly ownerId: string; readonly fileId: string }[] = [];
  readonly lists = new Map<string, ListRow[]>();
  readonly times = new Map<string, TimeRow>();
  /** Requests by their name, with a status code: that one is refused. */
  refuse: (request: string, fields: ReadonlyMap<string, string>) => Refusal | undefined = () =>
    undefined;
  readonly seen: string[] = [];
  /** Deleted time, with when. */
  readonly #deleted = new Map<string, string>();
  readonly #began = Date.now();
  /** Lists that are being read in parts, by the id of the iterator. */
  readonly #iterators = new Map<string, { readonly list: string; at: number }>();
  #count = 0;

  list(name: string, rows: readonly ListRow[]): void {
    this.lists.set(name, [...rows]);
  }

  /** A person at the desk changes it. */
  edit(txnId: string, fields: Readonly<Record<string, string>>): void {
    const row = this.times.get(txnId);
    if (!row) throw new Error(`There is no time ${txnId}`);
    for (const [name, value] of Object.entries(fields)) row.fields.set(name, value);
    row.editSequence += 1;
    row.modified = this.#now();
  }

  /** A person at the desk deletes it. */
  remove(txnId: string): void {
    this.times.delete(txnId);
    this.#deleted.set(txnId, this.#now());
  }

  /** Host, company and preferences, as the Web Connector asks for at the beginning. */
  hostCompanyPreferences(): string {
    // Another session: what was begun in the one before is not known any more.
    this.#iterators.clear();
    const marks = this.marks.map(
      ({ ownerId, fileId }) =>
        `<DataExtRet><OwnerID>{${ownerId}}</OwnerID><DataExtName>FileID</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>{${fileId}}</DataExtValue></DataExtRet>`,
    );
    return `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><HostQueryRs requestID="0" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><HostRet><ProductName>QuickBooks Enterprise Solutions 24.0</ProductName></HostRet></HostQueryRs><CompanyQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CompanyRet><IsSampleCompany>false</IsSampleCompany><CompanyName>${escapeXml(this.companyName)}</CompanyName>${marks.join('')}</CompanyRet></CompanyQueryRs><PreferencesQueryRs requestID="2" statusCode="0" statusSeverity="Info" statusMessage="Status OK"/></QBXMLMsgsRs></QBXML>`;
  }

  process(qbxml: string): Processed {
    const message = readMessage(qbxml);
    if (!message) {
      return {
        hresult: '0x80040400',
        message: 'QuickBooks found an error when parsing the provided XML text stream.',
      };
    }
    const answers = message.children.map((request) => this.#answer(request));
    return {
      response: `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${answers.join('')}</QBXMLMsgsRs></QBXML>`,
    };
  }

  #answer(request: XmlElement): string {
    const name = request.name.replace(/Rq$/, '');
    this.seen.push(name);
    const error = grammarError(request);
    const fields = fieldsOf(
      child(request, 'TimeTrackingAdd') ?? child(request, 'TimeTrackingMod') ?? request,
    );
    const refusal: Refusal | undefined =
      error === undefined ? this.refuse(name, fields) : [-1, error];
    const result = refusal ?? this.#execute(name, request, fields);
    const [code, content] = typeof result === 'string' ? [0, result] : result;
    const isFailed = typeof result !== 'string';
    const part = isFailed ? '' : this.#partOf(request);
    const severity = code === 0 || code === 1 ? 'Info' : code === 500 ? 'Warn' : 'Error';
    const status = `requestID="${request.attributes.get('requestID') ?? ''}" statusCode="${code}" statusSeverity="${severity}" statusMessage="${escapeXml(isFailed ? content : 'Status OK')}"${part}`;
    return `<${name}Rs ${status}>${isFailed ? '' : content}</${name}Rs>`;
  }

  #execute(name: string, request: XmlElement, fields: Map<string, string>): string | Refusal {
    if (name === 'TimeTrackingAdd') return this.#add(fields);
    if (name === 'TimeTrackingMod') return this.#change(fields);
    if (name === 'TimeTrackingQuery') return this.#query(request);
    if (name === 'TxnDel') return this.#remove(fields);
    if (name === 'TxnDeletedQuery') return this.#queryDeleted(request);
    return this.#readList(name.replace(/Query$/, ''), request, fields);
  }

  #add(fields: Map<string, string>): string | Refusal {
    const refusal = this.#check(fields);
    if (refusal) return refusal;
    this.#count += 1;
    const now = this.#now();
    const row: TimeRow = {
      txnId: `${this.#count.toString(16).toUpperCase()}-1763424000`,
      editSequence: 1_763_424_000 + this.#count,
      created: now,
      modified: now,
      fields: new Map(fields),
    };
    this.times.set(row.txnId, row);
    return this.#ret(row);
  }

  #change(fields: Map<string, string>): string | Refusal {
    const row = this.times.get(fields.get('TxnID') ?? '');
    if (!row) return [3120, 'Object specified in the request cannot be found.'];
    if (fields.get('EditSequence') !== String(row.editSequence)) {
      return [3200, 'The provided edit sequence is out-of-date.'];
    }
    if (row.fields.get('BillableStatus') === 'HasBeenBilled') {
      return [3170, 'It has been billed and cannot be modified.'];
    }
    const refusal = this.#check(fields);
    if (refusal) return refusal;
    for (const [name, value] of fields) {
      if (name !== 'TxnID' && name !== 'EditSequence') row.fields.set(name, value);
    }
    row.editSequence += 1;
    row.modified = this.#now();
    return this.#ret(row);
  }

  #check(fields: ReadonlyMap<string, string>): Refusal | undefined {
    for (const [reference, lists] of Object.entries(REFERENCES)) {
      const id = fields.get(reference);
      const found = lists.some((list) => this.lists.get(list)?.some((row) => row.id === id));
      if (id !== undefined && !found) {
        return [3140, `There is an invalid reference to "${id}" in the TimeTracking.`];
      }
    }
    if (!/^PT\d+H\d{1,2}M(\d+S)?$/.test(fields.get('Duration') ?? '')) {
      return [3040, 'There was an error when converting the time interval.'];
    }
    if ((fields.get('Notes') ?? '').length > 4095) return [3070, 'The string is too long.'];
    if (fields.get('BillableStatus') === 'Billable' && !fields.has('CustomerRef')) {
      return [3270, 'Billable time has a customer.'];
    }
    return undefined;
  }

  #query(request: XmlElement): string | Refusal {
    const ids = request.children.flatMap(({ name, text }) => (name === 'TxnID' ? [text] : []));
    if (ids.length > 0) {
      const found = ids.flatMap((id) => this.times.get(id) ?? []);
      if (found.length < ids.length) {
        return [
          500,
          'The query request has not been fully completed. There was a required element that could not be found in QuickBooks.',
        ];
      }
      return found.map((row) => this.#ret(row)).join('');
    }
    const since = textAt(request, 'ModifiedDateRangeFilter', 'FromModifiedDate');
    if (since !== '') {
      return this.#rets([...this.times.values()].filter(({ modified }) => modified >= since));
    }
    const from = textAt(request, 'TxnDateRangeFilter', 'FromTxnDate');
    const to = textAt(request, 'TxnDateRangeFilter', 'ToTxnDate');
    const person = textAt(request, 'TimeTrackingEntityFilter', 'ListID');
    const found = [...this.times.values()].filter(({ fields }) => {
      const day = fields.get('TxnDate') ?? '';
      return day >= from && day <= to && fields.get('EntityRef') === person;
    });
    return this.#rets(found);
  }

  #rets(found: readonly TimeRow[]): string | Refusal {
    return found.length === 0 ? NOTHING_FOUND : found.map((row) => this.#ret(row)).join('');
  }

  #queryDeleted(request: XmlElement): string | Refusal {
    const since = textAt(request, 'DeletedDateRangeFilter', 'FromDeletedDate');
    const found = [...this.#deleted].filter(([, at]) => at >= since);
    if (found.length === 0) return NOTHING_FOUND;
    return found
      .map(
        ([id, at]) =>
          `<TxnDeletedRet><TxnDelType>TimeTracking</TxnDelType><TxnID>${id}</TxnID><TimeDeleted>${at}</TimeDeleted></TxnDeletedRet>`,
      )
      .join('');
  }

  #remove(fields: ReadonlyMap<string, string>): string | Refusal {
    const id = fields.get('TxnID') ?? '';
    if (fields.get('TxnDelType') !== 'TimeTracking') return [3120, 'Unknown type.'];
    if (!this.times.has(id)) return [3120, 'Object specified in the request cannot be found.'];
    if (this.times.get(id)?.fields.get('BillableStatus') === 'HasBeenBilled') {
      return [3170, 'It has been billed and cannot be deleted.'];
    }
    this.remove(id);
    return `<TxnDelType>TimeTracking</TxnDelType><TxnID>${id}</TxnID><TimeDeleted>${this.#now()}</TimeDeleted>`;
  }

  #readList(
    name: string,
    { attributes }: XmlElement,
    fields: ReadonlyMap<string, string>,
  ): string | Refusal {
    const all = this.lists.get(name);
    if (!all) return [3250, 'This feature is not enabled or not available in this version.'];
    const iterator = attributes.get('iterator');
    const max = Number(fields.get('MaxReturned') ?? 0);
    if ((iterator !== undefined && !ITERATED.has(name)) || (iterator !== undefined && max < 1)) {
      return [3035, 'There was an error when converting the iterator.'];
    }
    if (all.length === 0) return [1, 'A query request did not find a matching object'];
    let from = 0;
    if (iterator === 'Continue') {
      const known = this.#iterators.get(attributes.get('iteratorID') ?? '');
      if (known?.list !== name) return [3031, 'The iterator is not known in this session.'];
      from = known.at;
      known.at += max;
    } else if (iterator === 'Start') {
      this.#count += 1;
      this.#iterators.set(`{${this.#count}}`, { list: name, at: max });
    }
    const rows = max > 0 ? all.slice(from, from + max) : all;
    return rows
      .map(({ id, name: label, isActive = true, parent, email }) => {
        const nameTag = ['Customer', 'ItemService', 'Class'].includes(name) ? 'FullName' : 'Name';
        return `<${name}Ret><ListID>${id}</ListID><${nameTag}>${escapeXml(label)}</${nameTag}><IsActive>${isActive}</IsActive>${
          parent === undefined ? '' : `<ParentRef><ListID>${parent}</ListID></ParentRef>`
        }${email === undefined ? '' : `<Email>${email}</Email>`}</${name}Ret>`;
      })
      .join('');
  }

  /** Which part of a list this was. */
  #partOf({ name, attributes }: XmlElement): string {
    if (!attributes.has('iterator')) return '';
    const id = attributes.get('iteratorID') ?? `{${this.#count}}`;
    const all = this.lists.get(name.replace(/QueryRq$/, ''))?.length ?? 0;
    const left = Math.max(all - (this.#iterators.get(id)?.at ?? all), 0);
    return ` iteratorRemainingCount="${left}" iteratorID="${id}"`;
  }

  #ret({ txnId, editSequence, created, modified, fields }: TimeRow): string {
    const content = [...fields].map(([name, value]) => {
      if (name === 'TxnID' || name === 'EditSequence') return '';
      if (!(name in REFERENCES)) return `<${name}>${escapeXml(value)}</${name}>`;
      return `<${name}><ListID>${value}</ListID><FullName>${escapeXml(this.#nameOf(value))}</FullName></${name}>`;
    });
    return `<TimeTrackingRet><TxnID>${txnId}</TxnID><TimeCreated>${created}</TimeCreated><TimeModified>${modified}</TimeModified><EditSequence>${editSequence}</EditSequence>${content.join('')}</TimeTrackingRet>`;
  }

  #nameOf(id: string): string {
    return [...this.lists.values()].flat().find((row) => row.id === id)?.name ?? '';
  }

  /** Each later than the one before. */
  #now(): string {
    this.#count += 1;
    return new Date(this.#began + this.#count * 1_000).toISOString();
  }
}

function readMessage(qbxml: string): XmlElement | undefined {
  // Not stored by it, and refused with everything around it.
  if (/[^\t\n\r\u0020-\u00FF]/.test(qbxml) || !/<\?qbxml version="13\.0"\?>/.test(qbxml)) {
    return undefined;
  }
  try {
    const root = readXml(qbxml);
    const message = child(root, 'QBXMLMsgsRq');
    const isKnown =
      root.name === 'QBXML' &&
      message?.attributes.get('onError') === 'continueOnError' &&
      message.children.every(({ name }) => name in GRAMMAR);
    return isKnown ? message : undefined;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** Text, or the id that a reference has. */
function fieldsOf(element: XmlElement): Map<string, string> {
  return new Map(
    element.children.map((each) => [each.name, textAt(each, 'ListID') || each.text.trim()]),
  );
}

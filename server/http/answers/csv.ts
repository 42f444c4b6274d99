import { streamOf } from '#contract/lib/stream-of.ts'
import type { FileAnswer } from '../routes.ts'

const BOM = '\uFEFF'

/** Text that a spreadsheet would run as a formula, possibly malicious (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/**
 * Text that a spreadsheet would show as another value, such as the user names `0012`, `1e5`, `2-3` and `sep1`: digits
 * with what stands between them in numbers, dates and times, a month's name with digits, and a truth value.
 */
const VALUE = new RegExp(
  `^\\s*(?:[\\d\uFF10-\uFF19][\\d\uFF10-\uFF19\\s.,:/e%\uFF05年月日時分秒-]*|\\d+[-/ _.]?${MONTH}[-/ _.]?\\d*|${MONTH}[-/ _.]?\\d+|true|false)\\s*$`,
  'iu',
)

/** A text, a number, or an instant, which is shown in Japanese time; null for none. */
export type Cell = string | number | Date | null

function cell(value: Cell): string {
  if (value === null) return ''
  if (value instanceof Date) return momentOf(value)
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) || VALUE.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * CSV by RFC 4180 with a UTF-8 byte order mark for spreadsheets. A text that would become a formula or another value
 * gets an apostrophe.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]) => bytesOf(BOM + linesOf(rows))

const linesOf = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Rows that are encoded together. */
const BATCH_SIZE = 500

/** A table that grows by rows. Keeps their bytes, which take a fraction of the memory of the rows. */
export class CsvTable {
  #rows: (readonly Cell[])[]
  #bytes = [bytesOf(BOM)]

  constructor(head: readonly string[]) {
    this.#rows = [head]
  }

  add(row: readonly Cell[]): void {
    if (this.#rows.push(row) >= BATCH_SIZE) this.#encode()
  }

  /** The bytes that are there since the last call. */
  take(): Uint8Array[] {
    const taken = this.#bytes
    this.#bytes = []
    return taken
  }

  /** The bytes of everything that was not taken. */
  rest(): Uint8Array {
    this.#encode()
    return Buffer.concat(this.#bytes)
  }

  #encode() {
    this.#bytes.push(bytesOf(linesOf(this.#rows)))
    this.#rows = []
  }
}

/** A column of a table: its head, and its cell of each row. */
export type Column<T> = [head: string, cell: (item: T) => Cell]

/** A table as a file that is written while its rows are read, so that a long one takes no memory. */
export function csvFile<T>(
  name: string,
  items: AsyncIterable<T>,
  columns: readonly Column<T>[],
): FileAnswer {
  const bytes = streamOf(csvChunks(items, columns))
  return { bytes, type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}

async function* csvChunks<T>(
  items: AsyncIterable<T>,
  columns: readonly Column<T>[],
): AsyncGenerator<Uint8Array, undefined> {
  const table = new CsvTable(columns.map(([head]) => head))
  for await (const item of items) {
    table.add(columns.map(([, cell]) => cell(item)))
    yield* table.take()
  }
  yield table.rest()
}

const JST_MS = 9 * 3_600_000

/** `YYYY/MM/DD HH:mm` in Japanese time. */
const momentOf = (instant: Date) =>
  new Date(instant.getTime() + JST_MS)
    .toISOString()
    .slice(0, 16)
    .replaceAll('-', '/')
    .replace('T', ' ')

/** The cell of a stored instant. */
export const momentCell = (instant: string | null): Date | null =>
  instant === null ? null : new Date(instant)

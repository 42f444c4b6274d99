import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A column as `server/db/schema/` declares it. */
export interface Column {
  table: string
  name: string
  nullable: boolean
  /** Name of its type in `types.ts`, without `Unexported` and the like; `'…'` of a union of literals. */
  type: string
  /** The column of the same row that leads to the person. */
  of: string | null
  unexported: boolean
  retained: boolean
  purged: boolean
}

const folder = join(import.meta.dirname, '../db')
const WRAPPED = /^(Unexported|Retained|Purged)<(.+), '[^']{5,}'>$/

/**
 * Parses the interfaces in the source, since types do not exist at run time. The code is formatted, so lines are enough;
 * throws for what it does not understand.
 */
export function readSchema(): Record<string, Column[]> {
  const files = readdirSync(join(folder, 'schema'))
  const source = files.map((file) => readFileSync(join(folder, 'schema', file), 'utf8')).join('\n')
  const listed = readFileSync(join(folder, 'schema.ts'), 'utf8').matchAll(
    /^ {2}(\w+): \w+\.(\w+)$/gm,
  )
  const tables: Record<string, Column[]> = {}
  for (const [, table = '', type = ''] of listed) {
    const body = new RegExp(`export interface ${type} \\{\\n([^}]*)\\}`).exec(source)?.[1]
    if (body === undefined) throw new Error(`no interface ${type}`)
    const lines = body.replaceAll(/\/\*.*?\*\//gs, '').split(/^ {2}(?=\w)/m)
    tables[table] = lines.filter((line) => line.trim()).map((line) => columnOf(table, line))
  }
  return tables
}

/** `table.column` */
export const nameOf = ({ table, name }: Pick<Column, 'table' | 'name'>) => `${table}.${name}`

export const readColumns = (): Column[] => Object.values(readSchema()).flat()

function columnOf(table: string, written: string): Column {
  const [, name, type] = /^(\w+):\s+(.+)$/s.exec(written.trim()) ?? []
  if (!name || !type) throw new Error(`cannot parse ${table}: ${written}`)
  const oneLine = type.replaceAll(/\s+/g, ' ').replaceAll('< ', '<').replaceAll(/,? >/g, '>')
  const notNull = oneLine.replace(/ \| null$/, '')
  const wrappers = new Set<string>()
  let inner = notNull
  for (let match = WRAPPED.exec(inner); match; match = WRAPPED.exec(inner)) {
    wrappers.add(match[1] ?? '')
    inner = match[2] ?? ''
  }
  const [, personal, of] = /^(\w+)<'(\w+)'>$/.exec(inner) ?? []
  return {
    table,
    name,
    nullable: notNull !== oneLine,
    type: personal ?? kindOf(inner),
    of: of ?? null,
    unexported: wrappers.has('Unexported'),
    retained: wrappers.has('Retained'),
    purged: wrappers.has('Purged'),
  }
}

/** `number` for all kinds of numbers. */
function kindOf(type: string): string {
  const kinds = type
    .split('|')
    .map((kind) => kind.trim())
    .filter(Boolean)
  if (kinds.every((kind) => /^(number|Flag|Yen|\d+)$/.test(kind))) return 'number'
  if (kinds.every((kind) => /^'\w+'$/.test(kind))) return "'…'"
  return type
}

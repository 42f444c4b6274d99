/** A field on the wire, one line per field of an input or output: `asks body.title: string`. */
export interface Value {
  optional: boolean
  /** Allowed types or literal values. */
  types: string[]
}
/** By path: `gives [].owner.name`. */
export type Values = Map<string, Value>
/** By method and path. */
export type Wire = Map<string, Values>

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}
type Content = Record<string, { schema: Schema }>
interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

/** Extracts all fields from an OpenAPI description. */
export function wireOf({ paths }: OpenApi): Wire {
  const wire: Wire = new Map()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const values: Values = new Map()
      for (const { name, in: place, required, schema } of operation.parameters ?? [])
        spell(values, `asks ${place}.${name}`, schema, !required)
      const { required = true, content = {} } = operation.requestBody ?? {}
      for (const { schema } of Object.values(content)) spell(values, 'asks body', schema, !required)
      for (const [status, { content }] of Object.entries(operation.responses))
        for (const { schema } of status === 'default' ? [] : Object.values(content ?? {}))
          spell(values, 'gives answer', schema, false)
      wire.set(`${method.toUpperCase()} ${path}`, values)
    }
  return wire
}

/** Depth limit of nested lists. */
const DEEPEST = 6

function spell(values: Values, at: string, schema: Schema, optional: boolean, top = schema): void {
  const defined = schema.$ref && top.$defs?.[schema.$ref.slice('#/$defs/'.length)]
  // A recursive schema is expanded once.
  if (schema.$ref && (!defined || at.split('[]').length > DEEPEST)) {
    add(values, at, 'any', optional)
    return
  }
  if (defined) {
    spell(values, at, defined, optional, top)
    return
  }
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (branches) {
    const objects = branches.filter(isDeep)
    for (const branch of branches) {
      const nth = objects.length > 1 && isDeep(branch) ? `<${nameOf(branch, objects)}>` : ''
      spell(values, `${at}${nth}`, branch, optional, top)
    }
    return
  }
  for (const type of typesOf(schema)) add(values, at, type, optional)
  if (schema.items) spell(values, `${at}[]`, schema.items, false, top)
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    spell(values, `${at}.${name}`, part, !schema.required?.includes(name), top)
  if (typeof schema.additionalProperties === 'object')
    spell(values, `${at}.*`, schema.additionalProperties, true, top)
}

const isDeep = ({ $ref, properties, items }: Schema) => Boolean($ref ?? properties ?? items)

/** Name of a union member: its discriminator value, else its index. */
function nameOf(branch: Schema, all: Schema[]): string {
  const discriminator = Object.values(branch.properties ?? {}).find(
    (part) => part.const !== undefined,
  )
  return String(discriminator?.const ?? all.indexOf(branch))
}

function typesOf({ type, const: value, enum: values }: Schema): string[] {
  if (value !== undefined) return [JSON.stringify(value)]
  if (values) return values.map((one) => JSON.stringify(one))
  return [type ?? 'any'].flat()
}

function add(values: Values, at: string, type: string, optional: boolean) {
  const value = values.get(at)
  const types = [...new Set([...(value?.types ?? []), type])].sort()
  values.set(at, { types, optional: optional || value?.optional === true })
}

export const spellWire = (wire: Wire): string =>
  [...wire]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([call, values]) =>
      [
        call,
        ...[...values].map(
          ([at, { optional, types }]) => `  ${at}${optional ? '?' : ''}: ${types.join(' | ')}`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n')

export function readWire(text: string): Wire {
  const wire: Wire = new Map()
  for (const block of text.trim().split('\n\n')) {
    const [call = '', ...lines] = block.split('\n')
    const values: Values = new Map()
    for (const line of lines) {
      const [, at, optional, types] = /^ {2}(.+?)(\?)?: (.*)$/.exec(line)!
      values.set(at!, { optional: optional === '?', types: types!.split(' | ') })
    }
    wire.set(call, values)
  }
  return wire
}

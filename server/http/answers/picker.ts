import type * as z from 'zod'
import type * as core from 'zod/v4/core'
import type { Trim } from './answer.ts'

/** A schema as zod describes it: https://zod.dev/packages/core */
type Described = core.$ZodTypes

/**
 * Compiles a schema of an answer into a function that copies the named fields and drops all others, as `parse` does,
 * but checks nothing: the compiler has checked the handler's types, and `parse` costs as much as the statement. A schema
 * that does more than to name fields (a union of objects, a changed text) is parsed.
 */
export function pickerOf(schema: z.ZodType): Trim {
  const functions: string[] = []
  const parsed: Trim[] = []
  const body = new Writer(functions, parsed).call(schema as unknown as Described, 'value')
  // Written from schemas alone, as zod's own compiled parsers are: no text of a request gets here.
  const make = new Function('parsed', `${functions.join('\n')}\nreturn (value) => ${body}`)
  return make(parsed) as Trim
}

/**
 * Trims answers by a picker that is compiled at the first one. `checks`: also validates them, and throws if the picker
 * differs from the validated value by a byte: in tests and development, at ten times the cost.
 */
export function trimOf(output: z.ZodType | undefined, checks: boolean): Trim {
  let pick: Trim | undefined
  return (value) => {
    if (!output) return undefined
    const valid = checks ? JSON.stringify(output.parse(value)) : undefined
    pick ??= pickerOf(output)
    const picked = pick(value)
    if (checks && JSON.stringify(picked) !== valid)
      throw new Error(`a picked answer differs from the validated one: ${valid}`)
    return picked
  }
}

/** Whether values of the schema are copied as they are. */
function isPlain(schema: Described): boolean {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      // `overwrite` (trim and the like) changes the text.
      return !def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite')
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
      return true
    case 'nullable':
    case 'optional':
      return isPlain(def.innerType as Described)
    case 'array':
      return isPlain(def.element as Described)
    case 'union':
      return (def.options as Described[]).every(isPlain)
    default:
      return false
  }
}

/** Writes the source of a picker: one function for each object and array. */
class Writer {
  readonly #functions: string[]
  readonly #parsed: Trim[]
  constructor(functions: string[], parsed: Trim[]) {
    this.#functions = functions
    this.#parsed = parsed
  }

  /** An expression that picks from the expression `from`. */
  call(schema: Described, from: string): string {
    if (isPlain(schema)) return from
    const { def } = schema._zod
    switch (def.type) {
      case 'nullable':
      case 'optional':
        return `${this.#define(`value == null ? value : ${this.call(def.innerType as Described, 'value')}`)}(${from})`
      case 'array':
        return `${from}.map((item) => ${this.call(def.element as Described, 'item')})`
      case 'object':
        return def.catchall ? this.#parse(schema, from) : `${this.#object(def.shape)}(${from})`
      default:
        return this.#parse(schema, from)
    }
  }

  #object(shape: core.$ZodLooseShape): string {
    const fields = Object.entries(shape).map(([name, field]) => {
      const key = JSON.stringify(name)
      return `${key}: ${this.call(field as Described, `value[${key}]`)}`
    })
    return this.#define(`({ ${fields.join(', ')} })`)
  }

  #define(body: string): string {
    const name = `pick${this.#functions.length}`
    this.#functions.push(`const ${name} = (value) => ${body}`)
    return name
  }

  #parse(schema: Described, from: string): string {
    const at = this.#parsed.push((value) => (schema as unknown as z.ZodType).parse(value)) - 1
    return `parsed[${at}](${from})`
  }
}

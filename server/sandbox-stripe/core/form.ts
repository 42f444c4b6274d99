import { malformed } from './failures.ts'

/** Decoded value of `a[b][0]=x`: a text, a list or an object. */
export type Value = string | Value[] | { [key: string]: Value }

const MAGIC_BYTES = 4

/** Parses a multipart form; a file becomes an object of its metadata, its bytes are discarded. */
export async function readMultipart(request: Request): Promise<{ [key: string]: Value }> {
  const form = await request.formData().catch(() => {
    throw malformed('The form cannot be read.')
  })
  const fields: { [key: string]: Value } = {}
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : await fileFields(value)
  return fields
}

const fileFields = async (file: File): Promise<Value> => ({
  name: file.name,
  type: file.type,
  size: String(file.size),
  magic: Buffer.from(await file.slice(0, MAGIC_BYTES).arrayBuffer()).toString('hex'),
})

const DEEPEST = 12

/** Parses Stripe's form encoding: `a[b]=1`, `a[]=1`, `a[0][b]=1`. */
export function readForm(text: string): { [key: string]: Value } {
  const root = table()
  for (const [name, value] of new URLSearchParams(text)) put(root, pathOf(name), value)
  return settleFields(root)
}

function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  if (!rest.every((part) => part.endsWith(']')) || rest.length > DEEPEST)
    throw malformed(`Invalid parameter name: ${name}`, { param: name })
  return [head, ...rest.map((part) => part.slice(0, -1))]
}

type Growing = { [key: string]: string | Growing }
/** Without a prototype, as a parameter may be named `__proto__`. */
const table = (): Growing => Object.create(null)

function put(into: Growing, [key = '', ...rest]: string[], value: string): void {
  const name = key === '' ? String(Object.keys(into).length) : key
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const inner = into[name]
  put(typeof inner === 'object' ? inner : (into[name] = table()), rest, value)
}

/** Objects with the keys 0, 1, 2 … become lists. */
function settle(value: string | Growing): Value {
  if (typeof value === 'string') return value
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([key], at) => key === String(at))
    ? entries.map(([, one]) => settle(one))
    : settleFields(value)
}

const settleFields = (value: Growing): { [key: string]: Value } =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settle(one)])),
  )

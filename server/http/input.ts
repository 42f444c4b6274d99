import type { Context } from 'hono'
import type * as z from 'zod'
import type { Endpoint, Shape } from '#contract/endpoint.ts'
import { fieldName, malformed, required, tooLong, tooShort } from '#contract/messages.ts'
import { type FieldErrors, invalid, Refusal } from './refusal.ts'

/** The checked input, every part from its own place: a body can never pose as a path. */
export async function readInput(c: Context, endpoint: Endpoint, shape: Shape) {
  const { params, query, body } = shape
  return {
    ...(params && { params: check(params, c.req.param()) }),
    ...(query && { query: check(query, c.req.query()) }),
    ...(body && endpoint.kind !== 'files' && { body: check(body, await readBody(c, endpoint)) }),
  }
}

async function readBody(c: Context, { kind }: Endpoint): Promise<unknown> {
  const wanted = kind === 'multipart' ? 'multipart/form-data' : 'application/json'
  const [type] = (c.req.header('content-type') ?? '').split(';', 1)
  if (type?.trim().toLowerCase() !== wanted) throw new Refusal(415)
  const read = kind === 'multipart' ? c.req.parseBody({ all: true }) : c.req.json()
  const body: unknown = await read.catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal(400)
  })
  // Every body of ours has fields: what has none has no field to blame either.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal(400)
  return body
}

/** What was said, as the schema has it; a refusal names the fields at fault. */
export function check(schema: z.ZodType, raw: unknown): unknown {
  if (isUnstorable(raw)) throw unstorable(raw)
  const parsed = schema.safeParse(raw, { error: inJapanese })
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return parsed.data
}

/** Far deeper than anything of ours; looking further would use the stack up. */
const DEEPEST = 20

/** NUL and half a surrogate pair: nobody types them, and PostgreSQL cannot keep them. */
function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (value instanceof File) return isUnstorable(value.name)
  if (depth > DEEPEST) return true
  return Object.entries(value ?? {}).some(
    ([key, part]) => isUnstorable(key) || isUnstorable(part, depth + 1),
  )
}

/** A field that ends in half a letter was cut by its program: its person is told which one. */
function unstorable(raw: unknown): Refusal {
  const halved = Object.entries(raw ?? {}).filter(
    ([, part]) => typeof part === 'string' && !part.includes('\0') && !part.isWellFormed(),
  )
  if (halved.length === 0) return new Refusal(400)
  return invalid(Object.fromEntries(halved.map(([name]) => [name, [malformed(fieldName(name))]])))
}

const inJapanese: z.core.$ZodErrorMap = (issue) => {
  const field = fieldName(issue.path?.join('.') ?? '')
  const empty = issue.input === undefined || issue.input === ''
  if (empty) return required(field)
  if (issue.code === 'too_big' && issue.origin === 'string')
    return tooLong(field, Number(issue.maximum))
  if (issue.code === 'too_small' && issue.origin === 'string' && Number(issue.minimum) > 1)
    return tooShort(field, Number(issue.minimum))
  return malformed(field)
}

function fieldErrors({ issues }: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) (errors[path.join('.')] ??= []).push(message)
  return errors
}

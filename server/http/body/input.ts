import type { Context } from 'hono'
import type * as z from 'zod'
import type { FieldErrors } from '#contract/http/caller.ts'
import type { Endpoint, Shape } from '#contract/http/endpoint.ts'
import { fieldName, malformed, required, tooLong, tooShort } from '#contract/shared/messages.ts'
import { ApiError, invalid } from '../api-error.ts'
import { isForm } from './form-files.ts'
import { utf8Of } from './form-parts.ts'

/** Validated input; params, query and body stay separate, so that a body cannot override the path. */
export async function readInput(c: Context, endpoint: Endpoint, shape: Shape) {
  const { params, query, body } = shape
  const { kind } = endpoint
  return {
    ...(params && { params: check(params, c.req.param()) }),
    ...(query && { query: check(query, c.req.query()) }),
    ...(body && !isForm(kind) && { body: check(body, await readJson(c)) }),
  }
}

async function readJson(c: Context): Promise<unknown> {
  // Most DELETE calls have no body, and apps of the last release send none where there is one now.
  if (c.req.method === 'DELETE' && !c.req.raw.body) return {}
  const [type] = (c.req.header('content-type') ?? '').split(';', 1)
  if (type?.trim().toLowerCase() !== 'application/json') throw new ApiError(415)
  const body = parsed(await bodyText(c))
  // All our bodies are objects; the error has no field to name.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError(400)
  return body
}

/** The body of a request as text; a 400 if it was cut off. */
export async function bodyText(c: Context): Promise<string> {
  const bytes = await c.req.arrayBuffer().catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError(400)
  })
  return utf8Of(bytes)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400)
  }
}

/** Validates by the schema; an error names the invalid fields. */
export function check(schema: z.ZodType, raw: unknown): unknown {
  if (isUnstorable(raw)) throw unstorable(raw)
  const parsed = schema.safeParse(raw, { error: inJapanese })
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return parsed.data
}

/** Far deeper than any valid input; deeper recursion would exhaust the stack. */
const DEEPEST = 20

/** NUL and lone surrogates, which PostgreSQL cannot store. */
function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (value instanceof File) return isUnstorable(value.name)
  if (depth > DEEPEST) return true
  return Object.entries(value ?? {}).some(
    ([key, part]) => isUnstorable(key) || isUnstorable(part, depth + 1),
  )
}

/** Names the field with an unstorable character, for users whose program cut a text in the middle of a character. */
function unstorable(raw: unknown): ApiError {
  const halved = Object.entries(raw ?? {}).filter(
    ([, part]) => typeof part === 'string' && !part.includes('\0') && !part.isWellFormed(),
  )
  if (halved.length === 0) return new ApiError(400)
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

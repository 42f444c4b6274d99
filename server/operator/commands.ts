import * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import { SHELL } from '#server/features/operator/audit.ts'
import { check } from '#server/http/input.ts'
import { Reply, Tagged } from '#server/http/reply.ts'
import type { Route } from '#server/http/routes.ts'

type Part = 'params' | 'query' | 'body'
const PARTS: Part[] = ['params', 'query', 'body']

interface Field {
  name: string
  part: Part
  due: boolean
  type: string
}

export interface Command {
  name: string
  fields: Field[]
  run: (given: Record<string, string>) => Promise<unknown>
}

/** Everything that an operator can do on the pages, under the calls' own names: `suspendUser` is `suspend-user`. */
export function commandsOf(routes: Route[]): Command[] {
  const words = Object.entries(contract).filter(([word]) => word.startsWith('operator'))
  const named = new Map<Endpoint, string>(
    words.flatMap(([, calls]) =>
      Object.entries(calls as Record<string, Endpoint>).map(
        ([name, call]) => [call, name] as const,
      ),
    ),
  )
  return routes
    .filter(({ endpoint }) => endpoint.auth === 'operator' && named.has(endpoint))
    .map((route) => commandOf(dashed(named.get(route.endpoint)!), route))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function commandOf(name: string, { endpoint, shape, handle }: Route): Command {
  const fields = PARTS.flatMap((part) => (shape[part] ? fieldsOf(part, shape[part]) : []))
  return {
    name,
    fields,
    async run(given) {
      const asked: Partial<Record<Part, unknown>> = {}
      for (const part of PARTS)
        if (shape[part]) asked[part] = check(shape[part], valuesOf(fields, part, given))
      const { body } = asked
      const answer = await handle({
        ...asked,
        ...(endpoint.kind === 'files' && { body: async () => body }),
        viewer: SHELL,
        gate: null,
        client: { address: 'shell', device: 'shell', deviceKey: null },
        cookies: {},
      } as never)
      return plain(answer)
    },
  }
}

interface JsonSchema {
  properties?: Record<string, { type?: string }>
  required?: string[]
}

function fieldsOf(part: Part, schema: z.ZodType): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema
  return Object.entries(properties).map(([name, { type = 'json' }]) => ({
    name,
    part,
    due: required.includes(name),
    type,
  }))
}

/** A body says numbers, flags and lists as JSON does; everything else is text, as it is in a URL. */
function valuesOf(fields: Field[], part: Part, given: Record<string, string>) {
  const mine = fields.filter((field) => field.part === part && given[field.name] !== undefined)
  return Object.fromEntries(
    mine.map(({ name, type }) => [
      name,
      part !== 'body' || type === 'string' ? given[name] : parsed(given[name]!),
    ]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function plain(answer: unknown): Promise<unknown> {
  if (answer instanceof Tagged) return plain(await answer.make())
  if (answer instanceof Reply) return answer.body
  if (typeof answer === 'object' && answer !== null && 'items' in answer) return answer.items
  return answer
}

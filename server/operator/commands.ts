import * as z from 'zod'
import type { Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import { SHELL } from '#server/features/operator/audit.ts'
import { Reply, Tagged } from '#server/http/answers/reply.ts'
import { check } from '#server/http/body/input.ts'
import type { FileAnswer, Route } from '#server/http/routes.ts'

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
  run: (flags: Record<string, string>) => Promise<unknown>
}

/** Commands for all calls of the admin pages, named after them: `suspendUser` becomes `suspend-user`. */
export function commandsOf(routes: Route[]): Command[] {
  const features = Object.entries(contract).filter(([word]) => word.startsWith('operator'))
  const names = new Map<Endpoint, string>(
    features.flatMap(([, calls]) =>
      Object.entries(calls as Record<string, Endpoint>).map(
        ([name, call]) => [call, name] as const,
      ),
    ),
  )
  return routes
    .flatMap((route) => {
      const name = names.get(route.endpoint)
      return name && route.endpoint.auth === 'operator' ? [commandOf(dashed(name), route)] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)

function commandOf(name: string, { endpoint, shape, handle }: Route): Command {
  const fields = PARTS.flatMap((part) => (shape[part] ? fieldsOf(part, shape[part]) : []))
  return {
    name,
    fields,
    async run(flags) {
      const input: Partial<Record<Part, unknown>> = {}
      for (const part of PARTS)
        if (shape[part]) input[part] = check(shape[part], valuesOf(fields, part, flags))
      const { body } = input
      const answer = await handle({
        ...input,
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

/** A body has JSON numbers, flags and lists; all other values are text, like in a URL. */
function valuesOf(fields: Field[], part: Part, flags: Record<string, string>) {
  return Object.fromEntries(
    fields.flatMap(({ name, type, ...field }) => {
      const flag = flags[name]
      if (field.part !== part || flag === undefined) return []
      return [[name, part !== 'body' || type === 'string' ? flag : parsed(flag)]]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether the answer is a table, `--format csv`. */
const isTable = (answer: object): answer is FileAnswer =>
  'type' in answer && String(answer.type).startsWith('text/csv')

async function plain(answer: unknown): Promise<unknown> {
  if (answer instanceof Tagged) return plain(await answer.make())
  if (answer instanceof Reply) return answer.body
  if (typeof answer !== 'object' || answer === null) return answer
  if (isTable(answer)) return new Response(answer.bytes).text()
  if ('items' in answer) return answer.items
  return answer
}

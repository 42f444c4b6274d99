import * as z from 'zod'
import { API_BASE, type Status } from '#contract/http/endpoint.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { Route } from './routes.ts'

const ERROR = { $ref: '#/components/schemas/Error' }
const TYPES: Partial<Record<NonNullable<Route['endpoint']['kind']>, string>> = {
  multipart: 'application/json',
  files: 'application/json',
  bytes: 'application/json',
  sse: 'text/event-stream',
  html: 'text/html',
  file: 'application/octet-stream',
}

const BODIES: typeof TYPES = {
  multipart: 'multipart/form-data',
  files: 'multipart/form-data',
}

const BYTES = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

/** OpenAPI 3.1 of the mounted routes, generated from the schemas that validate the requests. */
export function openApi(routes: Route[], siteUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= {})
    item[route.endpoint.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: SITE_TITLE, version: '1' },
    servers: [{ url: `${siteUrl}${API_BASE}` }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'refresh_token' },
      },
      schemas: {
        Error: schemaOf(
          z.object({
            message: z.string(),
            errors: z.record(z.string(), z.array(z.string())).optional(),
          }),
          'output',
        ),
      },
    },
  }
}

function operation({ endpoint, shape }: Route) {
  const { method, path, auth } = endpoint
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[/:]+(\w)/g, (_, first: string) => first.toUpperCase())}`,
    tags: [path.split('/')[1]],
    security: security(auth),
    parameters: [...parameters(shape.params, 'path'), ...parameters(shape.query, 'query')],
    ...(endpoint.kind === 'bytes' && { requestBody: BYTES }),
    ...(shape.body && { requestBody: requestBody(endpoint, shape.body) }),
    responses: responses({ endpoint, shape }),
  }
}

const security = (auth: Route['endpoint']['auth']) => {
  if (auth === 'none') return []
  if (auth === 'cookie') return [{ cookie: [] }]
  return auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(part, undefined).success,
    schema: schemaOf(part, 'input'),
  }))
}

const requestBody = (endpoint: Route['endpoint'], body: z.ZodType) => ({
  // As in `readInput`: a DELETE without a body is read as an empty one.
  required: endpoint.method !== 'DELETE' || !z.safeParse(body, {}).success,
  content: {
    [BODIES[endpoint.kind ?? 'json'] ?? 'application/json']: {
      schema: schemaOf(body, 'input'),
    },
  },
})

function responses({ endpoint, shape }: Pick<Route, 'endpoint' | 'shape'>) {
  const { status = 200, kind = 'json' } = endpoint
  if (kind === 'redirect') return { 302: { description: 'Elsewhere' } }
  const promised: readonly Status[] = typeof status === 'number' ? [status] : status
  const content = {
    [TYPES[kind] ?? 'application/json']: {
      schema: shape.output ? schemaOf(shape.output, 'output') : { type: 'string' },
    },
  }
  const good = promised.map((code) => [
    code,
    { description: 'Done', ...(code !== 204 && { content }) },
  ])
  return {
    ...Object.fromEntries(good),
    default: { description: 'Refused', content: { 'application/json': { schema: ERROR } } },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

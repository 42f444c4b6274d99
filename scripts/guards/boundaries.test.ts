import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type Import, importsIn, violation } from './boundaries.ts'

const aliases = Object.entries(manifest.imports).map(([from, to]) => [
  from.replace('*', ''),
  to.replace('./', '').replace('*', ''),
])

it('every import stays within its layer', () => {
  const sources = globSync('{server,pwa}/**/*.{ts,tsx}')
  const broken = sources.flatMap((file) =>
    importsOf(file)
      .flatMap((specifier) => violation(file, specifier) ?? [])
      .map((why) => `${file} ${why}`),
  )
  expect(sources.length).toBeGreaterThan(0)
  expect(broken).toEqual([])
})

it('features write SQL in query modules only', () => {
  const sources = globSync('server/features/**/*.ts', {
    exclude: ['**/*queries.ts', '**/*.test.ts', '**/testing/**'],
  })
  const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.filter((file) => statement.test(readFileSync(file, 'utf8')))).toEqual([])
})

it.each([
  ["import { a } from 'x'", 'x', false],
  ["import a, {\n  type B,\n} from 'x'", 'x', false],
  ["import type { A } from 'x'", 'x', true],
  ["import 'x'", 'x', false],
  ["export * from 'x'", 'x', false],
  ["export { a } from 'x'", 'x', false],
  ["export type { A } from 'x'", 'x', true],
  ["const a = await import('x')", 'x', false],
  ['const a = await import(path)', '(computed)', false],
])('parses %j', (source, specifier, typeOnly) => {
  expect(importsIn(source)).toEqual([{ specifier, typeOnly }])
})

const live = 'server/features/live/service.ts'
const sandbox = 'server/sandbox-stripe/machine.ts'
it.each([
  ['a lower rung', live, 'server/features/events/queries.ts', true],
  ['the same rung', live, 'server/features/tickets/queries.ts', false],
  [
    'a higher rung',
    'server/features/orders/service.ts',
    'server/features/events/queries.ts',
    false,
  ],
  ['its own feature', live, 'server/features/live/queries.ts', true],
  ['the app', live, 'server/app/app.ts', false],
  ['jobs', live, 'server/jobs/outbox-queues.ts', false],
  ['a feature, from a job', 'server/jobs/outbox-queues.ts', live, true],
  ['the app, from a job', 'server/jobs/outbox-queues.ts', 'server/app/app.ts', false],
  ['test helpers', live, 'server/testing/world.ts', false],
  ['the server, from the PWA', 'pwa/features/live/talk/useTalk.ts', live, false],
  ['lib, from ui', 'pwa/ui/button/Button.tsx', 'pwa/lib/api/api.ts', false],
  ['a schema, from the PWA', 'pwa/lib/api/api.ts', 'server/contract/live/shapes.ts', false],
  [
    'a schema, from plain contract',
    'server/contract/live/calls.ts',
    'server/contract/live/shapes.ts',
    false,
  ],
  ['the sandbox, from the app', 'server/app/app.ts', 'server/sandbox-stripe/app.ts', false],
  ['the sandbox, from an adapter', 'server/adapters/stripe.ts', sandbox, false],
  ['the sandbox, from a script', 'scripts/dev.ts', sandbox, false],
  ['the sandbox, from itself', 'server/sandbox-stripe/main.ts', sandbox, true],
  ['the sandbox, from a test', 'server/adapters/stripe.test.ts', sandbox, true],
  ['the contract, from the sandbox', sandbox, 'server/contract/shared/limits.ts', false],
  ['a port, from the sandbox', sandbox, 'server/ports/clock.ts', false],
  ['zod, from plain contract', 'server/contract/shared/rules.ts', 'zod', false],
  ['zod, from a schema', 'server/contract/live/shapes.ts', 'zod', true],
])('%s: %s → %s is allowed: %s', (_, from, to, allowed) => {
  expect(violation(from, { to, typeOnly: false }) === null).toBe(allowed)
})

it('the PWA may import the types of a schema', () => {
  const to = 'server/contract/live/shapes.ts'
  expect(violation('pwa/lib/api/api.ts', { to, typeOnly: true })).toBeNull()
})

function importsOf(file: string): Import[] {
  return importsIn(readFileSync(file, 'utf8')).map(({ specifier, typeOnly }) => {
    const [from, to] = aliases.find(([from]) => specifier.startsWith(from!)) ?? []
    if (from) return { to: specifier.replace(from, to!), typeOnly }
    return { to: specifier.startsWith('.') ? join(dirname(file), specifier) : specifier, typeOnly }
  })
}

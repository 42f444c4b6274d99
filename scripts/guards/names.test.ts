import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, root } from '../guides.ts'

/**
 * Names that mean the same wherever they are exported. A word with two meanings gets two names: `StreamHealth` and
 * `SystemHealth`, not `Health` twice.
 */
const SAME = new Map([
  ['shapes', 'the schemas of a feature’s calls'],
  ['ReactionState', 'the schema, and its type apart from it: pages must not load schemas'],
])
const paths = globSync('{pwa,server}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) =>
    /(?:\.test\.tsx?|\.d\.ts|\/testing|\/migrations|\/sandbox-stripe)$/.test(String(path)),
})

const programs = globSync('scripts/**/*.{ts,mjs}', {
  cwd: root,
  exclude: (path) => /\.test\.ts$|^scripts\/guards/.test(String(path)),
})

/** What a module exports by name. A type and the constant of its schema count once. */
const exportsOf = (source: string): string[] => [
  ...new Set(
    [
      ...source.matchAll(
        /^export (?:async )?(?:function\*?|const|class|interface|type|let) ([\w$]+)/gm,
      ),
    ].map(([, name]) => name!),
  ),
]

/** A contract's calls and shapes are one place: the type of a schema has its name. */
const placeOf = (path: string) =>
  path.startsWith('server/contract/') ? path.split('/').slice(0, 3).join('/') : path
const halfOf = (path: string) =>
  path.startsWith('server/contract/') ? 'contract' : path.split('/')[0]!
/** Rows are named as the things they store, and modules of queries are imported as one name. */
const isSeparate = (path: string) => /^server\/db\/schema\/|queries\.ts$/.test(path)

const IMPORTS = /^(?:import|export) (?:type )?(?:\* as [\w$]+|\{([^}]*)\}) from '([^']+)'/gm

/** The names that a source imports, by the path of their module; null for a module imported as one name. */
function importsOf(path: string, source: string): [module: string, names: string[] | null][] {
  return [...source.matchAll(IMPORTS)].map(([, names, module = '']) => [
    module.startsWith('.')
      ? join(dirname(path), module)
      : module.replace('#contract', 'server/contract').replace('#', ''),
    names === undefined
      ? null
      : names.split(',').map((name) =>
          name
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        ),
  ])
}

/** A module that is imported as one name says its functions’ names by its own: `ledger.record`. */
function namesAlone(files: { path: string; source: string }[]) {
  const imports = files.flatMap(({ path, source }) => importsOf(path, source))
  const whole = new Set(imports.filter(([, names]) => names === null).map(([module]) => module))
  const alone = Map.groupBy(imports, ([module]) => module)
  return files.map(({ path, source }) => {
    const imported = new Set(alone.get(path)?.flatMap(([, names]) => names ?? []))
    const names = exportsOf(source)
    return { path, names: whole.has(path) ? names.filter((name) => imported.has(name)) : names }
  })
}

/** Names with more than one place in what one half of the code can import, with these places. */
function homonyms(files: { path: string; names: string[] }[]): string[] {
  const places = new Map<string, Set<string>>()
  for (const { path, names } of files)
    for (const name of names)
      for (const half of halfOf(path) === 'contract' ? ['pwa', 'server'] : [halfOf(path)]) {
        const key = `${half} ${name}`
        const files = places.get(key) ?? new Set()
        places.set(key, files.add(placeOf(path)))
      }
  return [...places]
    .filter(([key, found]) => found.size > 1 && !SAME.has(key.split(' ')[1]!))
    .map(([key, found]) => `${key}: ${[...found].join(', ')}`)
}

/** File names with a role: each feature, port or service may have its own. CONTRIBUTING.md, "Names and comments". */
const ROLES = new Set(
  [
    'calls shapes limits messages',
    'routes service queries policy present notify copy deps',
    'sale plan plan-rules calendar reportable cancellation cancel-queries reminders reminder-queries hiding-queries',
    'index main open client',
  ].flatMap((names) => names.split(' ')),
)
/** One thing on both sides of the wire: the app's half of it has the name of the server's. */
const BOTH_SIDES = new Set(['birthday', 'conversion', 'device-key', 'talk', 'variants'])
/** Parts of the code whose files are named after the same things: the table, the port and the demo of tickets. */
const PARTS =
  /^(?:server\/(?:contract|db\/schema|demo|adapters|ports|process|sandbox-stripe|backup|reconcile|operator)|pwa\/(?:app\/routes|adapters|testing)|scripts\/(?:bench|chaos|fault-injection|install))\//

const partOf = (path: string, name: string) =>
  PARTS.exec(path)?.[0] ?? (BOTH_SIDES.has(name) ? path.split('/')[0] : '')

/** File names that stand more than once in a part of the code, with their paths. */
function equalFileNames(paths: string[]): string[] {
  const byName = Map.groupBy(paths, (path) => {
    const name = basename(path).replace(/\.tsx?$/, '')
    return ROLES.has(name) ? null : `${partOf(path, name)} ${name}`
  })
  byName.delete(null)
  return [...byName]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.join(', ')}`)
}

describe('file names', () => {
  it('have one meaning each in a part of the code, unless they name a role', () => {
    expect(equalFileNames([...paths, ...programs])).toEqual([])
  })

  it.each([
    ['server/features/live/health.ts', 'server/http/health.ts', 1],
    ['server/features/live/routes.ts', 'server/features/events/routes.ts', 0],
    ['server/ports/media.ts', 'server/web/media.ts', 0],
    ['pwa/lib/device.ts', 'server/features/device.ts', 1],
    ['pwa/features/live/talk/talk.ts', 'server/features/live/talk/talk.ts', 0],
  ])('are compared: %s and %s', (one, other, count) => {
    expect(equalFileNames([one, other])).toHaveLength(count)
  })
})

describe('exported names', () => {
  it('have one meaning each', () => {
    const files = namesAlone(paths.map((path) => ({ path, source: read(path) })))
    expect(homonyms(files.filter(({ path }) => !isSeparate(path)))).toEqual([])
  })

  it.each([
    ['pwa/a.ts', 'pwa/b.ts', ['pwa Health: pwa/a.ts, pwa/b.ts']],
    ['pwa/a.ts', 'server/b.ts', []],
    ['server/contract/x/calls.ts', 'server/contract/x/shapes.ts', []],
    [
      'server/contract/x/calls.ts',
      'server/b.ts',
      ['server Health: server/contract/x, server/b.ts'],
    ],
  ])('are found in %s and %s', (one, other, expected) => {
    const files = [one, other].map((path) => ({ path, names: ['Health'] }))
    expect(homonyms(files)).toEqual(expected)
  })
})

/** The layers of features, for both halves: a feature may import from lower rungs, not from its own. */
export const rungs = [
  ['auth', 'news', 'site', 'uploads', 'words'],
  ['payments', 'push', 'profile', 'reports', 'social', 'takedowns'],
  ['orders'],
  ['rooms', 'monetization'],
  ['threads', 'events', 'inbox', 'stamps'],
  ['tickets', 'live'],
  ['door', 'dashboard', 'account', 'operator', 'notifications'],
]

const shared = [
  'server/contract',
  'server/config',
  'server/ports',
  'server/db',
  'server/http',
  'server/media',
  'server/process/deps',
  'server/process/encryption',
]
const screen = ['server/contract', 'pwa/lib', 'pwa/ui']

/** Treated as another company's API: it imports nothing of ours, and we reach it only by HTTP. */
const SANDBOX = 'server/sandbox-stripe'

/** What each layer may import besides itself. The first match counts. */
const layers: [layer: string, may: string[]][] = [
  ['server/contract', []],
  ['server/ports', ['server/contract']],
  [
    'server/adapters',
    [
      'server/contract',
      'server/config',
      'server/ports',
      'server/db/limits-postgres',
      'server/process/durable-files',
    ],
  ],
  ['server/config', ['server/contract']],
  ['server/process/secrets', ['server/config']],
  ['server/process/encryption', []],
  ['server/process/durable-files', []],
  ['server/db', ['server/contract', 'server/ports']],
  [
    'server/process/deps',
    ['server/contract', 'server/ports', 'server/db', 'server/config', 'server/process/secrets'],
  ],
  [
    'server/http',
    [
      'server/contract',
      'server/config',
      'server/ports',
      'server/process/deps',
      // Files of a refused form.
      'server/media/orphans',
    ],
  ],
  [
    'server/media',
    ['server/contract', 'server/config', 'server/ports', 'server/process/deps', 'server/http'],
  ],
  ['server/features', shared],
  ['server/web', [...shared, 'server/process/durable-files']],
  ['server/app/app', ['server']],
  ['server/app', [...shared, 'server/features']],
  ['server/jobs', [...shared, 'server/features']],
  // A stand-alone program that must not rely on our services.
  [
    'server/reconcile',
    ['server/contract', 'server/config', 'server/db', 'server/adapters/stripe/client'],
  ],
  ['server/doctor', ['server/config', 'server/adapters/stripe']],
  [SANDBOX, []],
  ['server', ['server']],
  // Renders a ticket before the app loads.
  ['pwa/sw', ['server/contract', 'pwa/lib', 'pwa/ui', 'pwa/features/tickets', 'pwa/layouts']],
  ['pwa/ui', []],
  ['pwa/lib', ['server/contract']],
  ['pwa/adapters', ['server/contract', 'pwa/lib']],
  ['pwa/load', screen],
  ['pwa/features', [...screen, 'pwa/load', 'pwa/adapters']],
  ['pwa/layouts', [...screen, 'pwa/load', 'pwa/features']],
  ['pwa/pages', [...screen, 'pwa/load', 'pwa/features', 'pwa/layouts']],
  ['pwa', ['server/contract', 'pwa']],
]

export interface Import {
  /** A path from the repository root, or a package name. */
  to: string
  /** Erased at run time. */
  typeOnly: boolean
}

/** Why `from` may not import this; null if it may. */
export function violation(from: string, { to, typeOnly }: Import): string | null {
  if (/\.test\.tsx?$|\/testing\//.test(from)) return null
  if (to === COMPUTED) return from === LOADS_THE_BUILD ? null : 'imports what cannot be known'
  const shared = under(from, 'pwa') || (under(from, 'server/contract') && !isSchema(from))
  if (shared && !typeOnly && (to === 'zod' || isSchema(to))) return `would carry zod into the PWA`
  if (!/^(server|pwa)\//.test(to)) return null
  if (under(to, SANDBOX) && !under(from, SANDBOX)) return 'speaks to the sandbox by HTTP alone'
  const [half, own] = featureOf(from)
  const [otherHalf, other] = featureOf(to)
  if (own && other && half === otherHalf)
    return own === other || rungOf(other) < rungOf(own) ? null : `${own} may not lean on ${other}`
  const [layer, may] = layers.find(([folder]) => under(from, folder)) ?? ['', []]
  return [layer, ...may].some((folder) => under(to, folder)) ? null : `${layer} may not see ${to}`
}

const under = (path: string, folder: string) =>
  path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`)
const isSchema = (path: string) => /(\.schema|\/shapes)\.ts$/.test(path)
const featureOf = (path: string) => path.match(/^(server|pwa)\/features\/(\w+)\//)?.slice(1) ?? []

function rungOf(feature: string): number {
  const rung = rungs.findIndex((names) => names.includes(feature))
  if (rung < 0)
    throw new Error(
      `the feature ${feature} is missing in the rungs of scripts/guards/boundaries.ts`,
    )
  return rung
}

const COMPUTED = '(computed)'
/** Imports the page renderer, which exists only after a build. */
const LOADS_THE_BUILD = 'server/web/render-worker.ts'
const STATIC = /\b(?:import|export)\s+(type\s)?(?:[\w$*{}\s,]+?\sfrom\s*)?['"]([^'"]+)['"]/g
const DYNAMIC = /\bimport\(\s*(?:['"]([^'"]+)['"])?/g

/** The specifiers of all `import`, `import()` and `export … from` in a source. */
export function importsIn(source: string): { specifier: string; typeOnly: boolean }[] {
  return [
    ...[...source.matchAll(STATIC)].map(([, type, specifier]) => ({
      specifier: specifier!,
      typeOnly: type !== undefined,
    })),
    ...[...source.matchAll(DYNAMIC)].map(([, specifier = COMPUTED]) => ({
      specifier,
      typeOnly: false,
    })),
  ]
}

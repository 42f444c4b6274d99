import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { read, root } from '../guides.ts'

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  inBundle?: boolean
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }
const manifest = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>
  buildDependencies: string[]
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** Loaded by alias (vite.config.ts) instead of an import. */
const BY_NAME = ['preact', 'preact-render-to-string']

const nameOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** What files other than tests import from packages. */
function specifiersIn(...patterns: string[]): string[] {
  const files = globSync(patterns, { cwd: root }).filter(
    (path) => !/\.(test|long)\.tsx?$|(^|\/)testing\//.test(path),
  )
  return files.flatMap((path) =>
    [...read(path).matchAll(/^(?!import type).*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/(?:from|import|resolve) ?\(?'([^'#.][^':]*)'/g)].map(([, from]) => from!),
    ),
  )
}

const importedBy = (...patterns: string[]) => new Set(specifiersIn(...patterns).map(nameOf))

const BUILD = ['pwa/**/*.{ts,tsx}', 'vite.config.ts', 'scripts/build.ts']

it('pins every package of the lock file by its integrity, without URLs', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(500)
  const unpinned = packages.filter(
    ([, { link, inBundle, integrity }]) =>
      !link && !inBundle && !integrity?.match(/^sha512-[\w+/]{86}==$/),
  )
  // npm loses integrity values when it rewrites a lock from an installed folder: write it without node_modules, by
  // `npm install --package-lock-only`.
  expect(unpinned.map(([path]) => path)).toEqual([])
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  expect(read('package-lock.json')).not.toMatch(/\bhttps?:\/\/[^"]*\.tgz/)
})

it('names every base of the image by version and digest', () => {
  const bases = read('Dockerfile').match(/^FROM .*$/gm) ?? []
  expect(bases.length).toBeGreaterThan(1)
  expect(
    bases.filter((base) => !/^FROM [\w/]+:\d+\.\d+\.\d+[\w-]*@sha256:[0-9a-f]{64}\b/.test(base)),
  ).toEqual([])
})

it('`npm start` installs only what builds and runs the site; all else is for tests', () => {
  const { dependencies, buildDependencies, devDependencies } = manifest
  const served = importedBy('server/**/*.ts')
  const built = importedBy(...BUILD)
  const known = { ...dependencies, ...devDependencies }
  const ofTests = [...served, ...built].filter((name) => name in known && !(name in dependencies))
  expect(ofTests, 'asked for by what runs or builds').toEqual([])
  const unserved = Object.keys(dependencies).filter((name) => !served.has(name))
  expect(buildDependencies, 'what `npm run prune` takes out of a built site').toEqual(unserved)
  expect(unserved.filter((name) => !built.has(name) && !BY_NAME.includes(name))).toEqual([])
})

/** A path inside a package that its documentation names. */
const DOCUMENTED = ['nodemailer/lib/smtp-connection/index.js']

it('a package whose internal files are imported has one exact version', () => {
  const internal = specifiersIn('{server,pwa,scripts}/**/*.{ts,tsx,mjs}').filter(
    (from) => /\/(src|lib|dist|build)\//.test(from) && !DOCUMENTED.includes(from),
  )
  const names = [...new Set(internal.map(nameOf))]
  expect(names).toContain('node-media-server')
  const { dependencies, devDependencies } = manifest
  const known: Record<string, string> = { ...dependencies, ...devDependencies }
  expect(names.filter((name) => !/^\d+\.\d+\.\d+$/.test(known[name] ?? ''))).toEqual([])
})

it('all ways of running it use one version of Node', () => {
  const node = read('.node-version').trim()
  expect(Object.values(manifest.optionalDependencies)).toEqual(
    Object.keys(manifest.optionalDependencies).map(() => node),
  )
  expect(new Set(read('Dockerfile').match(/(?<=^FROM node:)[\d.]+/gm))).toEqual(new Set([node]))
})

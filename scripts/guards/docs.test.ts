import { existsSync, globSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { adminSections } from '#pwa/features/operator/sections.ts'
import { read, root } from '../guides.ts'

const GUIDES = globSync(['*.md', 'docs/**/*.md', 'scripts/**/*.md'], { cwd: root })
const WORD = /[\w$]+/g
/** Decision records: the files that they name may have moved since. */
const isRecord = (file: string) => file.startsWith('docs/decisions/')

/** A path from the repository root, up to the first placeholder. */
const PATH = /(?<![\w./-])(?:server|pwa|scripts|docs|public)\/(?:[\w./-]*[\w/])?/g
const SOURCES = globSync('{pwa,server,scripts}/**/*.{ts,tsx,mjs,css}', { cwd: root })
const DOCUMENT = /(?<![\w./-])docs\/(?:[\w./-]*\.md|decisions\/[\w./-]*\w)/g

/** GitHub's anchors of headings. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

it.each(GUIDES)('%s links to files and headings that exist', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, path, anchor]) => {
    const to = path ? join(dirname(file), path) : file
    if (!existsSync(join(root, to))) return true
    return anchor !== undefined && !anchorsOf(to).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

it.each(GUIDES.filter((file) => !isRecord(file)))('%s names only paths that exist', (file) => {
  const mentioned = read(file).match(PATH) ?? []
  const paths = mentioned.filter((path) => !path.includes('/NNN-'))
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('the code names only documents that exist, and decisions by file, as their numbers change', () => {
  const outdated = SOURCES.flatMap((file) => {
    const source = read(file)
    const missing = (source.match(DOCUMENT) ?? []).filter((path) => !existsSync(join(root, path)))
    return [...missing, ...(source.match(/\bdecision \d+/g) ?? [])].map((one) => `${file}: ${one}`)
  })
  expect(outdated).toEqual([])
})

it('the glossary names only identifiers and files that are in the code', () => {
  const code = new Set(SOURCES.flatMap((file) => `${file} ${read(file)}`.match(WORD) ?? []))
  const named = [...read('docs/glossary.md').matchAll(/^\|[^|]*\|([^|]*)\|/gm)].flatMap(
    ([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name!.match(WORD) ?? []),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((name) => !code.has(name))).toEqual([])
})

it.each(['server', 'pwa'])('the map in README.md lists exactly the folders of %s/', (half) => {
  const [, map = ''] = read('README.md').split(/^## The map\n/m)
  const [, part = ''] = map.split(new RegExp(`^${half}/$`, 'm'))
  const [lines = ''] = part.split(/^\S/m)
  const listed = [...lines.matchAll(/^ {2}([\w-]+)\//gm)].map(([, folder]) => folder!)
  const folders = readdirSync(join(root, half), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(listed.sort()).toEqual(folders.sort())
})

it('decisions are numbered without gaps, in file names and titles', () => {
  const paths = globSync('docs/decisions/*/*', { cwd: root })
    .map((path) => ({ path, file: basename(path) }))
    .toSorted((a, b) => a.file.localeCompare(b.file))
  const numbers = paths.map(({ file }) => file.slice(0, 3))
  expect(numbers).toEqual(paths.map((_, at) => String(at + 1).padStart(3, '0')))
  const titles = paths.map(({ path }) => read(path).slice(0, 6))
  expect(titles).toEqual(numbers.map((number) => `# ${number} `))
})

it.each(adminSections)('$to has a row in docs/operating.md', ({ to }) => {
  expect(read('docs/operating.md')).toContain(`\`${to}\``)
})

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { firstLoad } from '../size.ts'
import { ROOT } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { build } from './room.ts'

const BUILT = join(ROOT, 'dist/pwa')
/** React, router, query client and dayjs, in kB brotli: the size of the stack without our code. */
const STACK_KB = 83
const JS_MAX = 1.25
const CSS_MAX_KB = 15

/** The download size of a first visit to each route, in kB (1,000 bytes) brotli. */
export async function weight(): Promise<Section> {
  await build()
  const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8'))
  const pages = Object.keys(manifest).filter((key) => key.startsWith('pages/'))
  const rows = pages.sort().map((page) => rowOf(manifest, page))
  return { title: 'First load', rows: [promised(rowOf(manifest, 'entry')), ...rows] }
}

function rowOf(manifest: Parameters<typeof firstLoad>[0], page: string): Row {
  const { js, css } = firstLoad(manifest, page)
  return {
    what: page.replace(/^pages\/|\.tsx$/g, ''),
    figures: {
      'JS kB': figure([kB(js)]),
      '× stack': figure([kB(js) / STACK_KB]),
      'CSS kB': figure([kB(css)]),
    },
  }
}

const promised = (row: Row): Row => ({
  ...row,
  target: {
    says: `≤ ${JS_MAX}×, ≤ ${CSS_MAX_KB} kB`,
    held: row.figures['× stack']!.median <= JS_MAX && row.figures['CSS kB']!.median <= CSS_MAX_KB,
  },
})

const kB = (files: string[]) => files.reduce((sum, file) => sum + compressed(file), 0) / 1_000
/** Files too small for compression are sent as they are. */
const compressed = (file: string) =>
  (statSync(join(BUILT, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(BUILT, file)))
    .size

if (import.meta.main) await report('weight', weight)

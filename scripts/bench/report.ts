import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './processes.ts'

/** The results of several rounds. */
export interface Figure {
  median: number
  min: number
  max: number
}
export interface Row {
  what: string
  figures: Record<string, Figure>
  /** The target in words, and whether it is met. */
  target?: { says: string; held: boolean }
}
export interface Section {
  title: string
  rows: Row[]
}

export function figure(values: number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return {
    median: (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2,
    min: sorted[0]!,
    max: sorted.at(-1)!,
  }
}

/** Rounded to three significant digits. */
const short = (value: number) =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toFixed(value >= 10 ? 1 : 2).replace(/\.0+$/, '')

const spell = ({ median, min, max }: Figure) =>
  min === max ? short(median) : `${short(median)} (${short(min)}–${short(max)})`

function print({ title, rows }: Section) {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))]
  const table = [
    ['', ...columns, 'target'],
    ...rows.map(({ what, figures, target }) => [
      what,
      ...columns.map((column) => (figures[column] ? spell(figures[column]) : '')),
      target ? `${target.says}: ${target.held ? 'met' : 'NOT MET'}` : '',
    ]),
  ]
  const widths = table[0]!.map((_, at) => Math.max(...table.map((row) => row[at]!.length)))
  console.log(`\n${title}`)
  for (const row of table)
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
}

const FILE = join(ROOT, 'bench.json')
type Written = { sections?: Record<string, Section> }

/** Updates this part of the report, also if a script runs alone. */
function write(name: string, section: Section) {
  const { sections } = readWritten()
  const written = {
    at: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    sections: { ...sections, [name]: section },
  }
  writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`)
}

function readWritten(): Written {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Written
  } catch {
    return {} // No earlier report.
  }
}

/** Measures one part, prints and saves it. A missed target does not fail the run; an error does. */
export async function report(name: string, measure: () => Promise<Section>) {
  try {
    const section = await measure()
    print(section)
    write(name, section)
  } catch (error) {
    console.error(`\n${name} failed:`, error)
    process.exitCode = 1
  }
}

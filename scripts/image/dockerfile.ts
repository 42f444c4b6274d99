import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

export interface Step {
  word: string
  rest: string
}
export interface Stage {
  name: string
  steps: Step[]
}

/** The stages of a Dockerfile in order, with one line per instruction. */
export function readStages(root: string): Stage[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word, rest] = line.match(/^([A-Z]+) (.*)$/) ?? []
    if (!word || !rest) continue
    if (word === 'FROM') stages.push({ name: rest.match(/ AS (\w+)$/)?.[1] ?? '', steps: [] })
    else stages.at(-1)!.steps.push({ word, rest })
  }
  return stages
}

/** Matches paths by .dockerignore: the last pattern for a path or a parent folder decides. */
export function openContext(root: string): (path: string) => boolean {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isIn: line.startsWith('!'), glob: line.replace(/^!/, '') }))
  const fits = (path: string, glob: string) =>
    path.split('/').some((_, at, names) => matchesGlob(names.slice(0, at + 1).join('/'), glob))
  return (path) => rules.findLast(({ glob }) => fits(path, glob))?.isIn ?? true
}

// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const here = import.meta.dirname
const read = (file: string) => readFileSync(join(here, file), 'utf8')
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
const styles = files.filter((file) => file.endsWith('.css') && file !== 'tokens.css')
const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

describe('styles', () => {
  const known = new Set(
    [...files.filter((file) => file.endsWith('.css')), ...sources].flatMap((file) =>
      [...read(file).matchAll(/(--[\w-]+)['"]?:/g)].map((match) => match[1]),
    ),
  )

  it.each(styles)('%s holds no colour of its own', (file) => {
    const drawings = /url\("data:[^"]*"\)/g
    const css = withoutComments(read(file)).replace(drawings, '')
    expect(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(/gi)).toBeNull()
  })

  it.each(styles)('%s asks only for tokens that there are', (file) => {
    const asked = [...read(file).matchAll(/var\((--[\w-]+)/g)].map((match) => match[1])
    expect(asked.filter((token) => !known.has(token))).toEqual([])
  })

  // Anything else is painted in each frame: an open ticket would empty the battery of the phone at the door.
  it.each(styles)('%s moves by translate, scale, rotate and opacity alone', (file) => {
    const keyframes = read(file).match(/@keyframes [\s\S]*?\n\}/g) ?? []
    const moved = keyframes.flatMap((block) => [...block.matchAll(/^ +([\w-]+):/gm)])
    const free = ['translate', 'scale', 'rotate', 'opacity']
    expect(moved.map((match) => match[1]!).filter((name) => !free.includes(name))).toEqual([])
  })

  it.each(
    styles.flatMap((file) =>
      [...read(file).matchAll(/\{\s*composes: ([\w ]+) from '(.+)';([^}]*)\}/g)].map(
        ([, names = '', path = '', own = '']) => [file, names, path, own] as const,
      ),
    ),
    // Each part that takes the class brings it along: the order of the two is the order of loading.
  )('%s does not say otherwise than %s that it takes', (file, names, path, own) => {
    const taken = withoutComments(read(join(file, '..', path)))
    const said = (block: string) => [...block.matchAll(/^ *([\w-]+):/gm)].map((match) => match[1])
    const theirs = names
      .split(' ')
      .flatMap((name) => said(new RegExp(`^\\.${name} \\{([^}&]*)`, 'm').exec(taken)?.[1] ?? ''))
    expect(theirs.length).toBeGreaterThan(0)
    expect(said(own).filter((property) => theirs.includes(property))).toEqual([])
  })

  it.each(sources)('%s uses only classes that its module has', (file) => {
    const text = read(file)
    const modules = [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)]
    for (const [, name, path] of modules) {
      const css = read(join(file, '..', path ?? ''))
      const wanted = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map((m) => m[1])
      expect(wanted.filter((word) => !new RegExp(`\\.${word}\\b`).test(css))).toEqual([])
    }
  })
})

describe('the live badge', () => {
  it('blinks for five seconds, no longer', () => {
    const seconds = Number(/--blink: ([\d.]+)s/.exec(read('tokens.css'))?.[1])
    const css = read('LiveBadge.module.css')
    const times = Number(/animation: blink var\(--blink\) [\w-]+ ([\d.]+);/.exec(css)?.[1])
    expect(seconds * times).toBe(5)
  })
})

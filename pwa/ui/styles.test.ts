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

  it.each(styles)('%s has no raw colors', (file) => {
    const drawings = /url\("data:[^"]*"\)/g
    const css = withoutComments(read(file)).replace(drawings, '')
    expect(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(/gi)).toBeNull()
  })

  it.each(styles)('%s uses only existing tokens', (file) => {
    const used = [...read(file).matchAll(/var\((--[\w-]+)/g)].map((match) => match[1])
    expect(used.filter((token) => !known.has(token))).toEqual([])
  })

  // Any other property repaints in each frame: an open ticket would drain the battery of the phone at the gate.
  it.each(styles)('%s animates only translate, scale, rotate and opacity', (file) => {
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
    // Each chunk with the class may load it again: the cascade would depend on the load order.
  )('%s does not override properties of %s that it composes', (file, names, path, own) => {
    const composed = withoutComments(read(join(file, '..', path)))
    const propertiesOf = (block: string) =>
      [...block.matchAll(/^ *([\w-]+):/gm)].map((match) => match[1])
    const composedProperties = names
      .split(' ')
      .flatMap((name) =>
        propertiesOf(new RegExp(`^\\.${name} \\{([^}&]*)`, 'm').exec(composed)?.[1] ?? ''),
      )
    expect(composedProperties.length).toBeGreaterThan(0)
    expect(propertiesOf(own).filter((property) => composedProperties.includes(property))).toEqual(
      [],
    )
  })

  it.each(sources)('%s uses only classes of its module', (file) => {
    const text = read(file)
    const modules = [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)]
    for (const [, name, path] of modules) {
      const css = read(join(file, '..', path ?? ''))
      const used = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map((m) => m[1])
      expect(used.filter((word) => !new RegExp(`\\.${word}\\b`).test(css))).toEqual([])
    }
  })
})

describe('live badge', () => {
  it('blinks for five seconds at most', () => {
    const seconds = Number(/--blink: ([\d.]+)s/.exec(read('tokens.css'))?.[1])
    const css = read('badge/LiveBadge.module.css')
    const times = Number(/animation: blink var\(--blink\) [\w-]+ ([\d.]+);/.exec(css)?.[1])
    expect(seconds * times).toBe(5)
  })
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names.ts'

it('has a path for every name, and a name for every path', () => {
  const drawn = readFileSync('pwa/ui/icons.svg', 'utf8')
  const ids = [...drawn.matchAll(/<path id="([\w-]+)" d="[Mm][^"]+"\/>/g)].map(([, id]) => id)
  expect(ids).toEqual([...iconNames])
  expect(drawn.match(/<path/g)).toHaveLength(ids.length)
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names.ts'

it('each icon name has a path, and each path a name', () => {
  const drawn = readFileSync('pwa/ui/icons.svg', 'utf8')
  const ids = [...drawn.matchAll(/<path id="([\w-]+)" d="[Mm][^"]+"\/>/g)].map(([, id]) => id)
  expect(ids).toEqual([...iconNames])
  expect(drawn.match(/<path/g)).toHaveLength(ids.length)
})

import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { manifest } from '../../pwa/manifest.ts'

const { icons = [], screenshots = [] } = manifest
const PUBLIC = join(import.meta.dirname, '../../public')

it.each([...icons, ...screenshots])('manifest declares the size and type of $src', async (of) => {
  const { width, height, format } = await sharp(join(PUBLIC, of.src)).metadata()
  expect({ sizes: `${width}x${height}`, type: `image/${format}` }).toEqual({
    sizes: of.sizes,
    type: of.type,
  })
})

it('manifest has the icons and screenshots that systems ask for', () => {
  expect(icons.map(({ purpose }) => purpose ?? 'any')).toEqual(
    expect.arrayContaining(['any', 'maskable', 'monochrome']),
  )
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(
    new Set(['narrow', 'wide']),
  )
})

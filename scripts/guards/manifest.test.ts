import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { manifest } from '../../pwa/manifest.ts'
import { startupImages } from '../../pwa/startup-images.ts'

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

it.each(startupImages)(
  'start screen $path has the pixels of its iPhone and the page’s color',
  async (image) => {
    const picture = sharp(join(PUBLIC, image.path))
    const { width, height, format } = await picture.metadata()
    expect({ width, height, format }).toEqual({
      width: image.width,
      height: image.height,
      format: 'png',
    })
    const [red, green, blue] = await picture
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([red, green, blue]).toEqual([...Buffer.from(image.paper.slice(1), 'hex')])
  },
)

it('every start screen is of one iPhone in one color scheme, the dark ones behind', () => {
  const medias = startupImages.map(({ media }) => media)
  expect(new Set(medias).size).toBe(medias.length)
  const isDark = medias.map((media) => media.includes('dark'))
  expect(isDark).toEqual(isDark.toSorted())
})

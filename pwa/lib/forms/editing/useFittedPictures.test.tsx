import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { standInDecoder } from '#pwa/testing/decoder.ts'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { HEIC_UNREADABLE } from '../../photo.ts'
import { useFittedPictures } from './useFittedPictures.ts'

afterEach(cleanup)

const SAVED = { icon: '/media/before.png' }
const large = (name: string) => new File([new Uint8Array(12_000_000)], name, { type: 'image/jpeg' })
const HEIC = new File(['heic'], 'IMG_0001.HEIC', { type: 'image/heic' })

/** The running decodings by file name, until the test ends them. */
let decodings: Map<string, PromiseWithResolvers<{ width: number; height: number }>>
const decoded = (name: string) =>
  act(async () => decodings.get(name)!.resolve({ width: 8_000, height: 6_000 }))
const refused = (name: string) =>
  act(async () => decodings.get(name)!.reject(new Error('unreadable')))

let form: ReturnType<typeof useFittedPictures<'icon'>>
function Form() {
  form = useFittedPictures(SAVED)
  return <ImageUpload label="アイコン画像" {...form.field('icon')} />
}
const input = () => screen.getByLabelText(/アイコン画像/)
const choose = (file: File) => fireEvent.change(input(), { target: { files: [file] } })
const picture = () => screen.queryByAltText('選んだ画像')?.getAttribute('src')

beforeEach(() => {
  decodings = new Map()
  standInDecoder((file) => {
    const answer = Promise.withResolvers<{ width: number; height: number }>()
    decodings.set(file.name, answer)
    return answer.promise
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (file as File).name)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  render(<Form />)
})

it('makes a large photo smaller, and says so until it is there', async () => {
  choose(large('a.jpg'))
  expect(screen.getByRole('status').textContent).toBe('画像を準備しています…')
  expect(input().getAttribute('aria-busy')).toBe('true')
  expect(input().hasAttribute('disabled')).toBe(false)
  const sent = form.ready()
  await decoded('a.jpg')
  expect(screen.queryByRole('status')).toBeNull()
  expect(picture()).toBe('a.jpg.jpg')
  const { icon } = await sent
  expect(await icon?.text()).toBe('4000×3000')
})

it('names a HEIC that this browser cannot convert, keeps the picture, and sends nothing', async () => {
  choose(HEIC)
  const sent = form.ready()
  await Promise.all([expect(sent).rejects.toThrow(HEIC_UNREADABLE), refused(HEIC.name)])
  expect(screen.getByText(HEIC_UNREADABLE)).toBeTruthy()
  expect(input().getAttribute('aria-invalid')).toBe('true')
  expect(picture()).toBe(SAVED.icon)
  choose(new File(['png'], 'good.png', { type: 'image/png' }))
  expect(screen.queryByText(HEIC_UNREADABLE)).toBeNull()
  expect(picture()).toBe('good.png')
})

it('shows and sends the second choice, also if the first one is converted later', async () => {
  choose(large('first.jpg'))
  const sent = form.ready()
  choose(large('second.jpg'))
  await decoded('first.jpg')
  expect(screen.getByRole('status')).toBeTruthy()
  await decoded('second.jpg')
  expect(picture()).toBe('second.jpg.jpg')
  expect((await sent).icon?.name).toBe('second.jpg.jpg')
})

it('keeps a removal, or a small picture, over a photo that is converted later', async () => {
  choose(large('first.jpg'))
  choose(new File(['png'], 'small.png', { type: 'image/png' }))
  await decoded('first.jpg')
  expect(picture()).toBe('small.png')
  choose(large('third.jpg'))
  fireEvent.click(screen.getByRole('button', { name: '画像を削除' }))
  await decoded('third.jpg')
  expect(picture()).toBeUndefined()
  expect(await form.ready()).toEqual({ icon: null })
})

import { expect, it, vi } from 'vitest'
import { HEIC_UNREADABLE } from '#pwa/lib/photo.ts'
import { standInDecoder } from '#pwa/testing/decoder.ts'
import { PictureRefused, sendIdentityPicture } from './identity.ts'

it('names a HEIC that this browser cannot convert, and sends nothing to the provider', async () => {
  standInDecoder(() => Promise.reject(new Error('unreadable')))
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open')
  const payments = { provider: 'stripe', publishable_key: 'pk_test', api_base: null } as const
  const heic = new File(['heic'], 'omote.heic', { type: 'image/heic' })
  const sending = { onProgress: () => {}, signal: new AbortController().signal }
  const sent = sendIdentityPicture(payments, heic, sending)
  await expect(sent).rejects.toThrow(new PictureRefused(HEIC_UNREADABLE))
  expect(open).not.toHaveBeenCalled()
})

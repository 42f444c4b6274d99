import { PICTURE_REFUSED } from '#contract/monetization/identity-messages.ts'
import { IDENTITY_MAX_BYTES } from '#contract/monetization/limits.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import type { SiteConfig } from '#contract/site/calls.ts'
import { toJpeg } from '#pwa/lib/photo.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'

/** The provider's host for file uploads. */
const PROVIDER = 'https://files.stripe.com'
const TAKEN = ['image/jpeg', 'image/png']
/** The provider's maximum side length of a picture, in pixels. */
const LONGEST_SIDE = 4_000
const QUALITY = 0.9

/** The provider refused the picture or was unreachable; the message is for the user. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

interface Sending {
  /** From 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Uploads one side of an identity document directly to the payment provider and returns its file id: the picture
 * never passes through our server.
 */
export async function sendIdentityPicture(
  { provider, publishable_key: key, api_base: base }: SiteConfig['payments'],
  file: File,
  sending: Sending,
): Promise<string> {
  if (!key) throw new PictureRefused(PICTURE_REFUSED)
  const body = new FormData()
  body.append('purpose', 'identity_document')
  body.append('file', await asTaken(file))
  const url = `${provider === 'stripe' ? PROVIDER : base}/v1/files`
  const { id } = propertiesOf(await post(url, key, body, sending))
  if (typeof id !== 'string' || id === '') throw new PictureRefused(PICTURE_REFUSED)
  return id
}

/** The file itself if the provider accepts it; otherwise re-encoded as JPEG, as cameras have formats of their own. */
async function asTaken(file: File): Promise<File> {
  if (TAKEN.includes(file.type) && file.size <= IDENTITY_MAX_BYTES) return file
  const blob = await toJpeg(file, LONGEST_SIDE, QUALITY)
  if (!blob || blob.size > IDENTITY_MAX_BYTES) throw new PictureRefused(PICTURE_REFUSED)
  return new File([blob], 'identity.jpg', { type: 'image/jpeg' })
}

/** With XMLHttpRequest, as `fetch` does not report upload progress. */
function post(url: string, key: string, body: FormData, { onProgress, signal }: Sending) {
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('authorization', `Bearer ${key}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status < 500 ? resolve(request.response) : reject(new PictureRefused(UNREACHABLE))
    request.onerror = () => reject(new PictureRefused(UNREACHABLE))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

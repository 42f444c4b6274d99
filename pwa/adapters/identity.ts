import { PICTURE_REFUSED } from '#contract/monetization/identity-messages.ts'
import { IDENTITY_MAX_BYTES } from '#contract/monetization/limits.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import type { SiteConfig } from '#contract/site/calls.ts'
import { fitPhoto } from '#pwa/lib/photo.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'

/** The provider's host for file uploads. */
const PROVIDER = 'https://files.stripe.com'
const ACCEPTED = { types: ['image/jpeg', 'image/png'], bytes: IDENTITY_MAX_BYTES }

/** The picture cannot be sent, or the provider refused it or was unreachable; the message is for the user. */
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
  const fitted = await fitPhoto(file, ACCEPTED)
  if ('problem' in fitted) throw new PictureRefused(fitted.problem)
  const body = new FormData()
  body.append('purpose', 'identity_document')
  body.append('file', fitted.file)
  const url = `${provider === 'stripe' ? PROVIDER : base}/v1/files`
  const { id } = propertiesOf(await post(url, key, body, sending))
  if (typeof id !== 'string' || id === '') throw new PictureRefused(PICTURE_REFUSED)
  return id
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

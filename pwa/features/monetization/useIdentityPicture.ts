import { useEffect, useRef, useState } from 'react'
import { PICTURE_REFUSED } from '#contract/monetization/identity-messages.ts'
import { site } from '#contract/site/calls.ts'
import { PictureRefused, sendIdentityPicture } from '#pwa/adapters/identity.ts'
import { useCall } from '#pwa/lib/api/api.ts'

export type PictureState =
  | { at: 'none' }
  | { at: 'sending'; file: File; part: number }
  | { at: 'sent'; file: File; id: string }
  | { at: 'failed'; file: File; message: string }

/** Uploads one side of an identity document to the provider. A new choice aborts the previous upload. */
export function useIdentityPicture() {
  const call = useCall()
  const [state, setState] = useState<PictureState>({ at: 'none' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const { signal } = own
    const update = (next: PictureState) => {
      if (!signal.aborted) setState(next)
    }
    update({ at: 'sending', file, part: 0 })
    try {
      const { payments } = await call(site.getConfig, {})
      const onProgress = (part: number) => update({ at: 'sending', file, part })
      update({
        at: 'sent',
        file,
        id: await sendIdentityPicture(payments, file, { onProgress, signal }),
      })
    } catch (error) {
      const isRejected = error instanceof PictureRefused
      if (!isRejected) console.error(error)
      update({ at: 'failed', file, message: isRejected ? error.message : PICTURE_REFUSED })
    }
  }

  return {
    state,
    choose(file: File | null) {
      if (file) return void send(file)
      running.current?.abort()
      setState({ at: 'none' })
    },
    again() {
      if (state.at === 'failed') void send(state.file)
    },
  }
}
export type IdentityPicture = ReturnType<typeof useIdentityPicture>

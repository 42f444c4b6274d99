import { useEffect, useRef, useState } from 'react'
import { PICTURE_REFUSED } from '#contract/identity-messages.ts'
import { site } from '#contract/site.ts'
import { PictureRefused, sendIdentityPicture } from '#pwa/adapters/identity.ts'
import { useCall } from '#pwa/lib/api.ts'

export type PictureState =
  | { at: 'none' }
  | { at: 'sending'; file: File; part: number }
  | { at: 'sent'; file: File; id: string }
  | { at: 'failed'; file: File; message: string }

/** One side of an identity document on its way to the provider. Another choice ends the one before. */
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
    const say = (next: PictureState) => {
      if (!signal.aborted) setState(next)
    }
    say({ at: 'sending', file, part: 0 })
    try {
      const { payments } = await call(site.getConfig, {})
      const onProgress = (part: number) => say({ at: 'sending', file, part })
      say({
        at: 'sent',
        file,
        id: await sendIdentityPicture(payments, file, { onProgress, signal }),
      })
    } catch (error) {
      const isTold = error instanceof PictureRefused
      if (!isTold) console.error(error)
      say({ at: 'failed', file, message: isTold ? error.message : PICTURE_REFUSED })
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

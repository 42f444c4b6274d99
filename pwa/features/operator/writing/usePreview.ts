import { useEffect, useState } from 'react'
import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'

type Kind = 'news' | 'text' | 'help'
interface Preview {
  body_html: string
  unknown: string[]
}

const PAUSE_MS = 400
const NOTHING: Preview = { body_html: '', unknown: [] }

/** The preview rendered by the server; the last one stays while the next one loads. */
export function usePreview(kind: Kind, body: string) {
  const call = useCall()
  const [shown, setShown] = useState(NOTHING)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      try {
        const { signal } = asking
        setShown(await call(operatorTexts.previewText, { body: { kind, body } }, { signal }))
        setFailed(false)
      } catch {
        if (!asking.signal.aborted) setFailed(true)
      }
    }
    const timer = setTimeout(ask, body === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [call, kind, body])
  return { ...shown, failed }
}

import { useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { download } from '#pwa/lib/api/download.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Downloads an authenticated response as a file. */
export function DownloadButton({ url, label }: { url: string; label: string }) {
  const { fetch } = useSession()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(() => fetch(url, {}))
    } catch (error) {
      console.warn(error)
      showToast(
        error instanceof RequestError
          ? error.message
          : 'ダウンロードできませんでした。もう一度お試しください。',
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" wide icon="download" busy={busy} onClick={() => void save()}>
      {label}
    </Button>
  )
}

import { useState } from 'react'
import { download } from '#pwa/lib/download.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { showToast } from '#pwa/ui/toast.ts'

/** A whole list as a table, which the browser keeps as a file. */
export function CsvButton({ url, name }: { url: string; name: string }) {
  const { fetch } = useSession()
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await download(() => fetch(url, {}), name)
    } catch (error) {
      console.warn(error)
      showToast('ダウンロードできませんでした。もう一度お試しください。')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" wide icon="download" busy={busy} onClick={() => void keep()}>
      CSVをダウンロードする
    </Button>
  )
}
